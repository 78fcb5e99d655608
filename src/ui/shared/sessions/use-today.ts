import { useEffect, useState } from 'react';
import { untilMidnight } from './group-sessions.ts';

/** The current time, updated when the day changes and when the window becomes visible again. */
export function useToday(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const renew = () => setNow(Date.now());
    const timer = setTimeout(renew, untilMidnight(now) + 500);
    const onVisible = () => document.visibilityState === 'visible' && renew();
    document.addEventListener('visibilitychange', onVisible);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', onVisible);
    };
  }, [now]);
  return now;
}
