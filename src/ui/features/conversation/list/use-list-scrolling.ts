import { useLayoutEffect, useRef, type RefObject } from 'react';
import { useStickToBottom } from './use-stick-to-bottom.ts';

interface ListScrolling {
  /** How many there are. */
  rows: number;
  /** Within this distance (px) from the end counts as being at the end. */
  endZone: number;
  /** The end isn't followed. */
  held: boolean;
  scrollToEnd: () => void;
}

/** Opens the list at its end, and follows the end while the reader is there. */
export function useListScrolling(
  scroller: RefObject<HTMLElement | null>,
  { rows, endZone, held, scrollToEnd }: ListScrolling,
): void {
  useScrollbarWidth(scroller);
  useStickToBottom(scroller, { zone: endZone, held, scrollToEnd });
  const opened = useRef(false);
  useLayoutEffect(() => {
    if (opened.current || rows === 0) return;
    opened.current = true;
    scrollToEnd();
  }, [rows, scrollToEnd]);
}

/** The message box lines up with the messages, which reserve space for a scrollbar on both sides. */
function useScrollbarWidth(scroller: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const element = scroller.current;
    const scrollbarWidth = element ? (element.offsetWidth - element.clientWidth) / 2 : 0;
    element?.closest('section')?.style.setProperty('--scrollbar', `${scrollbarWidth}px`);
  }, [scroller]);
}
