import { useCallback, useState } from 'react';

/** Whether anything that was begun here hasn't ended. `onWork` is called with 1 as soon as work starts, and with -1 after. */
export function useWork(): { busy: boolean; onWork: (change: 1 | -1) => void } {
  const [working, setWorking] = useState(0);
  return { busy: working > 0, onWork: useCallback((change) => setWorking((now) => now + change), []) };
}
