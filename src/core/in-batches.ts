/** The results in order. At most `most` items are worked on at a time; the next ones wait for all of them. */
export async function inBatches<T, R>(items: readonly T[], most: number, work: (item: T) => Promise<R>): Promise<R[]> {
  const done: R[] = [];
  for (let from = 0; from < items.length; from += most)
    done.push(...(await Promise.all(items.slice(from, from + most).map(work))));
  return done;
}
