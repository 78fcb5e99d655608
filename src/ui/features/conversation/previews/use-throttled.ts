import { useEffect, useRef, useState } from 'react';

/** A value that changes at most once in so many milliseconds. The last one always arrives. */
export function useThrottled<T>(value: T, ms: number): T {
  const [shown, setShown] = useState(value);
  const at = useRef(0);
  useEffect(() => {
    const show = () => {
      at.current = performance.now();
      setShown(value);
    };
    const timer = setTimeout(show, Math.max(0, at.current + ms - performance.now()));
    return () => clearTimeout(timer);
  }, [value, ms]);
  return shown;
}
