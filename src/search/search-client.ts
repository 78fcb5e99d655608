import type { SearchSummary, SessionHits } from './search-history.ts';
import type { SearchReply, SearchRequest } from './search-messages.ts';
import type { SearchQuery } from './search-query.ts';

/** The worker as the client sees it. */
export interface SearchPort {
  post: (request: SearchRequest) => void;
  /** `fail` is called when the worker broke down. It answers nothing after that. */
  listen: (hear: (reply: SearchReply) => void, fail: (message: string) => void) => void;
  end: () => void;
}

export interface SearchClient {
  /**
   * Rejects with a message when the history cannot be read or the worker breaks down. After its signal aborts, a search makes no more calls and
   * resolves with `null`.
   */
  search(
    query: SearchQuery,
    options: { signal: AbortSignal; perSession: number; inAll: number; onFound: (found: SessionHits) => void },
  ): Promise<SearchSummary | null>;
}

/** `open` starts the worker. Nothing starts before the first search. */
export function createSearchClient(open: () => SearchPort): SearchClient {
  let port: SearchPort | null = null;
  let lastId = 0;
  const waiting = new Map<number, (reply: SearchReply) => void>();

  function opened(): SearchPort {
    if (port) return port;
    const own = open();
    port = own;
    own.listen(
      (reply) => waiting.get(reply.id)?.(reply),
      (message) => {
        // The next search starts another worker.
        own.end();
        port = null;
        for (const [id, hear] of waiting) hear({ type: 'failed', id, message });
      },
    );
    return own;
  }

  return {
    search(query, { signal, perSession, inAll, onFound }) {
      if (signal.aborted) return Promise.resolve(null);
      const id = ++lastId;
      const to = opened();
      return new Promise((resolve, reject) => {
        const cancel = () => {
          waiting.delete(id);
          to.post({ type: 'cancel', id });
          resolve(null);
        };
        const end = () => {
          waiting.delete(id);
          signal.removeEventListener('abort', cancel);
        };
        waiting.set(id, (reply) => {
          if (reply.type === 'found') {
            onFound(reply.found);
            return;
          }
          end();
          if (reply.type === 'done') resolve(reply.summary);
          else reject(new Error(reply.message));
        });
        signal.addEventListener('abort', cancel, { once: true });
        to.post({ type: 'search', id, query, perSession, inAll });
      });
    },
  };
}
