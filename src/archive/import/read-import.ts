import { ArchiveError } from '../archive-error.ts';
import { FILE_LIMITS, guardFiles, type FileLimits, type PackedFile } from '../files.ts';
import { IMPORTERS } from './importers.ts';
import type { ImportContext, ImportedValue } from './importer.ts';
import { jsonValues, type JsonRead } from './json-values.ts';
import { note, skip, type ImportReceipt } from './receipt.ts';
import type { Source } from './imported.ts';
import { fileFinder, sessionIdOf, toHistory, type ImportedHistory } from './to-history.ts';

export interface ReadImportOptions {
  limits?: FileLimits;
  signal?: AbortSignal;
  /** Files that are done, of all that are looked at. */
  onProgress?: (done: number, of: number) => void;
  /** Conversations that are done. */
  onConversation?: (done: number) => void;
  /** Ids of conversations as they are in Baton: only these. */
  only?: ReadonlySet<string>;
}

const CHATS = /\.(json|jsonl|ndjson)$/i;

/**
 * The conversations of an export of whatever program, told by the shape of what is in its files and not by their
 * names. One conversation is in memory at a time. `receipt` is filled as reading goes on.
 */
export async function* readImport(
  files: readonly PackedFile[],
  receipt: ImportReceipt,
  options: ReadImportOptions = {},
): AsyncGenerator<ImportedHistory> {
  const { limits = FILE_LIMITS, onProgress } = options;
  const guarded = [...guardFiles(files, limits).values()];
  const find = fileFinder(guarded);
  const chats = chatFiles(guarded);
  for (const [index, file] of chats.entries()) {
    const context: ImportContext = {
      file: file.name,
      bytes: file.bytes,
      find,
      skip: (at, reason, detail) =>
        skip(receipt, { where: `${file.name}, ${at}`, reason, ...(detail !== undefined && { detail }) }),
      note: (one) => note(receipt, one),
    };
    try {
      yield* readFile(file, context, receipt, options);
    } catch (error) {
      if (!(error instanceof ArchiveError)) throw error;
      const reason = error.code === 'too-large' ? 'too-large' : 'unreadable';
      skip(receipt, { where: file.name, reason, detail: error.detail });
    }
    onProgress?.(index + 1, chats.length);
  }
}

/** Those that can hold conversations, in order. A file alone may be called anything. */
export function chatFiles(files: readonly PackedFile[]): PackedFile[] {
  const chats = files.length === 1 ? files : files.filter(({ name }) => CHATS.test(name));
  return chats.toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

/**
 * Whose export this is, by how each file begins; the program with the most files first. Rejects where nothing was
 * recognised because it could not be read.
 */
export async function recogniseImport(
  files: readonly PackedFile[],
  { limits = FILE_LIMITS, signal }: Pick<ReadImportOptions, 'limits' | 'signal'> = {},
): Promise<{ source: Source; files: number }[]> {
  const found = new Map<Source, number>();
  let problem: ArchiveError | null = null;
  for (const file of chatFiles([...guardFiles(files, limits).values()])) {
    try {
      const source = await sourceOf(file, signal);
      if (source) found.set(source, (found.get(source) ?? 0) + 1);
    } catch (error) {
      if (!(error instanceof ArchiveError)) throw error;
      problem ??= error;
    }
  }
  if (problem && found.size === 0) throw problem;
  return [...found].map(([source, count]) => ({ source, files: count })).toSorted((a, b) => b.files - a.files);
}

async function sourceOf(file: PackedFile, signal: AbortSignal | undefined): Promise<Source | null> {
  for await (const read of jsonValues(file.read())) {
    signal?.throwIfAborted();
    if (read.ok) return IMPORTERS.find((one) => one.matches(read.value))?.source ?? null;
  }
  return null;
}

async function* readFile(
  file: PackedFile,
  context: ImportContext,
  receipt: ImportReceipt,
  { signal, only }: ReadImportOptions,
): AsyncGenerator<ImportedHistory> {
  const values = readable(jsonValues(file.read()), context, signal);
  const first = await values.next();
  if (first.done) {
    if (!receipt.skipped.some(({ where }) => where.startsWith(`${file.name},`)))
      skip(receipt, { where: file.name, reason: 'unreadable' });
    return;
  }
  const importer = IMPORTERS.find((one) => one.matches(first.value.value));
  if (!importer) {
    skip(receipt, { where: file.name, reason: 'unknown-shape' });
    return;
  }
  for await (const conversation of importer.read(again(first.value, values), context)) {
    signal?.throwIfAborted();
    if (only && !only.has(sessionIdOf(conversation))) continue;
    const history = await toHistory(conversation, file.name, receipt);
    if (history) yield history;
  }
}

async function* readable(
  reads: AsyncIterable<JsonRead>,
  context: ImportContext,
  signal: AbortSignal | undefined,
): AsyncGenerator<ImportedValue, undefined> {
  for await (const read of reads) {
    signal?.throwIfAborted();
    if (read.ok) yield read;
    else context.skip(read.at, 'unreadable', read.reason);
  }
  return undefined;
}

async function* again(first: ImportedValue, rest: AsyncIterable<ImportedValue>): AsyncGenerator<ImportedValue> {
  yield first;
  yield* rest;
}
