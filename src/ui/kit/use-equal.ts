import { useState } from 'react';
import { reuseEqual } from '#core/reuse-equal.ts';

/** The value, as the same object as before while it is equal: what is given only that doesn't render again. */
export function useEqual<T>(value: T): T {
  const [kept, keep] = useState(value);
  const now = reuseEqual(kept, value);
  if (now !== kept) keep(now);
  return now;
}
