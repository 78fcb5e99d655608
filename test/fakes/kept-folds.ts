import { openKeptFolds } from '#search/kept-folds.ts';
import { createHistorySearch } from '#search/search-history.ts';
import { parseQuery } from '#search/search-query.ts';
import type { BatonDatabase } from '#storage/database.ts';
import { openSearchDatabase, searchedSessions } from '#storage/raw/search-database.ts';

/** A search that keeps what it read. */
export async function keepAllFolds(db: BatonDatabase): Promise<void> {
  const folds = await openKeptFolds(db, 'one', (error) => {
    throw error;
  });
  const history = createHistorySearch(db, { folds });
  const signal = new AbortController().signal;
  await history.search(parseQuery(''), { signal, perSession: 1, inAll: 1, onFound: () => undefined });
  await history.settled();
}

/** The conversations that the search keeps something of. */
export async function keptSessions(db: BatonDatabase): Promise<string[]> {
  const disk = await openSearchDatabase(db.name);
  const sessions = [...(await searchedSessions(disk))];
  disk.close();
  return sessions;
}
