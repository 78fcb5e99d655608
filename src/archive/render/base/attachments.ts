import { toBase64 } from '#storage/base64.ts';
import type { Attachment } from './render-parts.ts';
import type { RenderSource } from './render-options.ts';

/** Image types that may be embedded in a text. A type from a file is never written unchecked. */
const PICTURES: ReadonlySet<string> = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif']);

/** Limits for embedding images in the text itself. */
export interface EmbedLimits {
  /** Bytes of one image. */
  each: number;
  /** Bytes of all images together. */
  total: number;
}

/** Where an attachment was written: into the text, into a file next to it, or nowhere. */
export type AttachmentOutcome =
  | { in: 'text'; data: AsyncIterable<string> }
  | { in: 'file'; path: string }
  | { in: 'nothing'; stored: boolean };

/** Decides where each attachment of one text goes. */
export function createAttachmentWriter(
  source: RenderSource,
  { each, total }: EmbedLimits,
): (one: Attachment) => Promise<AttachmentOutcome> {
  let left = total;
  return async (attachment) => {
    const { kind, mime, blob, bytes } = attachment;
    if (kind === 'image' && PICTURES.has(mime) && bytes <= Math.min(each, left)) {
      const content = await source.blob(blob);
      if (!content) return { in: 'nothing', stored: false };
      left -= bytes;
      return { in: 'text', data: dataUri(mime, content) };
    }
    const path = (await source.beside?.(attachment)) ?? null;
    if (path !== null) return { in: 'file', path };
    const stored = (await source.blob(blob)) !== null;
    if (stored) source.onNamed?.(attachment);
    return { in: 'nothing', stored };
  };
}

async function* dataUri(mime: string, content: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  yield `data:${mime};base64,`;
  let rest = new Uint8Array();
  for await (const piece of content) {
    const bytes = new Uint8Array(rest.length + piece.length);
    bytes.set(rest);
    bytes.set(piece, rest.length);
    const fullTriples = bytes.length - (bytes.length % 3);
    if (fullTriples > 0) yield toBase64(bytes.subarray(0, fullTriples));
    rest = bytes.slice(fullTriples);
  }
  if (rest.length > 0) yield toBase64(rest);
}
