import { errorMessage } from '#core/thrown.ts';
import { serveWorker } from '#workers/worker-calls.ts';
import type { HistorySearch } from './search-history.ts';
import type { SearchMethods, SearchReply, SearchRequest } from './search-messages.ts';

/**
 * Runs searches one after another, because they share a cache. A search that is cancelled while it waits never starts.
 * `open` is called again after it has failed.
 */
export function serveSearch(
  open: () => Promise<HistorySearch>,
  post: (reply: SearchReply) => void,
): (request: SearchRequest) => Promise<void> {
  let opened: Promise<HistorySearch> | null = null;
  return serveWorker<SearchMethods, string>(
    {
      async search({ query, perSession, inAll }, { signal, onProgress }) {
        try {
          opened ??= open();
          const { search } = await opened;
          return await search(query, { signal, perSession, inAll, onFound: onProgress });
        } catch (error) {
          opened = null;
          throw error;
        }
      },
    },
    {
      post,
      toFailure: (error, aborted) => (aborted ? null : errorMessage(error)),
      oneByOne: new Set(['search']),
    },
  );
}
