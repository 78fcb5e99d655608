import { useCallback, useRef, useState, type RefCallback } from 'react';
import { useSidebarOpen, useSidebarWidth } from '#ui/data/preferences.ts';
import { isFocusLost } from '#ui/kit/keyboard/is-focus-lost.ts';
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
  searchRef: RefCallback<HTMLInputElement>;
  /** For the button that hides the sidebar and the one that shows it. Each goes when it is pressed. */
  toggleRef: RefCallback<HTMLButtonElement>;
  focusSearch: () => void;
}

export function useSidebarPane(): SidebarPane {
  const narrow = useIsNarrow();
  const [open, setOpen] = useSidebarOpen();
  const [drawerOpen, openDrawer] = useState(false);
  const [keptWidth, setKeptWidth] = useSidebarWidth();
  const [dragWidth, setDragWidth] = useState<number | null>(null);
  const search = useRef<HTMLInputElement>(null);
  const awaitsSearch = useRef(false);
  const focusField = useCallback(
    () => requestAnimationFrame(() => requestAnimationFrame(() => search.current?.focus())),
    [],
  );
  const searchRef = useCallback(
    (field: HTMLInputElement | null) => {
      search.current = field;
      if (!field || !awaitsSearch.current) return;
      awaitsSearch.current = false;
      // A drawer sets the focus when it opens.
      focusField();
    },
    [focusField],
  );
  const awaitsToggle = useRef(false);
  const toggleRef = useCallback((button: HTMLButtonElement | null) => {
    if (!button || !awaitsToggle.current) return;
    awaitsToggle.current = false;
    if (isFocusLost()) button.focus();
  }, []);
  const show = (to: boolean) => {
    if (narrow) return openDrawer(to);
    awaitsToggle.current = to !== open;
    setOpen(to);
  };
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
    toggleRef,
    focusSearch() {
      show(true);
      awaitsToggle.current = false;
      // The field may not exist until the sidebar does.
      if (search.current) focusField();
      else awaitsSearch.current = true;
    },
  };
}
