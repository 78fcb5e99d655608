/* oxlint-disable react/no-array-index-key -- chunks are only added at the end */
import { memo } from 'react';

const LINES_PER_CHUNK = 60;
/** A very long line is also laid out in chunks. */
const MAX_CHUNK_LENGTH = 20_000;

const Chunk = memo(function Chunk({ text }: { text: string }) {
  return <span>{text}</span>;
});

/** The end of the chunk that starts at `start`. */
function chunkEnd(text: string, start: number): number {
  const most = Math.min(text.length, start + MAX_CHUNK_LENGTH);
  let end = start;
  for (let lines = 0; lines < LINES_PER_CHUNK; lines += 1) {
    const next = text.indexOf('\n', end);
    if (next < 0 || next >= most) return end > start && next >= 0 ? end : unsplit(text, most);
    end = next + 1;
  }
  return end;
}

/** Never splits a character. */
const unsplit = (text: string, end: number): number => (/[\udc00-\udfff]/.test(text[end] ?? '') ? end - 1 : end);

/** Splits after a fixed number of lines or characters. Every chunk but the last is final while text is appended. */
export function chunkLines(text: string): string[] {
  const chunks: string[] = [];
  let start = 0;
  while (start < text.length) {
    const end = chunkEnd(text, start);
    chunks.push(text.slice(start, end));
    start = end;
  }
  return chunks;
}

/** Text that may grow to any length. Only its last lines are laid out again. */
export function PlainLines({ text }: { text: string }) {
  return chunkLines(text).map((chunk, at) => <Chunk key={at} text={chunk} />);
}
