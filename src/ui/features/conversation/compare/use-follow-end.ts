import { useEffect, useEffectEvent, useRef, type RefObject } from 'react';

interface FollowEnd {
  scroller: RefObject<HTMLElement | null>;
  /** What grows inside of it. */
  content: RefObject<HTMLElement | null>;
  growing: boolean;
  /** The end isn't followed. */
  held: boolean;
}

/** Within this distance (px) from the end, scrolling down counts as being there. */
const END_ZONE = 48;

/** Keeps the end of a growing answer in view, until the reader scrolls up and as soon as they are back at the end. */
export function useFollowEnd({ scroller, content, growing, held }: FollowEnd): void {
  const atEnd = useRef(false);
  const follow = useEffectEvent((element: HTMLElement) => {
    if (atEnd.current && !held) element.scrollTop = element.scrollHeight;
  });
  useEffect(() => {
    if (growing) atEnd.current = true;
  }, [growing]);
  useEffect(() => {
    const element = scroller.current;
    const inner = content.current;
    if (!element || !inner) return undefined;
    let top = element.scrollTop;
    const onScroll = () => {
      const left = element.scrollHeight - element.scrollTop - element.clientHeight;
      // What gets shorter also moves up, but then the end is in view.
      if (element.scrollTop < top && left > 1) atEnd.current = false;
      else if (element.scrollTop > top && left <= END_ZONE) atEnd.current = true;
      top = element.scrollTop;
    };
    const observer = new ResizeObserver(() => follow(element));
    observer.observe(inner);
    observer.observe(element);
    element.addEventListener('scroll', onScroll, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener('scroll', onScroll);
    };
  }, [scroller, content]);
}
