import type { FileSink } from '#archive/files.ts';
import { validTree } from '#archive/merge/valid-tree.ts';
import { blobFile } from '#archive/manifest.ts';
import {
  LibraryRecordSchema,
  recordsOf,
  SessionRecordSchema,
  ToolListRecordSchema,
  type LibraryRecord,
  type SessionHistory,
  type SessionRecord,
} from '#archive/records.ts';
import { countedLines, writeArchive, type HistorySource } from '#archive/write-archive.ts';
import { joinNotes, namedLists } from '#storage/note-lists.ts';
import { requestToPromise } from '#storage/raw/raw-database.ts';
import { encodeRaw } from '#storage/raw/raw-value.ts';
import { readStore, type UnreadableKeys } from '#storage/raw/read-store.ts';
import type { NoteListRow } from '#storage/send-rows.ts';
import { NoteListRowSchema } from '#storage/send-schemas.ts';
import { withTimeLimit } from '#storage/with-time-limit.ts';
import { greatest } from '#core/greatest.ts';
import { errorMessage } from '#core/thrown.ts';
import { rebuildSession, newestValidLeaf } from './rebuild-session.ts';

export interface ReadableExport {
  conversations: number;
  messages: number;
  attachments: number;
  /** Rows that are not part of an archive or don't fit it. They are written unchanged, next to the archive. */
  beside: number;
  /** Rows and ranges of rows that the browser could not read. */
  unreadable: number;
  /** Attachments that conversations name, but that are missing. */
  lost: number;
}

export interface ExportReadableOptions {
  writtenBy: string;
  writtenAt: number;
  signal?: AbortSignal;
  onProgress?: (rows: number) => void;
}

/** The record type of each table in an archive. */
const TYPES: Readonly<Record<string, SessionRecord['type']>> = {
  sessions: 'session',
  messages: 'message',
  overlays: 'overlay',
  sends: 'send',
  usage: 'usage',
  plans: 'plan',
  outputs: 'output',
  drafts: 'draft',
};

const LIBRARY_TYPES: Readonly<Record<string, LibraryRecord['type']>> = {
  folders: 'folder',
  prompts: 'prompt',
  assistants: 'assistant',
  projectFiles: 'project-file',
};

interface Found {
  store: string;
  key: IDBValidKey;
}

const LIMIT_MS = 15_000;
const TELL_EVERY = 500;

/**
 * Writes everything that can still be read from a database, row by row. Conversations become an archive that any Baton
 * restores; lost session rows are rebuilt. Everything else is written unchanged to `beside/`, also bytes whose messages
 * are lost.
 */
export async function exportReadable(
  db: IDBDatabase,
  sink: FileSink,
  options: ExportReadableOptions,
): Promise<ReadableExport> {
  const { signal, onProgress } = options;
  const sessions = new Map<string, Found[]>();
  const library: LibraryRecord[] = [];
  const unnamedBlobs = new Set<string>();
  const toolLists = new Map<string, IDBValidKey>();
  const noteLists = new Set<string>();
  const unreadable: UnreadableKeys[] = [];
  const onUnreadable = (keys: UnreadableKeys) => void unreadable.push(keys);
  let [rows, beside] = [0, 0];

  /** Whether the row is part of the archive. Lists of notes come before the requests that name them. */
  function takes(store: string, key: IDBValidKey, value: unknown): boolean {
    if (store === 'noteLists') {
      const list = NoteListRowSchema.safeParse(value);
      if (list.success) noteLists.add(list.data.digest);
      return list.success;
    }
    const type = TYPES[store];
    if (type !== undefined) {
      const row = type === 'send' ? joinNotes(value, (digest) => (noteLists.has(digest) ? [] : undefined)) : value;
      const record = SessionRecordSchema.safeParse({ type, row });
      if (!record.success) return false;
      const id = record.data.type === 'session' ? record.data.row.id : record.data.row.sessionId;
      const of = sessions.get(id) ?? [];
      of.push({ store, key });
      sessions.set(id, of);
      return true;
    }
    const libraryType = LIBRARY_TYPES[store];
    if (libraryType !== undefined) {
      const record = LibraryRecordSchema.safeParse({ type: libraryType, row: value });
      if (record.success) library.push(record.data);
      return record.success;
    }
    if (store === 'blobs' && typeof key === 'string') unnamedBlobs.add(key);
    if (store === 'toolLists' && typeof key === 'string') toolLists.set(key, key);
    return store === 'toolLists' || store === 'blobs';
  }

  async function* besideOf(store: string): AsyncGenerator {
    for await (const { key, value } of readStore(db, store, onUnreadable)) {
      signal?.throwIfAborted();
      rows += 1;
      if (rows % TELL_EVERY === 0) onProgress?.(rows);
      if (takes(store, key, value)) continue;
      beside += 1;
      yield [key, value].map((one) => encodeRaw(one, () => 'not-kept'));
    }
  }

  for (const store of db.objectStoreNames) await addLines(sink, `beside/${store}.ndjson`, besideOf(store));

  const one = async (store: string, key: IDBValidKey): Promise<unknown> => {
    if (!db.objectStoreNames.contains(store)) return undefined;
    try {
      return await withTimeLimit(
        requestToPromise<unknown>(db.transaction(store).objectStore(store).get(key)),
        LIMIT_MS,
        `read ${store}`,
      );
    } catch (error) {
      onUnreadable({ store, from: key, to: key, why: errorMessage(error) });
      return undefined;
    }
  };
  const withNotes = async (
    row: unknown,
    session: string,
    lists: Map<string, NoteListRow['notes']>,
  ): Promise<unknown> => {
    for (const digest of namedLists(row)) {
      if (lists.has(digest)) continue;
      const list = NoteListRowSchema.safeParse(await one('noteLists', [session, digest]));
      if (list.success) lists.set(digest, list.data.notes);
    }
    return joinNotes(row, (digest) => lists.get(digest));
  };
  const source: HistorySource = {
    async *records(id) {
      const records: SessionRecord[] = [];
      const lists = new Map<string, NoteListRow['notes']>();
      for (const { store, key } of sessions.get(id) ?? []) {
        const stored = await one(store, key);
        const row = store === 'sends' ? await withNotes(stored, id, lists) : stored;
        const record = SessionRecordSchema.safeParse({ type: TYPES[store], row });
        if (record.success) records.push(record.data);
      }
      const history = historyOf(id, records);
      if (history) yield* recordsOf(history);
    },
    async blob(hash) {
      unnamedBlobs.delete(hash);
      const row = await one('blobs', hash);
      const bytes: unknown = typeof row === 'object' && row !== null ? Reflect.get(row, 'bytes') : null;
      return bytes instanceof Blob ? readable(bytes, onUnreadable, hash) : null;
    },
    async toolList(digest) {
      const key = toolLists.get(digest);
      const record = ToolListRecordSchema.safeParse({
        type: 'tool-list',
        row: key === undefined ? null : await one('toolLists', key),
      });
      return record.success ? record.data.row : null;
    },
    async *library() {
      yield* library;
    },
  };
  const manifest = await writeArchive(source, [...sessions.keys()].toSorted(), sink, {
    writtenBy: options.writtenBy,
    writtenAt: options.writtenAt,
    ...(signal && { signal }),
  });
  for (const hash of unnamedBlobs) {
    signal?.throwIfAborted();
    const content = await source.blob(hash);
    if (!content) continue;
    await sink.add(`beside/${blobFile(hash)}`, content);
    beside += 1;
  }
  await addLines(sink, 'unreadable.ndjson', listed(unreadable));
  return {
    conversations: manifest.counts.conversations,
    messages: manifest.counts.messages,
    attachments: manifest.counts.blobs,
    beside,
    unreadable: unreadable.length,
    lost: manifest.lost.length,
  };
}

