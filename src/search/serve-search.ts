import { errorMessage } from '#core/thrown.ts';
import type { HistorySearch } from './search-history.ts';
import type { SearchReply, SearchRequest } from './search-messages.ts';

/**
 * Runs searches one after another, because they share a cache. A search that is cancelled while it waits never starts.
 * `open` is called again after it has failed.
 */
export function serveSearch(
  open: () => Promise<HistorySearch>,
  post: (reply: SearchReply) => void,
): (request: SearchRequest) => Promise<void> {
  const active = new Map<number, AbortController>();
  let opened: Promise<HistorySearch> | null = null;
  let queue: Promise<void> = Promise.resolve();

  async function run({ id, query, perSession, inAll }: Extract<SearchRequest, { type: 'search' }>): Promise<void> {
    const abort = active.get(id);
    if (!abort) return;
    try {
      opened ??= open();
      const { search } = await opened;
      const { signal } = abort;
      const onFound = (found: Parameters<Parameters<typeof search>[1]['onFound']>[0]) =>
        post({ type: 'found', id, found });
      const summary = await search(query, { signal, perSession, inAll, onFound });
      if (!signal.aborted) post({ type: 'done', id, summary });
    } catch (error) {
      opened = null;
      post({ type: 'failed', id, message: errorMessage(error) });
    } finally {
      active.delete(id);
    }
  }

  return (request) => {
    if (request.type === 'cancel') {
      active.get(request.id)?.abort();
      active.delete(request.id);
      return Promise.resolve();
    }
    active.set(request.id, new AbortController());
    queue = queue.then(() => run(request));
    return queue;
  };
}
