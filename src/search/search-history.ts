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
  /** Who answered; absent for questions and tools. */
  origin?: Origin;
  field: Field;
  snippet: Snippet;
}

/** What was found in one conversation. */
export interface SessionHits {
  id: string;
  title: string;
  updatedAt: number;
  pinned: boolean;
  archived: boolean;
  deleted: boolean;
  /** The conversation it is a task of. */
  taskOf?: string;
  titleMarks: Highlight[];
  /** Newest first; not more than asked for, and none once there are enough of them. */
  hits: MessageHit[];
  /** Of messages, shown or not. */
  total: number;
}

export interface SearchSummary {
  sessions: number;
  messages: number;
  /** Rows that could not be read; everything else was searched. */
  unreadable: number;
}

export interface SearchOptions {
  signal: AbortSignal;
  /** Hits of one conversation that are read and handed over. */
  perSession: number;
  /** Hits in all; what is found beyond them is counted only. */
  inAll: number;
  /** Called once for each conversation in which something was found, the one written in last first. */
  onFound: (found: SessionHits) => void;
}

interface SessionTexts {
  lastSeq: number;
  documents: SearchDocument[];
  characters: number;
  unreadable: number;
}

/** Attached files are searched up to here, in bytes. */
const FILE_LIMIT = 2_000_000;
const TEXT_FILE =
  /^(text\/|application\/(json|xml|x-ndjson|yaml|x-yaml|toml|javascript|typescript|sql))|[+](json|xml)$/u;

/** Folded texts that are kept between searches, in characters: some 100,000 messages. What is beyond is read again. */
const KEPT_CHARACTERS = 150_000_000;

/**
 * Full text over all conversations by reading, without an index that could be damaged or fall behind: measured at 12 to
 * 55 ms for 100,000 messages in memory (libraries.md f), and exact in every language. A conversation is read when it is
 * searched first, and from then on what was added to it.
 */
export function createHistorySearch(db: BatonDatabase, kept = KEPT_CHARACTERS) {
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
    const wanted = rows.filter((row) => isWanted(row, query) && inOrder(row)).sort((a, b) => b.updatedAt - a.updatedAt);
    let left = inAll;
    for (const row of wanted) {
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
    // The text that holds most of the words; of equal ones what was said goes before what was thought or read.
    const scores = places.map((text) => terms.filter((term) => text.includes(term)).length);
    const best = scores.indexOf(Math.max(...scores));
    const { field = 'text', text = '' } = texts[best] ?? {};
    const said = field === 'text' || field === 'thinking' ? plainLines(text) : text;
    // Words that stand in marks alone, such as the address of a link, are shown with them.
    const shown = terms.every((term) => foldText(said).includes(term) || !foldText(text).includes(term)) ? said : text;
    const origin = row?.origin;
    return { message, role, at, ...(origin && { origin }), field, snippet: snippetOf(shown, terms) };
  }

  async function textsOfSession(row: SessionRow): Promise<SessionTexts> {
    const known = cache.get(row.id);
    if (known && known.lastSeq === row.lastSeq && !known.documents.some(({ open }) => open)) return known;
    const closed = known?.documents.filter(({ open }) => !open) ?? [];
    const from = firstOpen(known);
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
        // A row that no version wrote; it is counted and told, and the others are searched.
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
    if (characters <= kept) {
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

/** By its title, unless something is asked of messages. What is pinned, tagged or deleted is found without any word. */
function matchesTitle({ title }: SessionRow, { terms, filters }: SearchQuery): boolean {
  if (filtersByMessage(filters) || filters.session !== undefined) return false;
  const folded = foldText(title);
  return terms.every((term) => folded.includes(term));
}

/** Where to read on: behind what is known, or at the first message that may have grown. */
function firstOpen(known: SessionTexts | undefined): number {
  if (!known) return 0;
  return known.documents.find(({ open }) => open)?.seq ?? known.lastSeq + 1;
}

function sizeOf(documents: readonly SearchDocument[]): number {
  return documents.reduce((sum, { texts }) => sum + texts.reduce((all, { text }) => all + text.length, 0), 0);
}

/** Oldest first. */
function pathTo(leaf: string, documents: readonly SearchDocument[]): SearchDocument[] {
  const path: SearchDocument[] = [];
  let wanted: string | null = leaf;
  // A parent always stands before its children.
  for (const document of documents.toReversed()) {
    if (document.message !== wanted) continue;
    path.push(document);
    wanted = document.parent;
  }
  return path.toReversed();
}
