import { canonicalJson } from '#core/canonical-json.ts';
import { withAncestors } from '#core/folder-tree.ts';
import type { ToolListRow } from '#storage/rows.ts';
import { createFileSha256 } from './file-sha256.ts';
import type { FileSink } from './files.ts';
import {
  ARCHIVE_FORMAT,
  ARCHIVE_VERSION,
  blobFile,
  BLOBS_FILE,
  LIBRARY_FILE,
  MANIFEST_FILE,
  TOOL_LISTS_FILE,
  type ConversationEntry,
  type Manifest,
} from './manifest.ts';
import { blobsOf, type BlobRecord, type LibraryRecord, type SessionRecord, type ToolListRecord } from './records.ts';

/** Where the data to write comes from. */
export interface HistorySource {
  /** The lines of a conversation in the order of `recordsOf`, its own line first. */
  records(sessionId: string): AsyncIterable<SessionRecord>;
  /** `null` when it's no longer stored. */
  blob(hash: string): Promise<AsyncIterable<Uint8Array> | null>;
  toolList(digest: string): Promise<ToolListRow | null>;
  /** All of it, in any order. */
  library(): AsyncIterable<LibraryRecord>;
}

export interface WriteProgress {
  conversations: number;
  of: number;
  blobs: number;
  bytes: number;
}

export interface WriteOptions {
  writtenBy: string;
  writtenAt: number;
  /** `used`: only what these conversations refer to, because the recipients shouldn't see the rest. */
  library?: 'all' | 'used';
  signal?: AbortSignal;
  onProgress?: (progress: WriteProgress) => void;
}

/**
 * Writes conversations as files, the manifest last, so an incomplete archive has none and isn't valid. In memory are
 * one line, and the hashes of attachments.
 */
export async function writeArchive(
  source: HistorySource,
  sessionIds: readonly string[],
  sink: FileSink,
  options: WriteOptions,
): Promise<Manifest> {
  const { signal, onProgress } = options;
  const conversations: ConversationEntry[] = [];
  const mimes = new Map<string, string>();
  const toolDigests = new Set<string>();
  const named = new Set<string>();
  const progress: WriteProgress = { conversations: 0, of: sessionIds.length, blobs: 0, bytes: 0 };

  for (const [index, id] of sessionIds.entries()) {
    signal?.throwIfAborted();
    const file = `conversations/${String(index + 1).padStart(6, '0')}.ndjson`;
    const head = { id, title: '', createdAt: 0, updatedAt: 0, messages: 0 };
    const onRecord = (record: SessionRecord) => {
      if (record.type === 'session') {
        const { title, createdAt, updatedAt, folder, assistant } = record.row;
        Object.assign(head, { title, createdAt, updatedAt });
        for (const id of [folder, assistant]) if (id !== undefined) named.add(id);
      }
      if (record.type === 'message') head.messages++;
      if (record.type === 'send' && record.row.tools !== undefined) toolDigests.add(record.row.tools);
      for (const { blob, mime } of blobsOf(record)) if (!mimes.has(blob)) mimes.set(blob, mime);
    };
    const lines = countedLines(source.records(id), onRecord, signal);
    await sink.add(file, lines.content);
    // A conversation that was deleted meanwhile has no lines; its empty file isn't listed anywhere.
    if (lines.counted().records > 0) conversations.push({ ...head, file, ...lines.counted() });
    progress.conversations++;
    progress.bytes += lines.counted().bytes;
    onProgress?.({ ...progress });
  }

  const toolLists = countedLines(toolListRecords(source, toolDigests), () => undefined, signal);
  await sink.add(TOOL_LISTS_FILE, toolLists.content);

  const included = options.library === 'used' ? named : null;
  const onLibraryRecord = (record: LibraryRecord) => {
    for (const { blob, mime } of blobsOf(record)) if (!mimes.has(blob)) mimes.set(blob, mime);
  };
  const library = countedLines(await libraryRecords(source, included), onLibraryRecord, signal);
  await sink.add(LIBRARY_FILE, library.content);

  const blobs: BlobRecord[] = [];
  const lost: Manifest['lost'] = [];
  for (const [hash, mime] of [...mimes].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    signal?.throwIfAborted();
    const written = await writeBlob(source, sink, hash, signal);
    if (typeof written === 'string') lost.push({ blob: hash, reason: written });
    else {
      blobs.push({ type: 'blob', hash, mime, bytes: written });
      progress.bytes += written;
    }
    progress.blobs++;
    onProgress?.({ ...progress });
  }
  const blobLines = countedLines(blobs, () => undefined, signal);
  await sink.add(BLOBS_FILE, blobLines.content);

  const manifest: Manifest = {
    format: ARCHIVE_FORMAT,
    version: ARCHIVE_VERSION,
    writtenBy: options.writtenBy,
    writtenAt: options.writtenAt,
    counts: {
      conversations: conversations.length,
      messages: sum(conversations.map(({ messages }) => messages)),
      records: sum(conversations.map(({ records }) => records)),
      blobs: blobs.length,
      blobBytes: sum(blobs.map(({ bytes }) => bytes)),
    },
    conversations,
    blobs: { file: BLOBS_FILE, ...blobLines.counted() },
    toolLists: { file: TOOL_LISTS_FILE, ...toolLists.counted() },
    library: { file: LIBRARY_FILE, ...library.counted() },
    lost,
  };
  await sink.add(MANIFEST_FILE, single(new TextEncoder().encode(`${JSON.stringify(manifest, null, 2)}\n`)));
  return manifest;
}

