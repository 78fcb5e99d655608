import { defaultRangeExtractor, useVirtualizer, type VirtualItem } from '@tanstack/react-virtual';
import {
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type FocusEvent,
  type RefObject,
} from 'react';
import { useAppearance } from '#ui/kit/theme/theme.ts';
import { isStop, type ListItem } from './list-items.ts';

/** Rows are two rem high, headings slightly more. Both scale with the text size. */
const ROW_REM = 2;
const GROUP_REM = 2.25;

interface VirtualListDeps {
  items: readonly ListItem[];
  currentId: string | null;
  /** Key of the line that is being renamed. */
  editing: string | null;
  /** A counter. Incrementing it moves the focus to the list. */
  enter: number;
}

/** Which lines are in the document, and where the focus is among them. */
export interface VirtualList {
  scroller: RefObject<HTMLDivElement | null>;
  /** The lines in the document. */
  visible: readonly VirtualItem[];
  /** Of all lines, in pixels. */
  height: number;
  /** Key of the line that Tab leads to. */
  tabStop: string | null;
  focus: (key: string | undefined) => void;
  /** Moves the focus to this line as soon as it is in the document. */
  focusNext: (key: string) => void;
  onFocus: (event: FocusEvent) => void;
  /** How many lines PageDown passes. */
  page: () => number;
}

export function useVirtualList({ items, currentId, editing, enter }: VirtualListDeps): VirtualList {
  const textSize = useAppearance((state) => state.textSize);
  const scroller = useRef<HTMLDivElement>(null);
  const [activeKey, setActiveKey] = useState<string | null>(null);
  /** The line that takes the focus as soon as it is in the document. */
  const focusRequest = useRef<string | null>(null);
  const firstKey = items.find(isStop)?.key ?? null;
  const places = useMemo(() => new Map(items.map(({ key }, index) => [key, index])), [items]);
  const indexOf = (key: string | null) => (key === null ? -1 : (places.get(key) ?? -1));
  const tabStop = [activeKey, currentId].find((key) => indexOf(key) >= 0) ?? firstKey;
  const tabStopIndex = indexOf(tabStop);

  const rem = useMemo(
    () => Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16,
    // The computed size follows the text-size setting.
    // oxlint-disable-next-line react/exhaustive-deps
    [textSize],
  );
  const virtual = useVirtualizer<HTMLDivElement, Element>({
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => (items[index]?.kind === 'heading' ? GROUP_REM : ROW_REM) * rem,
    getItemKey: (index) => items[index]?.key ?? index,
    overscan: 8,
    paddingEnd: 8,
    // The focused row stays in the document while the list scrolls past it.
    rangeExtractor: (range) => {
      const visible = defaultRangeExtractor(range);
      if (tabStopIndex < 0 || visible.includes(tabStopIndex)) return visible;
      return [...visible, tabStopIndex].sort((a, b) => a - b);
    },
  });
  useEffect(() => virtual.measure(), [virtual, rem, items]);

  useLayoutEffect(() => {
    if (focusRequest.current === null) return;
    const stop = scroller.current?.querySelector<HTMLElement>(
      `[data-item="${CSS.escape(focusRequest.current)}"] [data-stop]`,
    );
    if (!stop) return;
    focusRequest.current = null;
    stop.focus({ preventScroll: true });
  });

  const [entered, setEntered] = useState(enter);
  if (entered !== enter) {
    setEntered(enter);
    setActiveKey(firstKey);
  }
  useEffect(() => {
    if (enter > 0) scroller.current?.querySelector<HTMLElement>('[data-stop][tabindex="0"]')?.focus();
  }, [enter]);

  // Scrolls to a line that is being named, such as a new folder.
  const editingIndex = indexOf(editing);
  useEffect(() => {
    if (editingIndex >= 0) virtual.scrollToIndex(editingIndex, { align: 'auto' });
  }, [virtual, editingIndex]);

  const focusNext = useCallback((key: string) => {
    focusRequest.current = key;
    setActiveKey(key);
  }, []);

  const currentIndex = indexOf(currentId);
  const shownId = useRef<string | null>(null);
  useEffect(() => {
    // Once for each opened conversation: a list that scrolled on its own would lose the reader's place.
    if (currentIndex < 0 || shownId.current === currentId) return;
    shownId.current = currentId;
    virtual.scrollToIndex(currentIndex, { align: 'auto' });
  }, [virtual, currentId, currentIndex]);

  return {
    scroller,
    // Read here: what is compiled takes a virtualizer that stays the same for one that shows the same.
    visible: virtual.getVirtualItems(),
    height: virtual.getTotalSize(),
    tabStop,
    focus(key) {
      if (key === undefined || indexOf(key) < 0) return;
      focusRequest.current = key;
      setActiveKey(key);
      virtual.scrollToIndex(indexOf(key));
    },
    focusNext,
    onFocus(event) {
      const key = event.target.closest('[data-item]')?.getAttribute('data-item');
      if (key) setActiveKey(key);
    },
    page: () => Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / (ROW_REM * rem)) - 1),
  };
}
