import type { CallToolResult, ContentBlock } from '@modelcontextprotocol/client';
import { canonicalJson } from '#core/canonical-json.ts';
import { wellFormed } from '#core/text.ts';
import { decodeText, readBase64 } from './decode-base64.ts';

/** The output of a tool, in the form of a `tool_result` part. */
export interface ToolOutput {
  text: string;
  images: { mime: string; data: string }[];
  /** The tool ran and reports that it failed. */
  isError: boolean;
}

/** Image formats that every vendor accepts. */
const IMAGES: ReadonlySet<string> = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp']);
const TEXT_LIKE = /^(?:text\/|image\/svg\+xml|application\/(?:json|xml|javascript|yaml|x-yaml|toml)|.*\+(?:json|xml)$)/;

/** Above these limits, storing and compiling the conversation would take too long. */
export interface ResultLimits {
  /** UTF-16 units of the text. */
  text: number;
  imageBytes: number;
  images: number;
}
export const RESULT_LIMITS: ResultLimits = { text: 8_000_000, imageBytes: 10_000_000, images: 20 };

/**
 * Maps a tool's result to Baton's form. All of it is kept as text or image, or named in a line in square brackets that
 * says what was left out and why.
 */
export function mapResult(result: CallToolResult, limits: ResultLimits = RESULT_LIMITS): ToolOutput {
  const output: Draft = { pieces: [], images: [], marks: new Map(), limits };
  const content = Array.isArray(result.content) ? result.content : [];
  for (const block of content) add(output, block);
  const { structuredContent } = result;
  if (structuredContent !== undefined && !hasStructuredText(content, structuredContent)) {
    output.pieces.push(JSON.stringify(structuredContent, null, 2));
  }
  return {
    text: bounded(wellFormed(withoutBytes(output)), limits.text),
    images: output.images,
    isError: result.isError === true,
  };
}

interface Draft {
  pieces: string[];
  images: { mime: string; data: string }[];
  /** What stands for the bytes of a block, by its base64. */
  marks: Map<string, string>;
  limits: ResultLimits;
}

function add(output: Draft, block: ContentBlock): void {
  switch (block.type) {
    case 'text':
      output.pieces.push(block.text);
      return;
    case 'image':
    case 'audio':
      addBytes(output, block.type, block.mimeType, block.data);
      return;
    case 'resource_link': {
      const facts = [block.mimeType, block.size === undefined ? undefined : `${block.size} bytes`];
      output.pieces.push(
        [`[resource ${block.title ?? block.name}: ${block.uri}${inBrackets(facts)}]`, block.description]
          .filter((line) => line !== undefined && line !== '')
          .join('\n'),
      );
      return;
    }
    case 'resource': {
      const { resource } = block;
      output.pieces.push(`[resource ${resource.uri}${inBrackets([resource.mimeType])}]`);
      if ('text' in resource) output.pieces.push(resource.text);
      else addBytes(output, 'content', resource.mimeType ?? 'application/octet-stream', resource.blob);
      return;
    }
    default:
      // A block of a later protocol version. The model can still read its JSON.
      output.pieces.push(JSON.stringify(block));
  }
}

function addBytes(output: Draft, what: string, mimeType: string, sent: string): void {
  const mime = mimeType.split(';')[0]?.trim().toLowerCase() ?? '';
  const omit = (why: string) => {
    output.pieces.push(`[${what} left out: ${mime || 'unknown type'}, ${why}]`);
  };
  const read = readBase64(sent);
  if (read === null) return omit('not valid base64');
  const { data, bytes } = read;
  output.marks.set(sent, `[${what} left out]`);
  if (TEXT_LIKE.test(mime)) {
    const text = decodeText(data);
    if (text !== null) {
      output.pieces.push(text);
      return;
    }
  }
  if (!IMAGES.has(mime)) return omit(`${bytes} bytes, not a kind that models read`);
  if (bytes === 0) return omit('empty');
  if (bytes > output.limits.imageBytes) return omit(`${bytes} bytes, more than ${output.limits.imageBytes}`);
  if (output.images.length >= output.limits.images) {
    return omit(`${bytes} bytes, after ${output.limits.images} images`);
  }
  output.images.push({ mime, data });
  output.marks.set(sent, `[image ${output.images.length}]`);
  output.pieces.push(`[image ${output.images.length}: ${mime}, ${bytes} bytes]`);
}

/** Shorter ones may be words. */
const MIN_BYTES_CHARS = 64;

/**
 * The text without the base64 of the blocks. Servers repeat it in structured content, and in the text of that (FastMCP,
 * Desktop Commander: claude-code#70280, 2026-06), where it costs a hundred times what the picture does.
 */
function withoutBytes({ pieces, marks }: Draft): string {
  let text = pieces.join('\n');
  for (const [sent, mark] of marks) if (sent.length >= MIN_BYTES_CHARS) text = text.replaceAll(sent, () => mark);
  return text;
}

function inBrackets(facts: readonly (string | undefined)[]): string {
  const given = facts.filter((fact) => fact !== undefined && fact !== '');
  return given.length === 0 ? '' : ` (${given.join(', ')})`;
}

/** Servers also send structured content as text, for clients that do not support it. Once is enough. */
function hasStructuredText(content: readonly ContentBlock[], structured: unknown): boolean {
  const expected = canonicalJson(structured);
  return content.some((block) => block.type === 'text' && sameJson(block.text, expected));
}

function sameJson(text: string, expected: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return canonicalJson(value) === expected;
  } catch {
    return false;
  }
}

const HEAD_SHARE = 0.4;

function bounded(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const head = cutAt(text, Math.floor(limit * HEAD_SHARE));
  const tail = cutAt(text, text.length - Math.floor(limit * (1 - HEAD_SHARE)));
  return `${text.slice(0, head)}\n[${tail - head} characters left out: the result is larger than Baton keeps]\n${text.slice(tail)}`;
}

/** Never between the two halves of a surrogate pair. */
function cutAt(text: string, index: number): number {
  const code = text.charCodeAt(index);
  return code >= 0xdc00 && code <= 0xdfff ? index - 1 : index;
}
