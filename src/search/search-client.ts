import type { NearVector, Passage } from '#core/passage.ts';
import { createWorkerClient, toWorkerPort } from '#workers/worker-calls.ts';
import type { SearchSummary, SessionHits } from './search-history.ts';
import type { SearchMethods, SearchPort } from './search-messages.ts';
import type { SearchQuery } from './search-query.ts';

export interface SearchClient {
  /**
   * Rejects with a message when the history cannot be read or the worker breaks down. After its signal aborts, a search
   * makes no more calls and resolves with `null`.
   */
  search(
    query: SearchQuery,
    options: { signal: AbortSignal; perSession: number; inAll: number; onFound: (found: SessionHits) => void },
  ): Promise<SearchSummary | null>;
  /** Passages of a project's files that fit a question, the best one first. Rejects as `search` does. */
  passages(folder: string, question: string, most: number, near?: NearVector): Promise<Passage[]>;
}

export const startSearchWorker = (): SearchPort =>
  toWorkerPort(new Worker(new URL('./search-worker.ts', import.meta.url), { type: 'module' }));

/** `start` starts the worker. Nothing starts before the first search. `onProblem`: searches go on, but are slower. */
export function createSearchClient(start: () => SearchPort, onProblem?: (error: Error) => void): SearchClient {
  const worker = createWorkerClient<SearchMethods, string>({
    start,
    toError: (message) => new Error(message),
    toBreakdown: (message) => new Error(message),
    ...(onProblem && { onProblem }),
  });
  return {
    passages: (folder, question, most, near) =>
      worker.call('passages', { folder, question, most, ...(near && { near }) }),
    async search(query, { signal, perSession, inAll, onFound }) {
      if (signal.aborted) return null;
      // Nobody waits for the end of a search that is no longer wanted.
      const stopped = new Promise<null>((resolve) =>
        signal.addEventListener('abort', () => resolve(null), { once: true }),
      );
      const onProgress = (found: SessionHits) => (signal.aborted ? undefined : onFound(found));
      const answered = worker.call('search', { query, perSession, inAll }, { signal, onProgress });
      return Promise.race([stopped, answered]);
    },
  };
}
