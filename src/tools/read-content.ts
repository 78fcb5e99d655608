import type { ContentBlock, GetPromptResult, ReadResourceResult } from '@modelcontextprotocol/client';
import { wellFormed } from '#core/text.ts';
import { readBase64 } from './mcp/decode-base64.ts';

/** Content of a server as a file that can be attached. */
export interface ServerContent {
  uri: string;
  name: string;
  mime: string;
  bytes: Blob;
}

/** The text of a prompt and the content attached to it. */
export interface FilledPrompt {
  text: string;
  contents: ServerContent[];
}

type Contents = ReadResourceResult['contents'][number];

/** Throws if the server sent invalid bytes. `name` is for content whose address ends in no name. */
export function readContents({ contents }: ReadResourceResult, name: string): ServerContent[] {
  return contents.map((content) => readContent(content, contents.length > 1 ? '' : name));
}

/** Joins the messages of a prompt into one text. Messages with the model's role become quotations. */
export function readPrompt({ messages }: GetPromptResult): FilledPrompt {
  const filled: FilledPrompt = { text: '', contents: [] };
  const pieces: string[] = [];
  for (const { role, content } of messages) {
    const text = readBlock(content, filled.contents);
    if (text === '') continue;
    pieces.push(role === 'assistant' ? text.replace(/^/gm, '> ') : text);
  }
  filled.text = wellFormed(pieces.join('\n\n'));
  return filled;
}

function readBlock(block: ContentBlock, contents: ServerContent[]): string {
  switch (block.type) {
    case 'text':
      return block.text;
    case 'image':
    case 'audio':
      contents.push({ uri: '', name: block.type, mime: block.mimeType, bytes: decode(block.data, block.mimeType) });
      return '';
    case 'resource':
      contents.push(readContent(block.resource, ''));
      return '';
    default:
      return block.uri;
  }
}

function readContent(content: Contents, name: string): ServerContent {
  const { uri, mimeType } = content;
  const mime = mimeType ?? ('text' in content ? 'text/plain' : 'application/octet-stream');
  const bytes = 'text' in content ? new Blob([wellFormed(content.text)], { type: mime }) : decode(content.blob, mime);
  return { uri, name: nameOf(uri) || name || uri, mime, bytes };
}

function decode(data: string, mime: string): Blob {
  const read = readBase64(data);
  if (read === null) throw new Error('The server sent bytes that are not valid base64.');
  return new Blob([Uint8Array.from(atob(read.data), (char) => char.charCodeAt(0))], { type: mime });
}

/** The end of an address, if it looks like a file name. */
function nameOf(uri: string): string {
  const last = /([^/?#]+\.[A-Za-z0-9]{1,8})(?:[?#].*)?$/.exec(uri)?.[1] ?? '';
  try {
    return decodeURIComponent(last);
  } catch {
    return last;
  }
}
