import type { NearVector, Passage } from '#core/passage.ts';
import type { WorkerPort, WorkerReply, WorkerRequest } from '#workers/worker-calls.ts';
import type { SearchSummary, SessionHits } from './search-history.ts';
import type { SearchQuery } from './search-query.ts';

/** The calls of the page to the search worker. A failure is a message. */
export interface SearchMethods {
  search: {
    args: { query: SearchQuery; perSession: number; inAll: number };
    result: SearchSummary;
    progress: SessionHits;
  };
  passages: {
    args: { folder: string; question: string; most: number; near?: NearVector };
    result: Passage[];
    progress: never;
  };
}

export type SearchRequest = WorkerRequest<SearchMethods>;
export type SearchReply = WorkerReply<SearchMethods, string>;
export type SearchPort = WorkerPort<SearchRequest, SearchReply>;
