import type { HistoryMessage } from '#core/message.ts';
import type { Note, Target } from '#core/request.ts';
import { hasBytes, hydrateMessage, outlineMessage } from '#storage/hydrate-parts.ts';
import type { StoredMessage, StoredPart } from '#storage/rows.ts';
import type { CompileDeps } from './compile-path.ts';
import { readPages } from './read-pages.ts';
import { readPictures } from './read-pictures.ts';

/** A message as the engine reads it, and what was changed to read it. The notes name no message. */
export interface ReadMessage {
  history: HistoryMessage;
  notes: readonly Note[];
}

interface Remembered extends ReadMessage {
  pictures: CompileDeps['pictures'];
  pages: CompileDeps['pages'];
  /** What the target takes. */
  way: string;
  length: number;
}

/** Characters of bytes that are remembered, as base64. */
const MAX_LENGTH = 64_000_000;

/** Messages with bytes that requests have read, those read last at the end. */
const remembered = new Map<StoredMessage, Remembered>();
let total = 0;

/**
 * Reads a message with its bytes, as the target takes them. The same object every time as long as it is remembered, so
 * what was worked out for it holds. What is missing or failed is read again.
 */
export async function readMessage(deps: CompileDeps, target: Target, message: StoredMessage): Promise<ReadMessage> {
  if (!hasBytes(message)) return { history: outlineMessage(message), notes: [] };
  const { vendor, endpoint, account, simulated, model, learned } = target;
  const way = JSON.stringify([vendor, endpoint, account, simulated, model, learned]);
  const { pictures, pages } = deps;
  const known = remembered.get(message);
  const fits = known?.way === way && known.pictures === pictures && known.pages === pages;
  if (known) forget(message, known);
  if (fits) return remember(message, known);

  const notes: Note[] = [];
  let failed = false;
  const watched: CompileDeps = {
    ...deps,
    onError: (error) => {
      failed = true;
      deps.onError(error);
    },
  };
  const readImage = readPictures(watched, target, message, (rule, part, detail) => notes.push({ rule, part, detail }));
  const history = await hydrateMessage(deps.db, message, readImage, readPages(watched, target));
  const read = { history, notes };
  if (failed || !isWhole(message, history)) return read;
  return remember(message, { ...read, way, pictures, pages, length: lengthOf(history) });
}

function remember(message: StoredMessage, read: Remembered): Remembered {
  remembered.delete(message);
  remembered.set(message, read);
  total += read.length;
  for (const [oldest, other] of remembered) {
    if (total <= MAX_LENGTH) break;
    forget(oldest, other);
  }
  return read;
}

function forget(message: StoredMessage, { length }: Remembered): void {
  if (remembered.delete(message)) total -= length;
}

/** Whether everything was there. Words stand for what is not. */
function isWhole({ parts }: StoredMessage, history: HistoryMessage): boolean {
  return parts.every((part, index) => {
    const read = history.parts[index];
    return read?.type === part.type && imagesIn(read) === imagesIn(part);
  });
}

function imagesIn(part: StoredPart | HistoryMessage['parts'][number]): number {
  return part.type === 'tool_result' ? (part.images?.length ?? 0) : 0;
}

function lengthOf({ parts }: HistoryMessage): number {
  let length = 0;
  for (const part of parts) {
    if ('data' in part) length += part.data.length;
    if (part.type === 'file') length += part.text?.length ?? 0;
    if (part.type === 'tool_result') for (const { data } of part.images ?? []) length += data.length;
    if (part.type === 'file') for (const { data } of part.pages?.drawn ?? []) length += data.length;
  }
  return length;
}
