import { plainLines } from '#markdown/plain-excerpt.ts';
import { Dexie } from 'dexie';
import { goneMessages, withoutResults, type Deletions } from '#core/normalize/base/deletions.ts';
import type { Origin } from '#core/vendor.ts';
import type { BatonDatabase } from '#storage/database.ts';
import { outputsOf } from '#storage/output-repository.ts';
import { listDeletions } from '#storage/list-deletions.ts';
import { hiddenMessages } from '#storage/overlay-repository.ts';
import type { SessionRow, StoredMessage } from '#storage/rows.ts';
import { foldText } from '#storage/title-search.ts';
import { type Highlight, markText, type Snippet, snippetOf } from './mark-text.ts';
import {
  type Field,
  matchesDocument,
  type ReferencedTexts,
  readDocument,
  type SearchDocument,
  textsOf,
} from './search-document.ts';
import { organizationMatcher } from './match-organization.ts';
import { filtersByMessage, isEmptyQuery, type SearchQuery } from './search-query.ts';

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

interface SessionTexts {
  lastSeq: number;
  documents: SearchDocument[];
  characters: number;
  unreadable: number;
}

/** Attached files are searched up to this many bytes. */
const FILE_LIMIT = 2_000_000;
const TEXT_FILE =
  /^(text\/|application\/(json|xml|x-ndjson|yaml|x-yaml|toml|javascript|typescript|sql))|[+](json|xml)$/u;

/** Folded texts cached between searches, in characters: some 100,000 messages. Texts beyond that are read again. */
const KEPT_CHARACTERS = 150_000_000;

/** The first session is read alone, so that its hits appear at once; then more and more together, up to this many. */
const MAX_BATCH = 32;

/** Sessions that are read ahead together. A search that begins meanwhile waits for these. */
const AHEAD_BATCH = 4;

/**
 * Full-text search over all sessions by scanning, without an index that could be damaged or fall behind, and exact in
 * every language. A session is read on its first search, and after that only what was added to it. An empty query finds
 * nothing and reads what later searches need, the newest sessions first, until it is aborted or the cache is full.
 */