const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0);

async function* single(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

async function* toolListRecords(source: HistorySource, digests: ReadonlySet<string>): AsyncGenerator<ToolListRecord> {
  for (const digest of [...digests].toSorted()) {
    const row = await source.toolList(digest);
    if (row) yield { type: 'tool-list', row };
  }
}

/**
 * Sorted, so that equal libraries have equal files. `named`: ids to include, together with their parent folders and what
 * belongs to those; `null`: all.
 */
async function libraryRecords(source: HistorySource, named: ReadonlySet<string> | null): Promise<LibraryRecord[]> {
  const all: LibraryRecord[] = [];
  for await (const record of source.library()) all.push(record);
  const folders = all.flatMap((record) => (record.type === 'folder' ? [record.row] : []));
  const used = named && withAncestors(folders, named);
  const included = used && new Set([...named, ...used.flatMap(({ id, project }) => [id, project?.assistant ?? id])]);
  const isIncluded = ({ type, row }: LibraryRecord): boolean =>
    included === null || included.has(type === 'project-file' ? row.folder : row.id);
  return all.filter(isIncluded).toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
}

const keyOf = ({ type, row }: LibraryRecord): string => `${type} ${row.id}`;

/** Lines are flushed in chunks of about this size; writing them one by one would be slow. */
const CHUNK_LENGTH = 256 * 1024;

interface Counted {
  records: number;
  bytes: number;
  sha256: string;
}

/** The same value gives the same line, so that equal conversations have equal files and hashes. */
export const lineOf = (record: unknown): string => `${canonicalJson(record)}\n`;

export function countedLines<T>(
  records: AsyncIterable<T> | Iterable<T>,
  onRecord: (record: T) => void,
  signal?: AbortSignal,
): { content: AsyncGenerator<Uint8Array>; counted: () => Counted } {
  const hash = createFileSha256();
  const encoder = new TextEncoder();
  let counted: Counted | null = null;
  let [count, bytes] = [0, 0];
  async function* content(): AsyncGenerator<Uint8Array> {
    let text = '';
    const flush = (): Uint8Array => {
      const piece = encoder.encode(text);
      text = '';
      bytes += piece.length;
      hash.update(piece);
      return piece;
    };
    for await (const record of records) {
      signal?.throwIfAborted();
      onRecord(record);
      count++;
      text += lineOf(record);
      if (text.length >= CHUNK_LENGTH) yield flush();
    }
    if (text !== '') yield flush();
    counted = { records: count, bytes, sha256: await hash.hex() };
  }
  return {
    content: content(),
    counted: () => {
      if (!counted) throw new Error('the sink did not take the whole file');
      return counted;
    },
  };
}

/**
 * Writes a blob and returns its size, or why it's lost. A blob that changed on disk is still written under its name.
 */
async function writeBlob(
  source: HistorySource,
  sink: FileSink,
  hash: string,
  signal: AbortSignal | undefined,
): Promise<number | 'missing' | 'damaged'> {
  const content = await source.blob(hash);
  if (!content) return 'missing';
  const found = createFileSha256();
  let bytes = 0;
  async function* counting(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const piece of pieces) {
      signal?.throwIfAborted();
      found.update(piece);
      bytes += piece.length;
      yield piece;
    }
  }
  await sink.add(blobFile(hash), counting(content));
  return (await found.hex()) === hash ? bytes : 'damaged';
}
