import { useEffect, useState } from 'react';
import { untilMidnight } from './group-sessions.ts';

/** The current time, renewed when the calendar turns over and when the window is looked at again. */
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
