import type { SearchSummary, SessionHits } from './search-history.ts';
import type { SearchQuery } from './search-query.ts';

/** The messages between the page and the search worker. */
export type SearchRequest =
  | { type: 'search'; id: number; query: SearchQuery; perSession: number; inAll: number }
  | { type: 'cancel'; id: number };

export type SearchReply =
  | { type: 'found'; id: number; found: SessionHits }
  | { type: 'done'; id: number; summary: SearchSummary }
  | { type: 'failed'; id: number; message: string };