/** `null` if nothing is left that makes a conversation. */
function historyOf(id: string, records: readonly SessionRecord[]): SessionHistory | null {
  const messages = validTree(records.flatMap((record) => (record.type === 'message' ? [record.row] : [])));
  const overlays = records.flatMap((record) => (record.type === 'overlay' ? [record.row] : []));
  const beside = {
    overlays,
    sends: records.flatMap((record) => (record.type === 'send' ? [record.row] : [])),
    usage: records.flatMap((record) => (record.type === 'usage' ? [record.row] : [])),
    outputs: records.flatMap((record) => (record.type === 'output' ? [record.row] : [])),
  };
  const [only] = records.flatMap((record) => (record.type === 'session' ? [record.row] : []));
  if (!only && messages.length === 0) return null;
  const session = only ?? rebuildSession(id, { messages, ...beside });
  const found = session.leafId === null || messages.some((message) => message.id === session.leafId);
  return {
    session: {
      ...session,
      leafId: found ? session.leafId : newestValidLeaf(messages, overlays),
      lastSeq: greatest(
        messages.map(({ seq }) => seq),
        session.lastSeq,
      ),
    },
    messages,
    ...beside,
    plan: records.flatMap((record) => (record.type === 'plan' ? [record.row] : []))[0] ?? null,
    draft: records.flatMap((record) => (record.type === 'draft' ? [record.row] : []))[0] ?? null,
  };
}

const CHUNK_SIZE = 4 * 1024 ** 2;

/** Ends where the browser gives no more bytes. The archive then reports the blob as damaged. */
async function* readable(
  blob: Blob,
  onUnreadable: (keys: UnreadableKeys) => void,
  hash: string,
): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < blob.size; at += CHUNK_SIZE) {
    let piece: ArrayBuffer;
    try {
      piece = await blob.slice(at, at + CHUNK_SIZE).arrayBuffer();
    } catch (error) {
      onUnreadable({ store: 'blobs', from: hash, to: hash, why: errorMessage(error) });
      return;
    }
    yield new Uint8Array(piece);
  }
}

async function* listed(unreadable: readonly UnreadableKeys[]): AsyncGenerator {
  for (const { store, from, to, why } of unreadable)
    yield { store, from: encodeRaw(from, () => ''), to: encodeRaw(to, () => ''), why };
}

/** Writes no file if there are no lines. */
async function addLines(sink: FileSink, name: string, values: AsyncGenerator): Promise<void> {
  const first = await values.next();
  if (first.done === true) return;
  async function* all(): AsyncGenerator {
    yield first.value;
    yield* values;
  }
  await sink.add(name, countedLines(all(), () => undefined).content);
}
