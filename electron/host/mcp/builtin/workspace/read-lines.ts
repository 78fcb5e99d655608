import { createTextDecoder } from '#documents/base/text-decoder.ts';
import { ToolError } from '../tool-error.ts';
import { encodingOf } from './decode-bytes.ts';
import { type ResolvedPath, openFile } from './safe-path.ts';
import { isBinary } from './text-file.ts';

const CHUNK = 64 * 1024;
const MAX_CHARS = 50_000;
const LINE_LENGTH = 2000;
const MAX_BYTES_SKIPPED = 1024 * 1024 * 1024;

export interface Lines {
  lines: string[];
  /** Number of the first line, from 1. */
  from: number;
  /** Whether the file continues after the last line. */
  more: boolean;
  size: number;
  /** By its name in the Encoding Standard. */
  encoding: string;
}

export interface Picture {
  mime: string;
  data: string;
  size: number;
}

const PICTURES: readonly [string, readonly number[]][] = [
  ['image/png', [0x89, 0x50, 0x4e, 0x47]],
  ['image/jpeg', [0xff, 0xd8, 0xff]],
  ['image/gif', [0x47, 0x49, 0x46, 0x38]],
];
const PICTURE_LIMIT = 4 * 1024 * 1024;

function pictureType(head: Buffer): string | null {
  if (head.subarray(0, 4).toString('latin1') === 'RIFF' && head.subarray(8, 12).toString('latin1') === 'WEBP')
    return 'image/webp';
  return PICTURES.find(([, magic]) => magic.every((byte, index) => head[index] === byte))?.[0] ?? null;
}

/** Reads part of a text file, or an image. Reads only as much as needed, so the file's size doesn't matter. */
export async function readLines(
  place: ResolvedPath,
  from: number,
  count: number,
  signal: AbortSignal,
): Promise<Lines | Picture> {
  const { handle, size } = await openFile(place);
  try {
    const buffer = Buffer.alloc(CHUNK);
    let decoder = createTextDecoder('utf-8');
    let isAscii = true;
    const lines: string[] = [];
    let [number, pending, cut, position, characters] = [1, '', false, 0, 0];

    const full = () => lines.length >= count || characters > MAX_CHARS;
    const take = (line: string) => {
      if (number++ < from) return;
      const plain = line.endsWith('\r') ? line.slice(0, -1) : line;
      const shown = cut || plain.length > LINE_LENGTH ? `${plain.slice(0, LINE_LENGTH)}… [line cut]` : plain;
      lines.push(shown);
      characters += shown.length + 1;
    };

    for (;;) {
      signal.throwIfAborted();
      const { bytesRead } = await handle.read(buffer, 0, CHUNK, position);
      const chunk = buffer.subarray(0, bytesRead);
      if (position === 0) {
        const mime = pictureType(chunk);
        if (mime !== null && size <= PICTURE_LIMIT)
          return { mime, data: (await handle.readFile()).toString('base64'), size };
        if (isBinary(chunk))
          throw new ToolError(`"${place.shown}" is binary (${size} bytes) and cannot be read as text.`);
      }
      position += bytesRead;
      if (bytesRead === 0) break;
      if (isAscii && chunk.some((byte) => byte > 0x7f)) {
        isAscii = false;
        decoder = createTextDecoder(await encodingOf(chunk));
      }
      const parts = (pending + decoder.decode(chunk, { stream: true })).split('\n');
      pending = parts.pop() ?? '';
      for (const part of parts) {
        if (full()) return { lines, from, more: true, size, encoding: decoder.encoding };
        take(part);
        cut = false;
      }
      // Keeps only the start of an overlong line.
      if (pending.length > LINE_LENGTH) {
        pending = pending.slice(0, LINE_LENGTH);
        cut = true;
      }
      if (full()) return { lines, from, more: true, size, encoding: decoder.encoding };
      if (position > MAX_BYTES_SKIPPED) throw new ToolError(`"${place.shown}" is too large to read so far into it.`);
    }
    pending += decoder.decode();
    if (pending !== '') take(pending);
    return { lines, from, more: false, size, encoding: decoder.encoding };
  } finally {
    await handle.close();
  }
}
