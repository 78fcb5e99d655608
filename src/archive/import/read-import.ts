import { ArchiveError } from '../archive-error.ts';
import { FILE_LIMITS, guardFiles, type FileLimits, type PackedFile } from '../files.ts';
import { readCompanions } from './companion-files.ts';
import { findImporter, IMPORTERS } from './importers.ts';
import { isNoChat, pieceFiles } from './piece-files.ts';
import type { ImportContext, ImportedValue, Importer } from './base/importer.ts';
import { decoded, scanned, type JsonEnd, type JsonRead } from './base/json-values.ts';
import { drop, note, skip, type ImportReceipt } from './base/receipt.ts';
import type { Source } from './source.ts';
import { isSqlite, MAGIC_BYTES, readTables, SqliteError } from './base/sqlite.ts';
import { takeoutValues } from './base/takeout-html.ts';
import { fileFinder, isEmpty, sessionIdOf, toHistory, type ImportedHistory } from './base/to-history.ts';

export interface ReadImportOptions {
  /** Milliseconds since 1970; used where the source has no time. */
  now: number;
  limits?: FileLimits;
  signal?: AbortSignal;
  /** Number of files read, and number of files to read. */
  onProgress?: (done: number, of: number) => void;
  /** Number of conversations read. */
  onConversation?: (done: number) => void;
  /** Read only the conversations with these ids (Baton's, not the source's). */
  only?: ReadonlySet<string>;
}

/** Lines that were compressed with Zstandard aren't read, but said to be there. */
const CHATS = /\.(json|jsonl|jsonl\.zst|ndjson|sqlite3?|db)$/i;

/** Databases are read as a whole, and their rows take as much again. */
const MAX_DATABASE_BYTES = 512 * 1024 ** 2;

const TABLES = Object.values<Importer>(IMPORTERS).flatMap(({ tables = [] }) => tables);

/** Pages may be Google's activities; ChatGPT's page only repeats its JSON. */
const PAGES = /(?<!(?:^|\/)chat)\.html?$/i;

/**
 * Yields the conversations of any program's export. The program is recognized by the shape of the content, not by file
 * names. One conversation is in memory at a time. `receipt` is filled while reading.
 */
export async function* readImport(
  files: readonly PackedFile[],
  receipt: ImportReceipt,
  options: ReadImportOptions,
): AsyncGenerator<ImportedHistory> {
  const { limits = FILE_LIMITS, onProgress } = options;
  const byName = guardFiles(files, limits);
  const guarded = [...byName.values()];
  const find = fileFinder(guarded);
  const candidates = conversationFiles(guarded);
  const beside = await readCompanions(candidates);
  const chats = candidates.filter(({ name }) => !beside.names.has(name));
  const pieces = pieceFiles(guarded, (where, reason, detail) =>
    skip(receipt, { where, reason, ...(detail !== undefined && { detail }) }),
  );
  for (const [index, file] of chats.entries()) {
    const context: ImportContext = {
      file: file.name,
      bytes: file.bytes,
      find,
      skip: (at, reason, detail) =>
        skip(receipt, { where: `${file.name}, ${at}`, reason, ...(detail !== undefined && { detail }) }),
      note: (one) => note(receipt, one),
      beside: (id) => beside.get(id),
      other(end) {
        const other = chats.find(({ name }) => name.replace(/\.[^./]*$/, '').endsWith(end) && name !== file.name);
        // What is unreadable in it is said where it is read by itself.
        return other ? readable(valuesOf(other), options.signal, () => undefined) : null;
      },
      pieces: (folder) => pieces.inFolder(folder),
    };
    // SQLite writes there first, and copies it into the database when the program is closed.
    if ((byName.get(`${file.name}-wal`)?.bytes ?? 0) > 0) note(receipt, 'database-open');
    try {
      yield* readFile(file, context, receipt, options);
    } catch (error) {
      if (!(error instanceof ArchiveError)) throw error;
      const isTooLarge = error.code === 'too-large' || error.code === 'database-too-large';
      const reason = isTooLarge ? 'too-large' : 'unreadable';
      skip(receipt, { where: file.name, reason, detail: error.detail });
    }
    onProgress?.(index + 1, chats.length);
  }
  for (const { file, name } of beside.unused()) skip(receipt, { where: file, reason: 'project-unused', detail: name });
  for (const folder of pieces.unused()) skip(receipt, { where: folder, reason: 'incomplete' });
}

