import type { HistoryMessage, Part } from '#core/message.ts';
import { isTextFile } from '#core/normalize/base/is-text-file.ts';
import { fileAsText } from '#core/normalize/base/texts.ts';
import type { PagePictures } from '#core/page-pictures.ts';
import { without } from '#core/without.ts';
import { toBase64 } from './base64.ts';
import { getBlob, type StoredBlob } from './blob-repository.ts';
import type { BatonDatabase } from './database.ts';
import type { StoredMessage, StoredPart } from './rows.ts';
import { storedTokens } from './stored-tokens.ts';

/** Where an image is in a message, to note what was changed. */
export type ReadImage = (
  image: Pick<StoredBlob, 'blob' | 'mime'>,
  part: number,
) => Promise<{ mime: string; data: string } | null>;

/** The pages of a file that go as pictures; `null` if none do. */
export type ReadPages = (file: Extract<StoredPart, { type: 'file' }>) => Promise<PagePictures | null>;

/**
 * The message as the engine reads it, with the bytes of its blobs filled in. `readImage` may replace those of an image;
 * `null`: the stored ones. Don't use it inside a transaction.
 */
export async function hydrateMessage(
  db: BatonDatabase,
  message: StoredMessage,
  readImage: ReadImage = () => Promise.resolve(null),
  readPages: ReadPages = () => Promise.resolve(null),
): Promise<HistoryMessage> {
  const read = async (image: Pick<StoredBlob, 'blob' | 'mime'>, part: number) => {
    const made = await readImage(image, part);
    if (made) return made;
    const data = await readBase64(db, image.blob);
    return data === null ? null : { mime: image.mime, data };
  };
  const parts: Part[] = [];
  for (const [index, part] of message.parts.entries())
    parts.push(await hydratePart(db, part, (image) => read(image, index), readPages));
  return toHistory(message, parts);
}

const outlines = new WeakMap<StoredMessage, HistoryMessage>();

/**
 * Like `hydrateMessage`, but with placeholders of the same length for the bytes. Enough to decide what fits. The same
 * object every time.
 */
export function outlineMessage(message: StoredMessage): HistoryMessage {
  let outline = outlines.get(message);
  if (!outline) {
    outlines.set(message, (outline = toHistory(message, outlineParts(message.parts))));
    const tokens = storedTokens(message);
    if (tokens) outline.counted = { parts: outline.parts, tokens };
  }
  return outline;
}

/** Whether a message has images or files. */
export function hasBytes({ parts }: Pick<StoredMessage, 'parts'>): boolean {
  return parts.some((part) => 'blob' in part || (part.type === 'tool_result' && part.images !== undefined));
}

export function outlineParts(parts: readonly StoredPart[]): Part[] {
  return parts.map(outlinePart);
}

function toHistory(message: StoredMessage, parts: Part[]): HistoryMessage {
  return {
    id: message.id,
    role: message.role,
    parts,
    ...(message.origin ? { origin: message.origin } : {}),
    ...(message.stop ? { stop: message.stop } : {}),
  };
}

function outlinePart(part: StoredPart): Part {
  switch (part.type) {
    case 'image':
      return { ...imageIn(part), data: standIn(part.bytes) };
    case 'file':
      return {
        type: 'file',
        mime: part.mime,
        name: part.name,
        ...(isTextFile(part)
          ? { data: '', text: part.text ?? standInText(part.bytes) }
          : { data: standIn(part.bytes), ...textIn(part) }),
      };
    case 'tool_result': {
      const { images, ...rest } = part;
      if (!images) return rest;
      return { ...rest, images: images.map(({ mime, bytes }) => ({ mime, data: standIn(bytes) })) };
    }
    default:
      return part;
  }
}

/** Placeholders are slices of one text, so that they take no memory of their own. */
function createStock(piece: string): (length: number) => string {
  let stock = '';
  return (length) => {
    while (stock.length < length) stock += stock || piece;
    return stock.slice(0, length);
  };
}

const standInDigits = createStock('A');
const standIn = (bytes: number): string => standInDigits(Math.ceil(bytes / 3) * 4);

/** A file whose bytes are its text has about as many tokens as this, in prose, in code, and in Korean. */
const standInText = createStock('some text, ');

async function hydratePart(
  db: BatonDatabase,
  part: StoredPart,
  readImage: (image: Pick<StoredBlob, 'blob' | 'mime'>) => Promise<{ mime: string; data: string } | null>,
  readPages: ReadPages,
): Promise<Part> {
  switch (part.type) {
    case 'image': {
      const image = await readImage(part);
      return image === null ? missing(`image, ${part.mime}`) : { ...imageIn(part), ...image };
    }
    case 'file': {
      const plain = isTextFile(part) ? (part.text ?? (await readPlain(db, part.blob))) : null;
      if (plain !== null) return { type: 'file', mime: part.mime, name: part.name, data: '', text: plain };
      const data = await readBase64(db, part.blob);
      const pages = data === null ? null : await readPages(part);
      if (data !== null)
        return { type: 'file', mime: part.mime, name: part.name, data, ...textIn(part), ...(pages && { pages }) };
      return part.text === undefined ? missing(part.name) : { type: 'text', text: fileAsText(part.name, part.text) };
    }
    case 'tool_result': {
      const { images, ...rest } = part;
      if (!images) return rest;
      const hydrated: { mime: string; data: string }[] = [];
      for (const image of images) {
        const read = await readImage(image);
        if (read !== null) hydrated.push(read);
      }
      const lost = images.length - hydrated.length;
      const text = lost === 0 ? rest.text : `${rest.text}\n[${lost} image(s) no longer stored]`;
      return { ...rest, text, images: hydrated };
    }
    default:
      return part;
  }
}

/** Bytes that are decoded at once: a few milliseconds. */
const PIECE = 4 * 1024 ** 2;

/**
 * What a file says whose bytes are its text, which no request takes as bytes. `null` if they are no text in UTF-8, or
 * can't be read. A mark at the beginning stays, as it does in the file.
 */
async function readPlain(db: BatonDatabase, hash: string): Promise<string | null> {
  const blob = await getBlob(db, hash);
  if (blob === null) return null;
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  let text = '';
  try {
    for (let at = 0; at < blob.size; at += PIECE)
      text += decoder.decode(await blob.slice(at, at + PIECE).arrayBuffer(), { stream: true });
    text += decoder.decode();
  } catch {
    return null;
  }
  return text.includes('\0') ? null : text;
}

async function readBase64(db: BatonDatabase, hash: string): Promise<string | null> {
  const blob = await getBlob(db, hash);
  try {
    return blob === null ? null : toBase64(new Uint8Array(await blob.arrayBuffer()));
  } catch {
    // The disk has lost them, and would lose them in every request.
    return null;
  }
}

function textIn({ text }: { text?: string }): { text?: string } {
  return text === undefined ? {} : { text };
}

function imageIn(part: Extract<StoredPart, { type: 'image' }>) {
  return without(part, 'name', 'blob', 'bytes', 'from');
}

/** The text informs the model, and the turn can continue. */
function missing(name: string): Part {
  return { type: 'text', text: `[Attachment no longer stored: ${name}]` };
}
