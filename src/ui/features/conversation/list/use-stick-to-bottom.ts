import { useEffect, useEffectEvent, type RefObject } from 'react';

/**
 * Keeps the end in view when the height of the list changes (the message box grows, the window shrinks) while the
 * reader is at the end. The list itself follows only changes that it measures inside.
 */
export function useStickToBottom(
  scroller: RefObject<HTMLElement | null>,
  { zone, held, scrollToEnd }: { zone: number; held: boolean; scrollToEnd: () => void },
): void {
  const follow = useEffectEvent(() => {
    if (!held) scrollToEnd();
  });
  useEffect(() => {
    const element = scroller.current;
    if (!element) return undefined;
    let atEnd = true;
    let height = element.clientHeight;
    let top = element.scrollTop;
    const onScroll = () => {
      const isNear = element.scrollHeight - element.scrollTop - element.clientHeight <= zone;
      // A resize that moved the end isn't the reader scrolling away. It never moves what is shown down.
      if (isNear || element.clientHeight === height || element.scrollTop < top) atEnd = isNear;
      top = element.scrollTop;
    };
    const observer = new ResizeObserver(() => {
      if (element.clientHeight === height) return;
      height = element.clientHeight;
      if (atEnd) follow();
    });
    element.addEventListener('scroll', onScroll, { passive: true });
    observer.observe(element);
    return () => {
      element.removeEventListener('scroll', onScroll);
      observer.disconnect();
    };
  }, [scroller, zone]);
}
