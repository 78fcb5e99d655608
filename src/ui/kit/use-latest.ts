import { useLayoutEffect, useRef, type RefObject } from 'react';

/**
 * The value of the last render, for handlers that read it when they are called. They stay the same objects when it
 * changes, so what they are passed to doesn't render again. Names of it end in `Ref`: without that, the compiler takes
 * its content for a dependency.
 */
export function useLatest<T>(value: T): RefObject<T> {
  const latestRef = useRef(value);
  useLayoutEffect(() => {
    latestRef.current = value;
  });
  return latestRef;
}
