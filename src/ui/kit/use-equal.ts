import { useState } from 'react';
import { reuseEqual } from '#core/reuse-equal.ts';

/** Returns the object of the last render while the value is equal to it, so that memoized components don't render again. */
export function useEqual<T>(value: T): T {
  const [kept, keep] = useState(value);
  const now = reuseEqual(kept, value);
  if (now !== kept) keep(now);
  return now;
}
