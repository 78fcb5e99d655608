/** Characters per second of the practice models, by name. */
export const SPEEDS = { slow: 60, normal: 250, fast: 1500, instant: 1_000_000 } as const;
export type Speed = keyof typeof SPEEDS;
export const SPEED_NAMES = ['slow', 'normal', 'fast', 'instant'] as const satisfies readonly Speed[];

/** The named speed closest to the value in config.jsonc, on a ratio scale, as speeds are perceived. */
export function nearestSpeed(charsPerSecond: number): Speed {
  const distance = (name: Speed) => Math.abs(Math.log(SPEEDS[name] / charsPerSecond));
  return SPEED_NAMES.toSorted((a, b) => distance(a) - distance(b))[0] ?? 'normal';
}
