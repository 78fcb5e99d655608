import { MAX_FOLDER_DEPTH } from '#core/folder-tree.ts';
import { createSha256 } from '#core/sha256.ts';
import type { FolderRow, StoredMessage, StoredPart } from '#storage/rows.ts';
import { imageName } from '#core/image-name.ts';
import { normalizeTag, withTag } from '#storage/session-tags.ts';
import { ArchiveError } from '../../archive-error.ts';
import type { PackedFile } from '../../files.ts';
import type { SessionHistory } from '../../records.ts';
import { titleOfMessages } from '../../title-of-messages.ts';
import { fileType, wasVideo } from './file-type.ts';
import type { ImportedConversation, ImportedFile, ImportedFolder, ImportedMessage } from './imported.ts';
import { textOfParts } from './links.ts';
import { note, skip, type ImportReceipt } from './receipt.ts';
import { chainOf, separateResults } from './separate-results.ts';

export interface ImportedHistory {
  history: SessionHistory;
  /** Bytes of its attachments by hash. */
  blobs: ReadonlyMap<string, () => AsyncIterable<Uint8Array>>;
  /** Folders that contain it, the outermost first. */
  folders: FolderRow[];
  /** It contains no times, so everything has the time of the import. */
  undated: boolean;
  /**
   * For each message that earlier versions read differently: the text they stored, and the additional messages this
   * version makes of it.
   */
  earlier: ReadonlyMap<string, { text: string; chain: readonly string[] }>;
}

/** The id of an imported conversation in Baton. */
export function sessionIdOf({ source, id }: Pick<ImportedConversation, 'source' | 'id'>): string {
  return `${source}:${id}`;
}

export function isEmpty({ messages }: ImportedConversation): boolean {
  return messages.every(({ hollow }) => hollow);
}

export interface ImportPosition {
  where: string;
  /** What people call the program. */
  program: string;
  receipt: ImportReceipt;
  now: number;
}

/**
 * Converts an imported conversation that isn't empty to Baton's form. Ids are derived from the source and its ids, so
 * that the same conversation is recognized in every later import.
 */
export async function toHistory(
  imported: ImportedConversation,
  { program, where, receipt, now }: ImportPosition,
): Promise<ImportedHistory> {
  const conversation = separateResults(imported);
  const { source } = conversation;
  const sessionId = sessionIdOf(imported);
  const nameOf = (id: string) => `${sessionId}:${id}`;
  const blobs = new Map<string, () => AsyncIterable<Uint8Array>>();
  const messages: StoredMessage[] = [];
  const earlier = new Map<string, Earlier>(imported.messages.flatMap((message) => earlierOf(message, nameOf)));
  let attachments = 0;
  const { sorted, parents } = asTree(conversation.messages);
  const dated = sorted.find(({ createdAt }) => (createdAt ?? 0) > 0)?.createdAt ?? conversation.createdAt;
  const undated = dated === null || dated === undefined;
  if (undated) note(receipt, 'undated');
  let at = conversation.createdAt ?? dated ?? now;
  for (const message of sorted) {
    const parts: StoredPart[] = [];
    for (const part of message.parts) {
      if (part.type === 'vendor_block') receipt.raw[part.kind] = (receipt.raw[part.kind] ?? 0) + 1;
      if (part.type === 'tool_result') parts.push(withoutImages(part));
      else if (part.type !== 'attachment') parts.push(part);
      else {
        const stored = await storeFile(part, blobs);
        if (typeof stored !== 'string') attachments++;
        else skip(receipt, { where: `${where}, ${conversation.id}`, reason: stored, detail: part.name });
        parts.push(typeof stored !== 'string' ? stored : { type: 'text', text: `[${part.name || 'attachment'}]` });
        const isNew = typeof stored !== 'string' && 'mime' in stored && wasVideo(stored.mime);
        if (isNew) earlier.set(nameOf(message.id), { text: textOfParts(message.parts), chain: [] });
      }
    }
    const shown = message.role === 'tool' ? withImages(parts) : parts;
    // Earlier versions stored a tool's images next to its result.
    if (shown.length < parts.length) earlier.set(nameOf(message.id), { text: textOfParts(message.parts), chain: [] });
    at = Math.max(message.createdAt ?? at, 0);
    const parent = parents.get(message.id) ?? null;
    messages.push({
      id: nameOf(message.id),
      sessionId,
      parentId: parent === null ? null : nameOf(parent),
      seq: messages.length + 1,
      role: message.role,
      parts: shown,
      status: 'complete',
      createdAt: at,
      ...(message.origin && { origin: message.origin }),
      ...(message.stop && { stop: message.stop }),
      ...(message.usage && { usage: message.usage }),
      ...(message.error !== undefined && {
        error: { kind: 'unknown', retryable: false, message: message.error },
        stop: 'error',
      }),
    });
  }
  const counts = (receipt.sources[source] ??= { conversations: 0, messages: 0, attachments: 0 });
  counts.conversations++;
  counts.messages += messages.length;
  counts.attachments += attachments;
  const end = conversation.leafId ?? '';
  const leafId = sorted.some(({ id }) => id === end) ? end : parents.get(end);
  const folders = foldersOf(source, conversation.folder ?? null, now);
  if (folders.some(({ name }) => name === '')) note(receipt, 'folders-unnamed');
  return {
    history: historyOf({ ...conversation, leafId: leafId ?? null }, { id: sessionId, messages, folders, now }),
    blobs,
    folders: folders.map((folder) =>
      folder.name === '' ? { ...folder, name: `${program} ${folder.id.slice(-4)}` } : folder,
    ),
    undated,
    earlier,
  };
}

