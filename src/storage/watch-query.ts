import { liveQuery } from 'dexie';

export interface Watcher<T> {
  next(value: T): void;
  error(error: unknown): void;
}

/**
 * Runs the query now and after every change to the rows it read, in any window. Returns a function that stops watching.
 */
export function watchQuery<T>(query: () => Promise<T>, watcher: Watcher<T>): () => void {
  const subscription = liveQuery(query).subscribe(watcher);
  return () => subscription.unsubscribe();
}
