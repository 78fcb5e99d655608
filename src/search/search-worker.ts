import { openDatabase } from '#storage/database.ts';
import { createHistorySearch } from './search-history.ts';
import type { SearchReply, SearchRequest } from './search-messages.ts';
import { serveSearch } from './serve-search.ts';

// A closed database ends the worker's connection. The next search opens it again.
const answer = serveSearch(
  async () => createHistorySearch(await openDatabase()),
  (reply: SearchReply) => postMessage(reply),
);

addEventListener('message', ({ data }: MessageEvent<SearchRequest>) => void answer(data));
