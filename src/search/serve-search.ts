import { errorMessage } from '#core/thrown.ts';
import { serveWorker } from '#workers/worker-calls.ts';
import type { ProjectSearch } from './passages/search-project.ts';
import type { HistorySearch } from './search-history.ts';
import type { SearchMethods, SearchReply, SearchRequest } from './search-messages.ts';

/**
 * Runs searches one after another, because they share a cache. A search that is cancelled while it waits never starts.
 * `open` is called again after it has failed.
 */
export function serveSearch(
  open: () => Promise<HistorySearch & ProjectSearch>,
  post: (reply: SearchReply) => void,
): (request: SearchRequest) => Promise<void> {
  let opened: Promise<HistorySearch & ProjectSearch> | null = null;
  async function withOpened<T>(work: (search: HistorySearch & ProjectSearch) => Promise<T>): Promise<T> {
    try {
      opened ??= open();
      return await work(await opened);
    } catch (error) {
      opened = null;
      throw error;
    }
  }
  return serveWorker<SearchMethods, string>(
    {
      search: ({ query, perSession, inAll }, { signal, onProgress }) =>
        withOpened(({ search }) => search(query, { signal, perSession, inAll, onFound: onProgress })),
      passages: ({ folder, question, most, near }) =>
        withOpened((searches) => searches.passages(folder, question, most, near)),
    },
    {
      post,
      toFailure: (error, aborted) => (aborted ? null : errorMessage(error)),
      oneByOne: new Set(['search', 'passages']),
    },
  );
}
