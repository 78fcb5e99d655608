import { errorMessage } from '#core/thrown.ts';
import { openDatabase } from '#storage/database.ts';
import { openKeptFolds } from './kept-folds.ts';
import { createProjectSearch } from './passages/search-project.ts';
import { createHistorySearch } from './search-history.ts';
import type { SearchReply, SearchRequest } from './search-messages.ts';
import { serveSearch } from './serve-search.ts';

/**
 * Differs whenever texts may be folded in another way: the name of this file has the hash of its code, and the engine
 * has its own tables of letters. `null` in development, where the name stays.
 */
const MADE_BY = /-[\w-]{8}[.]js$/.test(import.meta.url)
  ? `${new URL(import.meta.url).pathname} ${navigator.userAgent}`
  : null;

const reply = (message: SearchReply) => postMessage(message);
const tellProblem = (error: unknown) => reply({ type: 'problem', failure: errorMessage(error) });

// A closed database ends the worker's connection. The next search opens it again.
const answer = serveSearch(async () => {
  const db = await openDatabase();
  const folds = MADE_BY === null ? null : await openKeptFolds(db, MADE_BY, tellProblem);
  return { ...createHistorySearch(db, { folds }), ...createProjectSearch(db) };
}, reply);

addEventListener('message', ({ data }: MessageEvent<SearchRequest>) => void answer(data));
