import { openDatabase } from '#storage/database.ts';
import { createProjectSearch } from './passages/search-project.ts';
import { createHistorySearch } from './search-history.ts';
import type { SearchReply, SearchRequest } from './search-messages.ts';
import { serveSearch } from './serve-search.ts';

// A closed database ends the worker's connection. The next search opens it again.
const answer = serveSearch(
  async () => {
    const db = await openDatabase();
    return { ...createHistorySearch(db), ...createProjectSearch(db) };
  },
  (reply: SearchReply) => postMessage(reply),
);

addEventListener('message', ({ data }: MessageEvent<SearchRequest>) => void answer(data));
