import type { CallToolResult, ContentBlock } from '@modelcontextprotocol/client';
import { errorMessage } from '#core/thrown.ts';
import { readBase64 } from './decode-base64.ts';

/** The text of a document. Rejects if it has none that can be read. */
export type ReadDocument = (bytes: Blob, name: string, signal: AbortSignal) => Promise<string>;

/** What Baton reads the text of, apart from what is text or a picture already. */
const DOCUMENT =
  /^application\/(?:pdf|rtf|epub\+zip|hwp\+zip|vnd\.(?:openxmlformats-officedocument|oasis\.opendocument|hancom)\..+)$/;

/** Replaces documents in a result by their text, as with attached files. The rest stays as it is. */
export async function readDocuments(
  result: CallToolResult,
  read: ReadDocument,
  signal: AbortSignal,
): Promise<CallToolResult> {
  const { content } = result;
  if (!Array.isArray(content) || !content.some(isDocument)) return result;
  return { ...result, content: await Promise.all(content.map((block) => toText(block, read, signal))) };
}

const isDocument = (block: ContentBlock): boolean =>
  block.type === 'resource' && 'blob' in block.resource && DOCUMENT.test(block.resource.mimeType ?? '');

async function toText(block: ContentBlock, read: ReadDocument, signal: AbortSignal): Promise<ContentBlock> {
  if (block.type !== 'resource' || !('blob' in block.resource) || !isDocument(block)) return block;
  const { uri, mimeType = '', blob } = block.resource;
  const sent = readBase64(blob);
  if (sent === null) return block;
  const bytes = new Blob([Uint8Array.from(atob(sent.data), (char) => char.charCodeAt(0))], { type: mimeType });
  const name =
    uri
      .replace(/[?#].*$/s, '')
      .split('/')
      .at(-1) ?? '';
  try {
    return { type: 'text', text: await read(bytes, name, signal) };
  } catch (error) {
    signal.throwIfAborted();
    return {
      type: 'text',
      text: `[${mimeType}, ${sent.bytes} bytes: its text could not be read: ${errorMessage(error)}]`,
    };
  }
}
