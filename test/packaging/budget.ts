/** A file of the package. */
export interface ShippedFile {
  path: string;
  bytes: number;
}

/** At most how many bytes the files may have together whose paths match. */
export interface Budget {
  what: string;
  files: RegExp;
  bytes: number;
}

const LISTED = 10;

const inKilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`;

/** For each budget that is exceeded, what it is exceeded by and the ten largest files that it counts. */
export function findExceeded(files: readonly ShippedFile[], budgets: readonly Budget[]): string[] {
  return budgets.flatMap(({ what, files: pattern, bytes }) => {
    const counted = files.filter(({ path }) => pattern.test(path));
    const all = counted.reduce((sum, one) => sum + one.bytes, 0);
    if (all <= bytes) return [];
    const largest = counted.toSorted((a, b) => b.bytes - a.bytes).slice(0, LISTED);
    return [
      [
        `${what}: ${inKilobytes(all)}, ${inKilobytes(all - bytes)} over the budget of ${inKilobytes(bytes)}. The largest files:`,
        ...largest.map((one) => `${inKilobytes(one.bytes).padStart(12)}  ${one.path}`),
      ].join('\n'),
    ];
  });
}
