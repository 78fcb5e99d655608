import { isObject } from '#core/json.ts';
import type { SearchDocument } from './search-document.ts';

/** Messages of one chunk, so that a growing conversation adds a chunk and rewrites none. */
const PER_CHUNK = 500;

/** The documents of a stretch of a conversation, in columns: 100,000 small objects would take as long as the messages. */
export interface FoldChunk {
  session: string;
  /** The first and the last place that it covers. */
  from: number;
  to: number;
  /** The count of rewrites when its messages were read. */
  made: number;
  /** Places whose messages are read as they are, because they may change or are not whole in their row. */
  unkept: number[];
  ids: string[];
  /** The place of the parent among `ids`, or its id. */
  parents: (number | string | null)[];
  seqs: number[];
  at: number[];
  /** The place in `kinds`. */
  kind: number[];
  kinds: Kind[];
  /** All texts together, and where each ends. */
  text: string;
  ends: number[];
}

type Kind = Pick<SearchDocument, 'role' | 'vendor' | 'model' | 'tools' | 'having'>;

/** What of a conversation is kept. */
export interface KeptTexts {
  documents: SearchDocument[];
  to: number;
  unkept: number[];
  /** The least of its chunks. */
  made: number;
}

export interface Stretch {
  session: string;
  from: number;
  to: number;
  made: number;
  unkept: ReadonlySet<number>;
}

/** `documents` in order, none of them in `unkept`. */
export function toChunks(
  documents: readonly SearchDocument[],
  { session, from, to, made, unkept }: Stretch,
): FoldChunk[] {
  const chunks: FoldChunk[] = [];
  for (let at = 0; at === 0 || at < documents.length; at += PER_CHUNK) {
    const some = documents.slice(at, at + PER_CHUNK);
    const next = documents[at + PER_CHUNK];
    const first = chunks.at(-1)?.to ?? from - 1;
    const last = next ? next.seq - 1 : to;
    const left = [...unkept].filter((seq) => seq > first && seq <= last);
    chunks.push({ session, from: first + 1, to: last, made, unkept: left, ...columnsOf(some) });
  }
  return chunks;
}

function columnsOf(documents: readonly SearchDocument[]) {
  const places = new Map(documents.map(({ message }, place) => [message, place]));
  const kinds: Kind[] = [];
  const known = new Map<string, number>();
  let end = 0;
  return {
    ids: documents.map(({ message }) => message),
    parents: documents.map(({ parent }) => (parent === null ? null : (places.get(parent) ?? parent))),
    seqs: documents.map(({ seq }) => seq),
    at: documents.map(({ at }) => at),
    kind: documents.map(({ role, vendor, model, tools, having }) => {
      const kind = { role, vendor, model, tools, having };
      const key = JSON.stringify(kind);
      const place = known.get(key) ?? kinds.push(kind) - 1;
      known.set(key, place);
      return place;
    }),
    kinds,
    text: documents.map(({ text }) => text).join(''),
    ends: documents.map(({ text }) => (end += text.length)),
  };
}

/** `null` if the rows are not what `toChunks` makes, or don't cover the conversation from its beginning. */
export function fromChunks(rows: readonly unknown[]): KeptTexts | null {
  const kept: KeptTexts = { documents: [], to: -1, unkept: [], made: Infinity };
  for (const row of rows) {
    if (!isChunk(row) || row.from !== kept.to + 1) return null;
    addDocuments(kept.documents, row);
    kept.unkept.push(...row.unkept);
    kept.to = row.to;
    kept.made = Math.min(kept.made, row.made);
  }
  return rows.length === 0 ? null : kept;
}

function addDocuments(
  documents: SearchDocument[],
  { ids, parents, seqs, at, kind, kinds, text, ends }: FoldChunk,
): void {
  let begin = 0;
  for (const [place, message] of ids.entries()) {
    const parent = parents[place] ?? null;
    const end = ends[place] ?? 0;
    documents.push({
      message,
      parent: typeof parent === 'number' ? (ids[parent] ?? null) : parent,
      seq: seqs[place] ?? 0,
      at: at[place] ?? 0,
      ...(kinds[kind[place] ?? 0] as Kind),
      text: text.slice(begin, end),
      open: false,
    });
    begin = end;
  }
}

function isChunk(row: unknown): row is FoldChunk {
  if (!isObject(row)) return false;
  const { from, to, made, unkept, ids, parents, seqs, at, kind, kinds, text, ends } = row;
  if (!isNumber(from) || !isNumber(to) || !isNumber(made) || typeof text !== 'string') return false;
  if (!isList(unkept, isNumber) || !isList(ids, isString) || !isList(parents, isParent) || !isList(seqs, isNumber))
    return false;
  if (!isList(at, isNumber) || !isList(kind, isNumber) || !isList(ends, isNumber) || !isList(kinds, isKind))
    return false;
  const length = ids.length;
  return (
    [parents, seqs, at, kind, ends].every((column) => column.length === length) &&
    (ends.at(-1) ?? 0) === text.length &&
    ends.every((end, place) => end >= (ends[place - 1] ?? 0)) &&
    kind.every((place) => place in kinds) &&
    parents.every((parent) => typeof parent !== 'number' || parent in ids)
  );
}

/** Whether a document can be kept: a row of another shape is read as it is. */
export function isKeepable(document: SearchDocument): boolean {
  const { message, parent, seq, at, text } = document;
  return isString(message) && isParent(parent) && isNumber(seq) && isNumber(at) && isString(text) && isKind(document);
}

const isNumber = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value);
const isString = (value: unknown): value is string => typeof value === 'string';
const isParent = (value: unknown): value is number | string | null =>
  value === null || isString(value) || isNumber(value);

function isKind(value: unknown): value is Kind {
  if (!isObject(value)) return false;
  const { role, vendor, model, tools, having } = value;
  return (
    isString(role) &&
    (vendor === null || isString(vendor)) &&
    isString(model) &&
    isList(tools, isString) &&
    isNumber(having)
  );
}

const isList = <T>(value: unknown, is: (one: unknown) => one is T): value is T[] =>
  Array.isArray(value) && value.every((one) => is(one));
