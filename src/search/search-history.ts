import { plainLines } from '#markdown/plain-excerpt.ts';
import { Dexie } from 'dexie';
import type { Origin } from '#core/vendor.ts';
import type { BatonDatabase } from '#storage/database.ts';
import { outputsOf } from '#storage/output-repository.ts';
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

/**
 * Full-text search over all sessions by scanning, without an index that could be damaged or fall behind: measured at 12
 * to 55 ms for 100,000 messages in memory (libraries.md f), and exact in every language. A session is read on its first
 * search, and after that only what was added to it.
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
    forgetOthers(new Set(rows.map(({ id }) => id)));
    if (isEmptyQuery(query)) return summary;
    const inOrder = organizationMatcher(query.filters, await db.folders.toArray());
    const matching = rows
      .filter((row) => isWanted(row, query) && inOrder(row))
      .sort((a, b) => b.updatedAt - a.updatedAt);
    let left = inAll;
    for (const row of matching) {
      if (signal.aborted) break;
      const texts = await textsOfSession(row);
      summary.unreadable += texts.unreadable;
      const found = await findIn(row, texts, query, Math.min(perSession, left));
      if (!found || signal.aborted) continue;
      summary.sessions++;
      summary.messages += found.total;
      left -= found.hits.length;
      onFound(found);
    }
    return summary;
  }

  async function findIn(
    row: SessionRow,
    { documents }: SessionTexts,
    query: SearchQuery,
    limit: number,
  ): Promise<SessionHits | null> {
    const inTitle = matchesTitle(row, query);
    const { leaf } = query.filters;
    const searched = leaf === undefined ? documents : pathTo(leaf, documents);
    const matching = searched.filter((document) => matchesDocument(document, query));
    if (!inTitle && matching.length === 0) return null;
    const hidden = matching.length === 0 ? new Set<string>() : await hiddenMessages(db, row.id);
    const visible = matching.filter(({ message }) => !hidden.has(message));
    if (!inTitle && visible.length === 0) return null;
    const shown = visible.slice(Math.max(0, visible.length - limit)).toReversed();
    return {
      id: row.id,
      title: row.title,
      updatedAt: row.updatedAt,
      pinned: row.pinned === 1,
      archived: row.archivedAt !== undefined,
      deleted: row.deletedAt > 0,
      ...(row.task?.above.at(-1) !== undefined && { taskOf: row.task.above.at(-1) ?? '' }),
      titleMarks: markText(row.title, query.terms),
      hits: await Promise.all(shown.map((document) => readHit(row.id, document, query.terms))),
      total: visible.length,
    };
  }

  async function readHit(sessionId: string, document: SearchDocument, terms: readonly string[]): Promise<MessageHit> {
    const { message, role, at } = document;
    const row = await db.messages.get(message);
    const texts = row ? textsOf(row, await outsideTexts(sessionId, [row])) : [];
    const places = texts.map(({ text }) => foldText(text));
    // The text with the most terms. Among equals, what was said precedes thinking and read content.
    const scores = places.map((text) => terms.filter((term) => text.includes(term)).length);
    const best = scores.indexOf(Math.max(...scores));
    const { field = 'text', text = '' } = texts[best] ?? {};
    const visibleText = field === 'text' || field === 'thinking' ? plainLines(text) : text;
    // Terms that only occur in marks, such as the address of a link, are shown with the marks.
    const shown = terms.every((term) => foldText(visibleText).includes(term) || !foldText(text).includes(term))
      ? visibleText
      : text;
    const origin = row?.origin;
    return { message, role, at, ...(origin && { origin }), field, snippet: snippetOf(shown, terms) };
  }

  async function textsOfSession(row: SessionRow): Promise<SessionTexts> {
    const cached = cache.get(row.id);
    if (cached && cached.lastSeq === row.lastSeq && !cached.documents.some(({ open }) => open)) return cached;
    const closed = cached?.documents.filter(({ open }) => !open) ?? [];
    const from = firstOpen(cached);
    const added = await db.messages.where('[sessionId+seq]').between([row.id, from], [row.id, Dexie.maxKey]).toArray();
    const outside = await outsideTexts(row.id, added);
    const texts: SessionTexts = {
      lastSeq: row.lastSeq,
      documents: closed.filter(({ seq }) => seq < from),
      characters: 0,
      unreadable: 0,
    };
    for (const message of added) {
      try {
        texts.documents.push(readDocument(message, outside));
      } catch {
        // A row that no version wrote is counted and reported, and the others are searched.
        texts.unreadable++;
      }
    }
    texts.characters = sizeOf(texts.documents);
    keep(row.id, texts);
    return texts;
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

/** Where to continue reading: after the cached messages, or at the first message that may have grown. */
function firstOpen(cached: SessionTexts | undefined): number {
  if (!cached) return 0;
  return cached.documents.find(({ open }) => open)?.seq ?? cached.lastSeq + 1;
}

function sizeOf(documents: readonly SearchDocument[]): number {
  return documents.reduce((sum, { texts }) => sum + texts.reduce((all, { text }) => all + text.length, 0), 0);
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
