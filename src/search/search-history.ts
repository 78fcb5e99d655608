import { plainLines } from '#markdown/plain-excerpt.ts';
import { deletionsOf, goneMessages, withoutResults, type Deletions } from '#core/normalize/base/deletions.ts';
import type { Origin } from '#core/vendor.ts';
import type { BatonDatabase } from '#storage/database.ts';
import { hiddenBy } from '#storage/overlay-repository.ts';
import type { OverlayRow, SessionRow, StoredMessage } from '#storage/rows.ts';
import { readRewrites } from '#storage/rewrites.ts';
import { foldText } from '#storage/title-search.ts';
import { findTerm } from './find-term.ts';
import { type Highlight, markText, type Snippet, snippetOf } from './mark-text.ts';
import {
  type Field,
  matchesDocument,
  readDocument,
  type ReferencedTexts,
  type SearchDocument,
  searchedText,
  textsOf,
} from './search-document.ts';
import type { KeptFolds } from './kept-folds.ts';
import { organizationMatcher } from './match-organization.ts';
import { outsideTexts } from './outside-texts.ts';
import { filtersByMessage, isEmptyQuery, type SearchQuery } from './search-query.ts';
import { createSessionTexts, type TextsOfBatch } from './session-texts.ts';

export interface MessageHit {
  message: string;
  role: StoredMessage['role'];
  at: number;
  /** Who answered. Absent for questions and tools. */
  origin?: Origin;
  field: Field;
  snippet: Snippet;
}

/** The matches in one session. */
export interface SessionHits {
  id: string;
  title: string;
  updatedAt: number;
  pinned: boolean;
  archived: boolean;
  deleted: boolean;
  /** The session that this one is a task of. */
  taskOf?: string;
  titleMarks: Highlight[];
  /** Newest first, up to the requested number, and none once there are enough in total. */
  hits: MessageHit[];
  /** Number of matching messages, shown or not. */
  total: number;
}

export interface SearchSummary {
  sessions: number;
  messages: number;
  /** Rows that could not be read. Everything else was searched. */
  unreadable: number;
}

export interface SearchOptions {
  signal: AbortSignal;
  /** Maximum hits that are read and returned for one session. */
  perSession: number;
  /** Maximum hits in total. Further ones are only counted. */
  inAll: number;
  /** Called once for each session with matches, most recently written first. */
  onFound: (found: SessionHits) => void;
}

type Messages = ReadonlyMap<string, StoredMessage>;

/** What matches in a session. */
interface Match {
  row: SessionRow;
  /** Oldest first. */
  documents: readonly SearchDocument[];
  deleted: Deletions;
  inTitle: boolean;
  unreadable: number;
}

/** Folded texts cached between searches, in characters: some 100,000 messages. Texts beyond that are read again. */
const KEPT_CHARACTERS = 150_000_000;

/** The first session is read alone, so that its hits appear at once; then more and more together, up to this many. */
const MAX_BATCH = 32;

/** Sessions that are read ahead together. A search that begins meanwhile waits for these. */
const AHEAD_BATCH = 4;

/** Reading it compiles the patterns of Markdown, which would take 20 ms of the first hit. */
const SAMPLE = '# a\n\n- `b` **c** _d_ [e](https://f.example)\n\n```\ng\n```\n\n| h |\n| - |\n| → |\n';

/**
 * Full-text search over all sessions by scanning, without an index that could be damaged or fall behind, and exact in
 * every language. A session is read on its first search, and after that only what was added to it. An empty query finds
 * nothing and reads what later searches need, the newest sessions first, until it is aborted or the cache is full.
 */
