import { ArchiveError } from '../archive-error.ts';
import { FILE_LIMITS, guardFiles, type FileLimits, type PackedFile } from '../files.ts';
import { IMPORTERS } from './importers.ts';
import type { ImportContext, ImportedValue } from './importer.ts';
import { jsonValues, type JsonRead } from './json-values.ts';
import { note, skip, type ImportReceipt } from './receipt.ts';
import { fileFinder, toHistory, type ImportedHistory } from './to-history.ts';

export interface ReadImportOptions {
  limits?: FileLimits;
  signal?: AbortSignal;
  /** Files that are done, of all that are looked at. */
  onProgress?: (done: number, of: number) => void;
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
  const { limits = FILE_LIMITS, signal, onProgress } = options;
  const guarded = [...guardFiles(files, limits).values()];
  const find = fileFinder(guarded);
  // A file alone may be called anything.
  const chats = guarded.length === 1 ? guarded : guarded.filter(({ name }) => CHATS.test(name));
  for (const [index, file] of chats.toSorted((a, b) => (a.name < b.name ? -1 : 1)).entries()) {
    const context: ImportContext = {
      file: file.name,
      find,
      skip: (at, reason, detail) =>
        skip(receipt, { where: `${file.name}, ${at}`, reason, ...(detail !== undefined && { detail }) }),
      note: (one) => note(receipt, one),
    };
    try {
      yield* readFile(file, context, receipt, signal);
    } catch (error) {
      if (!(error instanceof ArchiveError)) throw error;
      const reason = error.code === 'too-large' ? 'too-large' : 'unreadable';
      skip(receipt, { where: file.name, reason, detail: error.detail });
    }
    onProgress?.(index + 1, chats.length);
  }
}

async function* readFile(
  file: PackedFile,
  context: ImportContext,
  receipt: ImportReceipt,
  signal: AbortSignal | undefined,
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
