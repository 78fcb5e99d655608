import { useEffect, useRef, type RefObject } from 'react';

/** How long (ms) nothing has changed its size when everything is taken to be there. */
const REST = 3_000;

/** What a user does who wants to be where they are. */
const ACTS = ['wheel', 'pointerdown', 'touchstart', 'keydown'] as const;

/**
 * Scrolls to a part of the page that the user came for, and keeps it there while what is around it loads. A browser
 * anchors nothing at the top of a page, and can't scroll further than what is there. Another value of `requested`
 * scrolls again.
 */
export function useRequestedPlace(requested: boolean | string): RefObject<HTMLDivElement | null> {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => (requested !== false && place.current ? hold(place.current) : undefined), [requested]);
  return place;
}

/** Returns how it ends early. */
function hold(place: HTMLElement): () => void {
  const ended = new AbortController();
  const end = () => ended.abort();
  let rest: ReturnType<typeof setTimeout>;
  const align = () => {
    clearTimeout(rest);
    rest = setTimeout(end, REST);
    place.scrollIntoView({ block: 'start' });
  };
  const observer = new ResizeObserver(align);
  ended.signal.addEventListener('abort', () => {
    observer.disconnect();
    clearTimeout(rest);
  });
  for (const act of ACTS) addEventListener(act, end, { capture: true, passive: true, signal: ended.signal });
  align();
  if (place.parentElement) observer.observe(place.parentElement);
  return end;
}
