import { createSha256 } from '#core/sha256.ts';
import type { StoredMessage, StoredPart } from '#storage/rows.ts';
import type { PackedFile } from '../files.ts';
import type { SessionHistory } from '../records.ts';
import { fileType } from './file-type.ts';
import type { ImportedConversation, ImportedFile, ImportedMessage } from './imported.ts';
import { skip, type ImportReceipt } from './receipt.ts';
import { separateResults } from './separate-results.ts';

export interface ImportedHistory {
  history: SessionHistory;
  /** Bytes of its attachments by hash. */
  blobs: ReadonlyMap<string, () => AsyncIterable<Uint8Array>>;
}

/** The id that an imported conversation has in Baton. */
export function sessionIdOf({ source, id }: Pick<ImportedConversation, 'source' | 'id'>): string {
  return `${source}:${id}`;
}

/**
 * An imported conversation as one of Baton's own. Its ids come from the source and the ids there, so that the same
 * conversation is the same one whenever it is imported. null when there is nothing in it.
 */
export async function toHistory(
  imported: ImportedConversation,
  where: string,
  receipt: ImportReceipt,
): Promise<ImportedHistory | null> {
  const conversation = separateResults(imported);
  const { source, title } = conversation;
  const sessionId = sessionIdOf(imported);
  const nameOf = (id: string) => `${sessionId}:${id}`;
  const blobs = new Map<string, () => AsyncIterable<Uint8Array>>();
  const messages: StoredMessage[] = [];
  let attachments = 0;
  let at = conversation.createdAt ?? 0;
  const { ordered, parents } = asTree(conversation.messages);
  for (const message of ordered) {
    const parts: StoredPart[] = [];
    for (const part of message.parts) {
      if (part.type !== 'attachment') {
        if (part.type === 'vendor_block') receipt.raw[part.kind] = (receipt.raw[part.kind] ?? 0) + 1;
        if (part.type === 'tool_result') parts.push(withoutImages(part));
        else parts.push(part);
        continue;
      }
      const stored = await storeFile(part, blobs);
      if (stored) attachments++;
      else skip(receipt, { where: `${where}, ${conversation.id}`, reason: 'attachment-missing', detail: part.name });
      parts.push(stored ?? { type: 'text', text: `[${part.name || 'attachment'}]` });
    }
    at = Math.max(message.createdAt ?? at, 0);
    const parent = parents.get(message.id) ?? null;
    messages.push({
      id: nameOf(message.id),
      sessionId,
      parentId: parent === null ? null : nameOf(parent),
      seq: messages.length + 1,
      role: message.role,
      parts,
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
  if (messages.length === 0) {
    skip(receipt, { where, reason: 'empty', detail: title.slice(0, 100) });
    return null;
  }
  const counts = (receipt.sources[source] ??= { conversations: 0, messages: 0, attachments: 0 });
  counts.conversations++;
  counts.messages += messages.length;
  counts.attachments += attachments;
  const end = conversation.leafId ?? '';
  const leafId = ordered.some(({ id }) => id === end) ? end : parents.get(end);
  return { history: historyOf({ ...conversation, leafId: leafId ?? null }, sessionId, messages), blobs };
}

function historyOf(
  { title, createdAt, updatedAt, leafId, pinned, system }: ImportedConversation,
  id: string,
  messages: StoredMessage[],
): SessionHistory {
  const times = messages.map((message) => message.createdAt).filter((time) => time > 0);
  const first = times.reduce((least, time) => Math.min(least, time), createdAt ?? Number.POSITIVE_INFINITY);
  const chosen = messages.find((message) => message.id === `${id}:${leafId}`) ?? messages.at(-1);
  return {
    session: {
      id,
      title: title.trim().slice(0, 500),
      titleBy: title.trim() === '' ? 'auto' : 'person',
      createdAt: Number.isFinite(first) ? first : 0,
      updatedAt: times.reduce((most, time) => Math.max(most, time), updatedAt ?? 0),
      leafId: chosen?.id ?? null,
      lastSeq: messages.length,
      pinned: pinned ? 1 : 0,
      deletedAt: 0,
      target: null,
      system: system ?? '',
      lastVendor: messages.findLast(({ origin }) => origin)?.origin?.vendor ?? null,
      cost: 0,
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
 * Parents before children, otherwise in the order given. Hollow messages and those that come twice are left out; a
 * parent that is missing, or its own descendant, is none.
 */
function asTree(messages: readonly ImportedMessage[]): {
  ordered: ImportedMessage[];
  parents: Map<string, string | null>;
} {
  const byId = new Map<string, ImportedMessage>();
  for (const message of messages) if (!byId.has(message.id)) byId.set(message.id, message);
  const parents = new Map<string, string | null>();
  const placed = new Set<string>();
  const ordered: ImportedMessage[] = [];
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
      if (!message.hollow) ordered.push(message);
    }
  }
  return { ordered, parents };
}

/** What other programs keep in results are texts; no source has pictures there whose bytes it exports. */
function withoutImages({
  images: _none,
  ...rest
}: Extract<ImportedMessage['parts'][number], { type: 'tool_result' }>): StoredPart {
  return rest;
}

async function storeFile(
  { content, name, mime }: ImportedFile,
  blobs: Map<string, () => AsyncIterable<Uint8Array>>,
): Promise<StoredPart | null> {
  if (content === null) return null;
  const read = content instanceof Uint8Array ? () => single(content) : () => content.read();
  const hash = createSha256();
  let bytes = 0;
  let start = new Uint8Array();
  for await (const piece of read()) {
    if (start.length < 16) start = Uint8Array.from([...start, ...piece.subarray(0, 16)]);
    hash.update(piece);
    bytes += piece.length;
  }
  const blob = hash.hex();
  blobs.set(blob, read);
  const type = fileType(start, name, mime);
  return type.startsWith('image/')
    ? { type: 'image', mime: type, blob, bytes }
    : { type: 'file', mime: type, name: name || 'file', blob, bytes };
}

async function* single(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

/** Files of an export by how their names begin, because exports put a title or an ending behind the id. */
export function fileFinder(files: Iterable<PackedFile>): (id: string) => PackedFile | null {
  const all = [...files].map((file) => ({ file, base: file.name.slice(file.name.lastIndexOf('/') + 1) }));
  return (id) => (id === '' ? null : (all.find(({ base }) => base.startsWith(id))?.file ?? null));
}
