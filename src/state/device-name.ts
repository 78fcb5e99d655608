const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/iPhone|iPad/, 'iOS'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X|Macintosh/, 'Mac'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
];
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/Electron\//, 'Baton'],
  [/Edg\//, 'Edge'],
  [/Firefox\//, 'Firefox'],
  [/Chrome\//, 'Chrome'],
  [/Safari\//, 'Safari'],
];

/** Default name of a device that has no name yet: `Linux, Chrome`. A page cannot find out more. */
export function defaultDeviceName(userAgent: string): string {
  const of = (table: typeof SYSTEMS) => table.find(([pattern]) => pattern.test(userAgent))?.[1];
  return [of(SYSTEMS), of(BROWSERS)].filter((one) => one !== undefined).join(', ') || 'Baton';
}
