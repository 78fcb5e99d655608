import { useCallback, useRef, useState } from 'react';

export interface Work {
  /** Anything that was begun here hasn't ended. */
  busy: boolean;
  /** The same at the moment of the call, for keys that follow each other. */
  isBusy: () => boolean;
  /** Called with 1 as soon as work starts, and with -1 after. */
  onWork: (change: 1 | -1) => void;
}

export function useWork(): Work {
  const [working, setWorking] = useState(0);
  const count = useRef(0);
  const onWork = useCallback((change: 1 | -1) => {
    count.current += change;
    setWorking(count.current);
  }, []);
  const isBusy = useCallback(() => count.current > 0, []);
  return { busy: working > 0, isBusy, onWork };
}
