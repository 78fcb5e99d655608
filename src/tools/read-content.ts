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

/** What a prompt says, and what came along with its words. */
export interface FilledPrompt {
  text: string;
  contents: ServerContent[];
}

type Contents = ReadResourceResult['contents'][number];

/** Throws where the server sent bytes that are none. `name`: for content whose address ends in no name. */
export function readContents({ contents }: ReadResourceResult, name: string): ServerContent[] {
  return contents.map((content) => readContent(content, contents.length > 1 ? '' : name));
}

/** The messages of a prompt as the text of one: what it lays into the model's mouth stands as a quotation. */
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

/** The end of an address that looks like the name of a file. */
function nameOf(uri: string): string {
  const last = /([^/?#]+\.[A-Za-z0-9]{1,8})(?:[?#].*)?$/.exec(uri)?.[1] ?? '';
  try {
    return decodeURIComponent(last);
  } catch {
    return last;
  }
}
