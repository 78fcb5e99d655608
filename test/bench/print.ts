export const print = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

export const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

/** Milliseconds of processor time: other work on the machine doesn't count. */
export async function timed(work: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

/** How the time grows with the size, on a log-log scale: 1 is linear. */
export const slopeOf = (
  [smallSize, small]: readonly [number, number],
  [size, time]: readonly [number, number],
): string => (Math.log(time / small) / Math.log(size / smallSize)).toFixed(2);
