import { useRef, useState, type RefObject } from 'react';
import { useSidebarOpen, useSidebarWidth } from '#ui/data/preferences.ts';
import { useIsNarrow } from '#ui/kit/layout/use-is-narrow.ts';
import { clampWidth } from './sidebar-width.ts';

/** Where the sidebar is: beside the page, or in a narrow window in a drawer over it. */
export interface SidebarPane {
  narrow: boolean;
  /** Beside the page. */
  open: boolean;
  drawerOpen: boolean;
  openDrawer: (open: boolean) => void;
  show: (show: boolean) => void;
  toggle: () => void;
  width: number;
  /** During a drag. */
  resize: (width: number) => void;
  keepWidth: (width: number) => void;
  searchRef: RefObject<HTMLInputElement | null>;
  focusSearch: () => void;
}

export function useSidebarPane(): SidebarPane {
  const narrow = useIsNarrow();
  const [open, setOpen] = useSidebarOpen();
  const [drawerOpen, openDrawer] = useState(false);
  const [keptWidth, setKeptWidth] = useSidebarWidth();
  const [dragWidth, setDragWidth] = useState<number | null>(null);
  const searchRef = useRef<HTMLInputElement>(null);
  const show = (to: boolean) => (narrow ? openDrawer(to) : setOpen(to));
  return {
    narrow,
    open,
    drawerOpen,
    openDrawer,
    show,
    toggle: () => show(!(narrow ? drawerOpen : open)),
    width: dragWidth ?? clampWidth(keptWidth),
    resize: setDragWidth,
    keepWidth(width) {
      setDragWidth(null);
      setKeptWidth(width);
    },
    searchRef,
    focusSearch() {
      show(true);
      // The field may not exist until the sidebar does.
      requestAnimationFrame(() => requestAnimationFrame(() => searchRef.current?.focus()));
    },
  };
}
