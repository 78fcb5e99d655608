/** The greatest of `values`, or `least`. Takes any number of values; the arguments of one call are limited. */
export function greatest(values: Iterable<number>, least: number): number {
  let most = least;
  for (const value of values) most = Math.max(most, value);
  return most;
}
