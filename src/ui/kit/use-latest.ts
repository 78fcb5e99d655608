import { useLayoutEffect, useRef, type RefObject } from 'react';

/**
 * The value of the last render, for handlers that read it when they are called. They stay the same objects when it
 * changes, so the components that get them don't render again. Give the result a name that ends in `Ref`; otherwise the
 * React Compiler treats its content as a dependency.
 */
export function useLatest<T>(value: T): RefObject<T> {
  const latestRef = useRef(value);
  useLayoutEffect(() => {
    latestRef.current = value;
  });
  return latestRef;
}