/** The files that can contain conversations or pieces of them, sorted. A single file can have any name. */
export function chatFiles(files: readonly PackedFile[]): PackedFile[] {
  const chats = files.length === 1 ? files : files.filter(({ name }) => CHATS.test(name) || PAGES.test(name));
  return chats.toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

/** The files that are read by themselves. */
function conversationFiles(files: readonly PackedFile[]): PackedFile[] {
  return chatFiles(files).filter(({ name }) => !isNoChat(name));
}

export interface Recognized {
  sources: { source: Source; files: number }[];
  /** Why there may be none. `empty`: lists without an entry; `blank`: files without anything. */
  others: Readonly<Record<'empty' | 'blank' | 'cut-off' | 'unknown', number>>;
}

/**
 * Recognizes the program by how each file begins; the program with the most files comes first. Rejects when nothing was
 * recognized because it couldn't be read.
 */
export async function recognizeImport(
  files: readonly PackedFile[],
  { limits = FILE_LIMITS, signal }: Pick<ReadImportOptions, 'limits' | 'signal'> = {},
): Promise<Recognized> {
  const found = new Map<Source, number>();
  const others = { empty: 0, blank: 0, 'cut-off': 0, unknown: 0 };
  let problem: ArchiveError | null = null;
  for (const file of conversationFiles([...guardFiles(files, limits).values()])) {
    try {
      const { source, why } = await sourceOf(file, signal);
      if (source === null) others[why]++;
      else found.set(source, (found.get(source) ?? 0) + 1);
    } catch (error) {
      if (!(error instanceof ArchiveError)) throw error;
      problem ??= error;
    }
  }
  if (problem && found.size === 0) throw problem;
  const sources = [...found].map(([source, count]) => ({ source, files: count }));
  return { sources: sources.toSorted((a, b) => b.files - a.files), others };
}

type Told = { source: Source; why: null } | { source: null; why: keyof Recognized['others'] };

async function sourceOf(file: PackedFile, signal: AbortSignal | undefined): Promise<Told> {
  const reads = valuesOf(file);
  let isCutOff = false;
  const values = readable(reads, signal, (read) => (isCutOff ||= read.isCutOff === true));
  try {
    const { found, end } = await begin(values);
    if (found) return { source: found[0], why: null };
    const why = (
      { 'empty-list': 'empty', blank: 'blank', values: 'unknown', nothing: 'unknown', page: 'unknown' } as const
    )[end ?? 'values'];
    return { source: null, why: isCutOff ? 'cut-off' : why };
  } finally {
    await values.return('nothing');
  }
}

/** The first entry may be damaged, or of a kind that says little. */
const TRIED = 20;

interface Beginning {
  /** The values that were read to recognize the program. */
  first: ImportedValue[];
  found: ReturnType<typeof findImporter>;
  /** Where the file ended meanwhile. */
  end: JsonEnd | null;
}

async function begin(values: AsyncIterator<ImportedValue, JsonEnd>): Promise<Beginning> {
  const first: ImportedValue[] = [];
  while (first.length < TRIED) {
    const next = await values.next();
    if (next.done) return { first, found: null, end: next.value };
    first.push(next.value);
    const found = findImporter(next.value.value);
    if (found) return { first, found, end: null };
  }
  return { first, found: null, end: null };
}

/** JSON of any form, the tables of a database, or the activities of a page. */
async function* valuesOf(file: PackedFile): AsyncGenerator<JsonRead, JsonEnd> {
  const { start, all: bytes } = await begun(file.read(), MAGIC_BYTES);
  if (isSqlite(start)) {
    yield await tablesOf(file, bytes);
    return 'values';
  }
  const texts = decoded(bytes);
  const first = await texts.next();
  const all = concatenated(first.done ? '' : first.value, texts);
  if (first.done || !/^\s*</.test(first.value)) return yield* scanned(all);
  let found = false;
  for await (const read of takeoutValues(all)) {
    found = true;
    yield read;
  }
  return found ? 'values' : 'page';
}

/** The first bytes, at least `least` where there are as many, and all of them. */
async function begun(
  pieces: AsyncIterable<Uint8Array>,
  least: number,
): Promise<{ start: Uint8Array; all: AsyncGenerator<Uint8Array> }> {
  const rest = pieces[Symbol.asyncIterator]();
  let start: Uint8Array = new Uint8Array();
  while (start.length < least) {
    const next = await rest.next();
    if (next.done) break;
    start = joined([start, next.value], start.length + next.value.length);
  }
  return { start, all: concatenated(start, { [Symbol.asyncIterator]: () => rest }) };
}

function joined(pieces: Iterable<Uint8Array>, length: number): Uint8Array {
  const all = new Uint8Array(length);
  let at = 0;
  for (const piece of pieces) {
    all.set(piece, at);
    at += piece.length;
  }
  return all;
}

async function tablesOf({ bytes }: PackedFile, pieces: AsyncIterable<Uint8Array>): Promise<JsonRead> {
  if (bytes > MAX_DATABASE_BYTES)
    throw new ArchiveError('database-too-large', `${bytes} of at most ${MAX_DATABASE_BYTES} bytes`);
  // Filled in place: the pieces beside the whole would take as much again.
  const all = new Uint8Array(bytes);
  let end = 0;
  for await (const piece of pieces) {
    if (end + piece.length > bytes) throw new ArchiveError('damaged', `more than ${bytes} bytes`);
    all.set(piece, end);
    end += piece.length;
  }
  try {
    return { ok: true, value: { sqlite: readTables(all.subarray(0, end), TABLES) }, at: 1 };
  } catch (error) {
    if (!(error instanceof SqliteError)) throw error;
    throw new ArchiveError('damaged', error.message);
  }
}

async function* concatenated<T>(first: T, rest: AsyncIterable<T>): AsyncGenerator<T> {
  yield first;
  yield* rest;
}

async function* readFile(
  file: PackedFile,
  context: ImportContext,
  receipt: ImportReceipt,
  { signal, only, now }: ReadImportOptions,
): AsyncGenerator<ImportedHistory> {
  const values = readable(valuesOf(file), signal, ({ at, reason, isCutOff }) => {
    context.skip(at, isCutOff ? 'cut-off' : 'unreadable', isCutOff ? undefined : reason);
    // One entry is named, but nobody knows how many are missing.
    if (isCutOff) context.note('cut-off');
  });
  const { first, found, end } = await begin(values);
  if (!found) {
    // Many exports contain pages, too.
    const reasons = {
      'empty-list': 'empty-file',
      blank: 'blank-file',
      nothing: 'unreadable',
      page: 'unknown-shape',
    } as const;
    if (first.length > 0) skip(receipt, { where: file.name, reason: 'unknown-shape' });
    else if (end !== null && end !== 'values' && !(end === 'page' && PAGES.test(file.name)))
      skip(receipt, { where: file.name, reason: reasons[end] });
    await values.return('nothing');
    return;
  }
  const [source, importer] = found;
  for await (const conversation of importer.read(withFirst(first, values), context)) {
    signal?.throwIfAborted();
    // Empty conversations can't be selected, so they are always reported.
    if (isEmpty(conversation))
      skip(receipt, { where: file.name, reason: 'empty', detail: conversation.title.slice(0, 100) });
    else if (!only || only.has(sessionIdOf(conversation))) {
      const history = await toHistory(conversation, { where: file.name, program: importer.name, receipt, now });
      drop(receipt, source, conversation.fields.unread(importer.meaningless));
      yield history;
    }
  }
}

async function* readable(
  reads: AsyncGenerator<JsonRead, JsonEnd>,
  signal: AbortSignal | undefined,
  onUnreadable: (read: Extract<JsonRead, { ok: false }>) => void,
): AsyncGenerator<ImportedValue, JsonEnd> {
  try {
    for (;;) {
      const { done, value } = await reads.next();
      signal?.throwIfAborted();
      if (done) return value;
      if (value.ok) yield value;
      else onUnreadable(value);
    }
  } finally {
    await reads.return('nothing');
  }
}

async function* withFirst(
  first: readonly ImportedValue[],
  rest: AsyncIterable<ImportedValue>,
): AsyncGenerator<ImportedValue> {
  yield* first;
  yield* rest;
}
