import { ArchiveError } from './archive-error.ts';

const NEWLINE = 0x0a;

/** Longer than any line that Baton writes: a tool's output or a pasted book fits. */
export const LINE_BYTES = 256 * 1024 ** 2;

/** The lines of a text in UTF-8, without their ends; empty ones are left out. Holds one line at a time. */
export async function* readLines(
  bytes: AsyncIterable<Uint8Array>,
  longest: number = LINE_BYTES,
): AsyncGenerator<string> {
  let held: Uint8Array[] = [];
  let length = 0;
  const take = (piece: Uint8Array) => {
    length += piece.length;
    if (length > longest) throw new ArchiveError('too-large', `a line of more than ${longest} bytes`);
    held.push(piece);
  };
  const flush = (): string => {
    const text = decode(held);
    held = [];
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

/** A byte-order mark at the beginning of a file is not part of its first line. */
function decode(pieces: readonly Uint8Array[]): string {
  const decoder = new TextDecoder();
  return pieces.map((piece) => decoder.decode(piece, { stream: true })).join('') + decoder.decode();
}

/** A whole text, when it is not longer than `longest` bytes. */
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