export function createHistorySearch(db: BatonDatabase, maxCachedCharacters = KEPT_CHARACTERS) {
  const cache = new Map<string, SessionTexts>();
  let characters = 0;

  async function search(
    query: SearchQuery,
    { signal, perSession, inAll, onFound }: SearchOptions,
  ): Promise<SearchSummary> {
    const summary = { sessions: 0, messages: 0, unreadable: 0 };
    const rows = await db.sessions.toArray();
    rows.sort((a, b) => b.updatedAt - a.updatedAt);
    forgetOthers(new Set(rows.map(({ id }) => id)));
    if (isEmptyQuery(query)) {
      await readAhead(rows, signal);
      return summary;
    }
    const inOrder = organizationMatcher(query.filters, await db.folders.toArray());
    const matching = rows.filter((row) => isWanted(row, query) && inOrder(row));
    let left = inAll;
    const batches = growingBatches(matching);
    let next = textsOfSessions(batches[0] ?? []);
    for (const [index, batch] of batches.entries()) {
      const texts = await next;
      // Read while this batch is searched. A failure is thrown when its turn comes.
      next = textsOfSessions(batches[index + 1] ?? []);
      next.catch(() => undefined);
      for (const { row, documents, deleted, inTitle } of await matchesIn(batch, texts, query)) {
        if (signal.aborted) return summary;
        summary.unreadable += texts.get(row.id)?.unreadable ?? 0;
        if (!inTitle && documents.length === 0) continue;
        const found = await readHits(row, documents, deleted, query.terms, Math.min(perSession, left));
        if (signal.aborted) return summary;
        summary.sessions++;
        summary.messages += found.total;
        left -= found.hits.length;
        onFound(found);
      }
    }
    return summary;
  }

  async function readAhead(rows: readonly SessionRow[], signal: AbortSignal): Promise<void> {
    for (let from = 0; from < rows.length && !signal.aborted; from += AHEAD_BATCH) {
      const batch = rows.slice(from, from + AHEAD_BATCH);
      await textsOfSessions(batch);
      if (!batch.every(({ id }) => cache.has(id))) return;
    }
  }

  /** The messages of each session that match, oldest first. */
  async function matchesIn(rows: readonly SessionRow[], texts: ReadonlyMap<string, SessionTexts>, query: SearchQuery) {
    const { leaf } = query.filters;
    const matches = rows.map((row) => {
      const documents = texts.get(row.id)?.documents ?? [];
      const searched = leaf === undefined ? documents : pathTo(leaf, documents);
      return { row, documents: searched.filter((document) => matchesDocument(document, query)) };
    });
    const found = matches.flatMap(({ row, documents }) => (documents.length > 0 ? [row.id] : []));
    const hidden = await hiddenMessages(db, found);
    const deleted = await listDeletions(db, found);
    return Promise.all(
      matches.map(async ({ row, documents }) => {
        const shown = documents.filter(({ message }) => !hidden.has(message));
        const left = deleted.size === 0 ? shown : await withoutDeleted(row.id, shown, { texts, deleted, query });
        return { row, documents: left, deleted, inTitle: matchesTitle(row, query) };
      }),
    );
  }

  /** Matches that are left without what the user deleted. Messages with deleted results are read and asked again. */
  async function withoutDeleted(
    sessionId: string,
    matches: readonly SearchDocument[],
    { texts, deleted, query }: { texts: ReadonlyMap<string, SessionTexts>; deleted: Deletions; query: SearchQuery },
  ): Promise<SearchDocument[]> {
    const all = texts.get(sessionId)?.documents ?? [];
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
      const outside = same ? null : await outsideTexts(sessionId, [shown]);
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

  async function readHits(
    row: SessionRow,
    documents: readonly SearchDocument[],
    deleted: Deletions,
    terms: readonly string[],
    limit: number,
  ): Promise<SessionHits> {
    const shown = documents.slice(Math.max(0, documents.length - limit)).toReversed();
    return {
      id: row.id,
      title: row.title,
      updatedAt: row.updatedAt,
      pinned: row.pinned === 1,
      archived: row.archivedAt !== undefined,
      deleted: row.deletedAt > 0,
      ...(row.task?.above.at(-1) !== undefined && { taskOf: row.task.above.at(-1) ?? '' }),
      titleMarks: markText(row.title, terms),
      hits: await Promise.all(shown.map((document) => readHit(row.id, document, deleted, terms))),
      total: documents.length,
    };
  }

  async function readHit(
    sessionId: string,
    document: SearchDocument,
    deleted: Deletions,
    terms: readonly string[],
  ): Promise<MessageHit> {
    const { message, role, at } = document;
    const row = await db.messages.get(message);
    const shown = row && withoutResults(row, deleted);
    const texts = shown ? textsOf(shown, await outsideTexts(sessionId, [shown])) : [];
    const places = texts.map(({ text }) => foldText(text));
    // The text with the most terms. Among equals, what was said precedes thinking and read content.
    const scores = places.map((text) => terms.filter((term) => text.includes(term)).length);
    const best = scores.indexOf(Math.max(...scores));
    const { field = 'text', text = '' } = texts[best] ?? {};
    const visibleText = field === 'text' || field === 'thinking' ? plainLines(text) : text;
    // Terms that only occur in marks, such as the address of a link, are shown with the marks.
    const excerpted = terms.every((term) => foldText(visibleText).includes(term) || !foldText(text).includes(term))
      ? visibleText
      : text;
    const origin = row?.origin;
    return { message, role, at, ...(origin && { origin }), field, snippet: snippetOf(excerpted, terms) };
  }

  /** Reads what isn't cached in one transaction: with one for each session, that alone takes a third of the time. */
  async function textsOfSessions(rows: readonly SessionRow[]): Promise<ReadonlyMap<string, SessionTexts>> {
    const current = rows.map((row) => ({ row, cached: cache.get(row.id) }));
    const stale = current.filter(({ row, cached }) => !isCurrent(row, cached));
    const added =
      stale.length === 0
        ? []
        : await db.transaction('r', db.messages, () =>
            Promise.all(
              stale.map(({ row: { id }, cached }) =>
                db.messages
                  .where('[sessionId+seq]')
                  .between([id, firstOpen(cached)], [id, Dexie.maxKey])
                  .toArray(),
              ),
            ),
          );
    const texts = new Map(current.flatMap(({ row, cached }) => (cached ? [[row.id, cached]] : [])));
    for (const [index, { row, cached }] of stale.entries()) {
      const read = await readTexts(row, cached, added[index] ?? []);
      keep(row.id, read);
      texts.set(row.id, read);
    }
    return texts;
  }

  async function readTexts(
    { id, lastSeq }: SessionRow,
    cached: SessionTexts | undefined,
    added: readonly StoredMessage[],
  ): Promise<SessionTexts> {
    const from = firstOpen(cached);
    const documents = cached?.documents.filter(({ seq, open }) => seq < from && !open) ?? [];
    const outside = await outsideTexts(id, added);
    const known = new Map<string, string>();
    const same = <T extends string>(text: T): T => (known.get(text) as T | undefined) ?? (known.set(text, text), text);
    let unreadable = 0;
    for (const message of added) {
      try {
        documents.push(readDocument(message, outside, same));
      } catch {
        // A row that no version wrote is counted and reported, and the others are searched.
        unreadable++;
      }
    }
    return { lastSeq, documents, characters: sizeOf(documents), unreadable };
  }

  async function outsideTexts(sessionId: string, messages: readonly StoredMessage[]): Promise<ReferencedTexts> {
    const parts = messages.flatMap((message) => (Array.isArray(message.parts) ? message.parts : []));
    const outputs = new Map<string, string>();
    if (parts.some((part) => part.type === 'tool_result' && part.outcome?.shortened))
      await outputsOf(db, sessionId).each(({ id, text }) => void outputs.set(id, text));
    const hashes = new Set(
      parts.flatMap((part) =>
        part.type === 'file' && TEXT_FILE.test(part.mime) && part.bytes <= FILE_LIMIT ? [part.blob] : [],
      ),
    );
    const files = new Map<string, string>();
    if (hashes.size > 0)
      for (const row of await db.blobs.bulkGet([...hashes])) if (row) files.set(row.hash, await row.bytes.text());
    return { file: (hash) => files.get(hash) ?? '', output: (id) => outputs.get(id) ?? '' };
  }

  function keep(id: string, texts: SessionTexts): void {
    characters += texts.characters - (cache.get(id)?.characters ?? 0);
    if (characters <= maxCachedCharacters) {
      cache.set(id, texts);
      return;
    }
    characters -= texts.characters;
    cache.delete(id);
  }

  function forgetOthers(ids: ReadonlySet<string>): void {
    for (const [id, texts] of cache)
      if (!ids.has(id)) {
        characters -= texts.characters;
        cache.delete(id);
      }
  }

  return { search };
}

export type HistorySearch = ReturnType<typeof createHistorySearch>;

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

function growingBatches(rows: readonly SessionRow[]): SessionRow[][] {
  const batches: SessionRow[][] = [];
  for (let from = 0, size = 1; from < rows.length; size = Math.min(2 * size, MAX_BATCH)) {
    batches.push(rows.slice(from, from + size));
    from += size;
  }
  return batches;
}

function isCurrent({ lastSeq }: SessionRow, cached: SessionTexts | undefined): boolean {
  return cached !== undefined && cached.lastSeq === lastSeq && !cached.documents.some(({ open }) => open);
}

/** Where to continue reading: after the cached messages, or at the first message that may have grown. */
function firstOpen(cached: SessionTexts | undefined): number {
  if (!cached) return 0;
  return cached.documents.find(({ open }) => open)?.seq ?? cached.lastSeq + 1;
}

function sizeOf(documents: readonly SearchDocument[]): number {
  return documents.reduce((sum, { text }) => sum + text.length, 0);
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