type Earlier = ImportedHistory['earlier'] extends ReadonlyMap<string, infer One> ? One : never;

/**
 * For each message that earlier versions made of it. Messages that only this version makes belong to the last of them.
 */
function earlierOf(message: ImportedMessage, nameOf: (id: string) => string): [string, Earlier][] {
  if (!message.earlier) return [];
  const was = chainOf({ ...message, parts: [...message.earlier] });
  const more = chainOf(message)
    .slice(was.length)
    .map(({ id }) => nameOf(id));
  return was.map(({ id, parts }, index) => [
    nameOf(id),
    { text: textOfParts(parts), chain: index === was.length - 1 ? more : [] },
  ]);
}

/** The outermost first. */
function foldersOf(source: string, folder: ImportedFolder | null, now: number): FolderRow[] {
  const idOf = (one: ImportedFolder) => `${source}:folder:${one.id}`;
  const rows: FolderRow[] = [];
  for (let one = folder; one && rows.length < MAX_FOLDER_DEPTH; one = one.above ?? null) {
    const [inside] = rows;
    if (inside) inside.parent = idOf(one);
    rows.unshift({ id: idOf(one), name: cut(one.name, 200), parent: null, createdAt: now });
  }
  return rows;
}

/** Never in the middle of a letter, where an importer may have cut, too. */
const cut = (text: string, most: number): string =>
  text
    .trim()
    .slice(0, most)
    .replace(/[\uD800-\uDBFF]$/u, '');

interface HistoryParts {
  id: string;
  messages: StoredMessage[];
  folders: readonly FolderRow[];
  now: number;
}

function historyOf(conversation: ImportedConversation, { id, messages, folders, now }: HistoryParts): SessionHistory {
  const { title, createdAt, updatedAt, leafId, pinned, archived, tags = [], system } = conversation;
  const times = messages.map((message) => message.createdAt);
  const first = times.reduce((least, time) => Math.min(least, time), createdAt ?? Number.POSITIVE_INFINITY);
  const last = times.reduce((most, time) => Math.max(most, time), updatedAt ?? 0);
  const chosen = messages.find((message) => message.id === `${id}:${leafId}`) ?? messages.at(-1);
  const folder = folders.at(-1)?.id;
  const cleaned = tags.map(normalizeTag).reduce<string[]>((list, tag) => (tag === '' ? list : withTag(list, tag)), []);
  return {
    session: {
      id,
      title: cut(title, 500) || titleOfMessages(messages),
      titleBy: title.trim() === '' ? 'auto' : 'person',
      createdAt: Number.isFinite(first) ? first : now,
      updatedAt: last,
      leafId: chosen?.id ?? null,
      lastSeq: messages.length,
      pinned: pinned ? 1 : 0,
      deletedAt: 0,
      target: null,
      system: system ?? '',
      lastVendor: messages.findLast(({ origin }) => origin)?.origin?.vendor ?? null,
      cost: 0,
      ...(folder !== undefined && { folder }),
      ...(cleaned.length > 0 && { tags: cleaned }),
      ...(archived && { archivedAt: last }),
    },
    messages,
    overlays: [],
    sends: [],
    usage: [],
    outputs: [],
    plan: null,
    draft: null,
  };
}