export function createHistorySearch(
  db: BatonDatabase,
  {
    maxCachedCharacters = KEPT_CHARACTERS,
    folds = null,
  }: { maxCachedCharacters?: number; folds?: KeptFolds | null } = {},
) {
  const texts = createSessionTexts(db, maxCachedCharacters, folds);
  let keeping: Promise<void> = Promise.resolve();

  async function search(query: SearchQuery, options: SearchOptions): Promise<SearchSummary> {
    const summary = await searchAll(query, options);
    if (!options.signal.aborted) keeping = texts.keepFolds();
    return summary;
  }

  async function searchAll(
    query: SearchQuery,
    { signal, perSession, inAll, onFound }: SearchOptions,
  ): Promise<SearchSummary> {
    const summary = { sessions: 0, messages: 0, unreadable: 0 };
    const [all, folders, rewrites] = await db.transaction('r', db.sessions, db.folders, db.settings, () =>
      Promise.all([db.sessions.toArray(), db.folders.toArray(), readRewrites(db)]),
    );
    const rows = all.filter(isReadable);
    rows.sort((a, b) => b.updatedAt - a.updatedAt);
    summary.unreadable += all.length - rows.length;
    texts.begin(new Set(rows.map(({ id }) => id)), rewrites);
    if (signal.aborted) return summary;
    if (isEmptyQuery(query)) {
      snippetOf(plainLines(SAMPLE), ['→']);
      await readAhead(rows, signal);
      return summary;
    }
    const inOrder = organizationMatcher(query.filters, folders);
    const matching = rows.filter((row) => isWanted(row, query) && inOrder(row));
    let left = inAll;
    for await (const read of texts.inBatches(growingBatches(matching, MAX_BATCH))) {
      const { matches, newest } = await matchesIn(read, query, Math.min(perSession, left));
      const chosen = matches.map((match) => {
        const from = match.documents.length - Math.min(perSession, left);
        const shown = match.documents.slice(Math.max(0, from)).toReversed();
        left -= shown.length;
        summary.unreadable += match.unreadable;
        return { ...match, shown };
      });
      const stored = await messagesOf(
        chosen.flatMap(({ shown }) => shown),
        newest,
      );
      for (const match of chosen) {
        if (signal.aborted) return summary;
        if (!match.inTitle && match.documents.length === 0) continue;
        const found = await hitsOf(match, stored, query.terms);
        if (signal.aborted) return summary;
        summary.sessions++;
        summary.messages += found.total;
        onFound(found);
      }
    }
    return summary;
  }

  async function readAhead(rows: readonly SessionRow[], signal: AbortSignal): Promise<void> {
    for await (const { batch } of texts.inBatches(growingBatches(rows, AHEAD_BATCH)))
      if (signal.aborted || !batch.every(({ id }) => texts.isCached(id))) return;
  }

  /** Also reads the `limit` newest messages of each session: it's rare that they are not shown. */
  async function matchesIn(
    { batch, texts }: TextsOfBatch,
    query: SearchQuery,
    limit: number,
  ): Promise<{ matches: Match[]; newest: Messages }> {
    const { leaf } = query.filters;
    const matches = batch.map((row, at) => {
      const { documents = [], unreadable = [] } = texts[at] ?? {};
      const searched = leaf === undefined ? documents : pathTo(leaf, documents);
      return {
        row,
        unreadable: unreadable.length,
        all: documents,
        documents: searched.filter((one) => matchesDocument(one, query)),
      };
    });
    const found = matches.filter(({ documents }) => documents.length > 0);
    const { overlays, newest } = await readBeside(found, limit);
    const hidden = hiddenBy(overlays);
    const deleted = deletionsOf(overlays);
    const present = await Promise.all(
      matches.map(async ({ row, unreadable, all, documents }) => {
        const shown = documents.filter(({ message }) => !hidden.has(message));
        const left = deleted.size === 0 ? shown : await withoutDeleted(row.id, shown, { all, deleted, query });
        return { row, unreadable, documents: left, deleted, inTitle: matchesTitle(row, query) };
      }),
    );
    return { matches: present, newest };
  }

  /** In one transaction: the first hit waits for each. */
  async function readBeside(
    found: readonly Pick<Match, 'row' | 'documents'>[],
    limit: number,
  ): Promise<{ overlays: readonly OverlayRow[]; newest: Messages }> {
    if (found.length === 0) return { overlays: [], newest: new Map() };
    const ids = found.map(({ row }) => row.id);
    const [overlays, newest] = await db.transaction('r', db.overlays, db.messages, () =>
      Promise.all([
        db.overlays.where('sessionId').anyOf(ids).toArray(),
        messagesOf(limit === 0 ? [] : found.flatMap(({ documents }) => documents.slice(-limit))),
      ]),
    );
    return { overlays, newest };
  }

  /** Matches that are left without what the user deleted. Messages with deleted results are read and asked again. */
  async function withoutDeleted(
    sessionId: string,
    matches: readonly SearchDocument[],
    { all, deleted, query }: { all: readonly SearchDocument[]; deleted: Deletions; query: SearchQuery },
  ): Promise<SearchDocument[]> {
    const gone = goneMessages(
      all.map(({ message, parent, seq, role }) => ({ id: message, parentId: parent, seq, role })),
      deleted,
    );
    const left: SearchDocument[] = [];
    for (const document of matches) {
      if (gone.has(document.message)) continue;
      const row = document.role === 'tool' ? await db.messages.get(document.message) : undefined;
      const shown = row && withoutResults(row, deleted);
      const same = shown === row || !shown;
      const outside = same ? null : await outsideTexts(db, sessionId, [shown]);
      if (
        same ||
        (outside &&
          matchesDocument(
            readDocument(shown, outside, (text) => text),
            query,
          ))
      )
        left.push(document);
    }
    return left;
  }

  /** What is `known` already isn't read again. */
  async function messagesOf(documents: readonly SearchDocument[], known: Messages = new Map()): Promise<Messages> {
    const missing = documents.flatMap(({ message }) => (known.has(message) ? [] : [message]));
    if (missing.length === 0) return known;
    const rows = await db.messages.bulkGet(missing);
    return new Map([...known, ...rows.flatMap((row): [string, StoredMessage][] => (row ? [[row.id, row]] : []))]);
  }

  async function hitsOf(
    { row, documents, shown, deleted }: Match & { shown: readonly SearchDocument[] },
    stored: Messages,
    terms: readonly string[],
  ): Promise<SessionHits> {
    const left = new Map<string, StoredMessage>();
    for (const { message } of shown) {
      const whole = stored.get(message);
      if (whole) left.set(message, withoutResults(whole, deleted));
    }
    const outside = await outsideTexts(db, row.id, [...left.values()]);
    return {
      id: row.id,
      title: row.title,
      updatedAt: row.updatedAt,
      pinned: row.pinned === 1,
      archived: row.archivedAt !== undefined,
      deleted: row.deletedAt > 0,
      ...(row.task?.above.at(-1) !== undefined && { taskOf: row.task.above.at(-1) ?? '' }),
      titleMarks: markText(row.title, terms),
      hits: shown.map((document) => hitOf(document, left.get(document.message), { outside, terms })),
      total: documents.length,
    };
  }

  return {
    search,
    /** Resolves when nothing is being written for later searches. */
    settled: () => keeping,
  };
}

