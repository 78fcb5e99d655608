/** US dollars with the meaningful digits: two significant ones below ten cents. */
export function formatCost(usd: number): string {
  if (usd === 0) return '$0';
  if (usd < 0.00001) return '<$0.00001';
  if (usd >= 0.1) return `$${usd.toFixed(usd >= 1 ? 2 : 3)}`;
  return `$${usd.toFixed(1 - Math.floor(Math.log10(usd)))}`;
}

/** `0.8`, `12`, `95`: tenths only where they matter. */
export const formatSeconds = (ms: number): string => {
  const seconds = ms / 1000;
  return seconds < 9.95 ? String(Math.round(seconds * 10) / 10) : String(Math.round(seconds));
};

export interface Duration {
  minutes: number;
  seconds: number;
}

/** For waiting times: whole seconds, minutes from 60 s on. */
export function splitDuration(ms: number): Duration {
  const total = Math.max(0, Math.round(ms / 1000));
  return { minutes: Math.floor(total / 60), seconds: total % 60 };
}