/**
 * Parents come before children, otherwise the order is kept. Hollow and duplicate messages are left out. A parent that
 * is missing, or a descendant of its own child, is dropped.
 */
function asTree(messages: readonly ImportedMessage[]): {
  sorted: ImportedMessage[];
  parents: Map<string, string | null>;
} {
  const byId = new Map<string, ImportedMessage>();
  for (const message of messages) if (!byId.has(message.id)) byId.set(message.id, message);
  const parents = new Map<string, string | null>();
  const placed = new Set<string>();
  const sorted: ImportedMessage[] = [];
  for (const start of byId.values()) {
    const chain: ImportedMessage[] = [];
    const inChain = new Set<string>();
    for (let one: ImportedMessage | undefined = start; one && !placed.has(one.id) && !inChain.has(one.id);) {
      chain.push(one);
      inChain.add(one.id);
      one = one.parentId === null ? undefined : byId.get(one.parentId);
    }
    for (const message of chain.toReversed()) {
      const parent = message.parentId !== null && placed.has(message.parentId) ? byId.get(message.parentId) : undefined;
      const above = parent?.hollow ? (parents.get(parent.id) ?? null) : (parent?.id ?? null);
      parents.set(message.id, above);
      placed.add(message.id);
      if (!message.hollow) sorted.push(message);
    }
  }
  return { sorted, parents };
}

/** Images after a result belong to the result: they are shown and sent with its call. */
function withImages(parts: readonly StoredPart[]): StoredPart[] {
  const shown: StoredPart[] = [];
  for (const part of parts) {
    const result = shown.findLast(({ type }) => type === 'tool_result');
    if (part.type !== 'image' || result?.type !== 'tool_result') shown.push(part);
    else {
      const { mime, blob, bytes } = part;
      shown[shown.indexOf(result)] = { ...result, images: [...(result.images ?? []), { mime, blob, bytes }] };
    }
  }
  return shown;
}

/** Other programs store results as text; no source exports the bytes of images in them. */
function withoutImages({
  images: _none,
  ...rest
}: Extract<ImportedMessage['parts'][number], { type: 'tool_result' }>): StoredPart {
  return rest;
}

async function storeFile(
  { content, name, mime, unnamed }: ImportedFile,
  blobs: Map<string, () => AsyncIterable<Uint8Array>>,
): Promise<StoredPart | 'attachment-missing' | 'attachment-damaged'> {
  if (content === null) return 'attachment-missing';
  const read = content instanceof Uint8Array ? () => single(content) : () => content.read();
  const hash = createSha256();
  let bytes = 0;
  let start = new Uint8Array();
  try {
    for await (const piece of read()) {
      if (start.length < 16) start = Uint8Array.from([...start, ...piece.subarray(0, 16)]);
      hash.update(piece);
      bytes += piece.length;
    }
  } catch (error) {
    if (!(error instanceof ArchiveError)) throw error;
    return 'attachment-damaged';
  }
  const blob = hash.hex();
  blobs.set(blob, read);
  const type = fileType(start, name, mime);
  if (!type.startsWith('image/')) return { type: 'file', mime: type, name: name || 'file', blob, bytes };
  // Some programs store a path.
  const own = unnamed ? null : imageName(name.slice(name.lastIndexOf('/') + 1));
  return { type: 'image', mime: type, ...(own !== null && { name: own }), blob, bytes };
}

async function* single(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

/**
 * Finds files of an export by their base names. Exports append a title or an extension to an id, but a name isn't the
 * start of a longer word.
 */
export function fileFinder(files: Iterable<PackedFile>): (id: string) => PackedFile | null {
  const all = [...files]
    .map((file) => ({ file, base: file.name.slice(file.name.lastIndexOf('/') + 1) }))
    .toSorted((a, b) => (a.base < b.base ? -1 : a.base > b.base ? 1 : 0));
  return (id) => {
    if (id === '') return null;
    let [from, to] = [0, all.length];
    while (from < to) {
      const middle = (from + to) >> 1;
      if ((all[middle]?.base ?? '') < id) from = middle + 1;
      else to = middle;
    }
    // The name itself comes first, if it exists.
    for (;;) {
      const one = all[from++];
      if (!one?.base.startsWith(id)) return null;
      if (!/^[\p{L}\p{N}]/u.test(one.base.slice(id.length))) return one.file;
    }
  };
}