export type HistorySearch = ReturnType<typeof createHistorySearch>;

/** `message` is absent when it was removed while it was searched. */
function hitOf(
  { message: id, role, at }: SearchDocument,
  message: StoredMessage | undefined,
  { outside, terms }: { outside: ReferencedTexts; terms: readonly string[] },
): MessageHit {
  const texts = message ? textsOf(message, outside) : [];
  const places = texts.map(searchedText);
  // The text with the most terms. Among equals, what was said precedes thinking and read content.
  const scores = places.map((text) => terms.filter((term) => findTerm(text, term) >= 0).length);
  const best = scores.indexOf(Math.max(...scores));
  const { field = 'text', text = '' } = texts[best] ?? {};
  const visibleText = field === 'text' || field === 'thinking' ? plainLines(text) : text;
  // Terms that only occur in marks, such as the address of a link, are shown with the marks.
  const excerpted = terms.every((term) => foldText(visibleText).includes(term) || !foldText(text).includes(term))
    ? visibleText
    : text;
  const origin = message?.origin;
  return { message: id, role, at, ...(origin && { origin }), field, snippet: snippetOf(excerpted, terms) };
}

/** Whether what a search uses of the row has its shape. The page shows no others either. */
function isReadable({ title, tags, task }: SessionRow): boolean {
  return (
    typeof title === 'string' &&
    (tags === undefined || Array.isArray(tags)) &&
    (task === undefined || Array.isArray(task.above))
  );
}

function isWanted(row: SessionRow, { filters }: SearchQuery): boolean {
  if (filters.session !== undefined) return row.id === filters.session;
  return row.deletedAt > 0 === (filters.trash ?? false);
}

/**
 * Matches by title, unless the query asks something about messages. Pinned, tagged or deleted sessions are found
 * without any term.
 */
function matchesTitle({ title }: SessionRow, { terms, filters }: SearchQuery): boolean {
  if (filtersByMessage(filters) || filters.session !== undefined) return false;
  const folded = foldText(title);
  return terms.every((term) => folded.includes(term));
}

function growingBatches(rows: readonly SessionRow[], most: number): SessionRow[][] {
  const batches: SessionRow[][] = [];
  for (let from = 0, size = 1; from < rows.length; size = Math.min(2 * size, most)) {
    batches.push(rows.slice(from, from + size));
    from += size;
  }
  return batches;
}

/** Oldest first. */
function pathTo(leaf: string, documents: readonly SearchDocument[]): SearchDocument[] {
  const path: SearchDocument[] = [];
  let next: string | null = leaf;
  // A parent always precedes its children.
  for (const document of documents.toReversed()) {
    if (document.message !== next) continue;
    path.push(document);
    next = document.parent;
  }
  return path.toReversed();
}
