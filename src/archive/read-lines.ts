import { ArchiveError } from './archive-error.ts';

const NEWLINE = 0x0a;

/** Longer than any line that Baton writes, even for a tool's output or a pasted book. */
export const LINE_BYTES = 256 * 1024 ** 2;

/** Yields the lines of a UTF-8 text without line ends, skipping empty ones. One line is in memory at a time. */
export async function* readLines(
  bytes: AsyncIterable<Uint8Array>,
  longest: number = LINE_BYTES,
): AsyncGenerator<string> {
  let chunks: Uint8Array[] = [];
  let length = 0;
  const take = (piece: Uint8Array) => {
    length += piece.length;
    if (length > longest) throw new ArchiveError('too-large', `a line of more than ${longest} bytes`);
    chunks.push(piece);
  };
  const flush = (): string => {
    const text = decode(chunks);
    chunks = [];
    length = 0;
    return text;
  };
  for await (const piece of bytes) {
    let from = 0;
    for (let to = piece.indexOf(NEWLINE); to >= 0; to = piece.indexOf(NEWLINE, from)) {
      take(piece.subarray(from, to));
      const line = flush();
      if (line.trim() !== '') yield line;
      from = to + 1;
    }
    if (from < piece.length) take(piece.slice(from));
  }
  const last = flush();
  if (last.trim() !== '') yield last;
}

/** Removes a byte-order mark at the start of a file. */
function decode(pieces: readonly Uint8Array[]): string {
  const decoder = new TextDecoder();
  return pieces.map((piece) => decoder.decode(piece, { stream: true })).join('') + decoder.decode();
}

/** Reads an entire text. Throws if it's longer than `longest` bytes. */
export async function readText(bytes: AsyncIterable<Uint8Array>, longest: number): Promise<string> {
  const decoder = new TextDecoder();
  const texts: string[] = [];
  let length = 0;
  for await (const piece of bytes) {
    length += piece.length;
    if (length > longest) throw new ArchiveError('too-large', `more than ${longest} bytes`);
    texts.push(decoder.decode(piece, { stream: true }));
  }
  texts.push(decoder.decode());
  return texts.join('');
}
