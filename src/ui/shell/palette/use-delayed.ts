import { useEffect, useState } from 'react';

/** False at first, true after `ms`. */
export function useDelayed(ms: number): boolean {
  const [soon, setSoon] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSoon(true), ms);
    return () => clearTimeout(timer);
  }, [ms]);
  return soon;
}
