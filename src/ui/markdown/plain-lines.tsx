/* oxlint-disable react/no-array-index-key -- chunks only ever grow at the end */
import { memo } from 'react';

const LINES_PER_CHUNK = 60;

const Chunk = memo(function Chunk({ text }: { text: string }) {
  return <span>{text}</span>;
});

/** Splits after every so many lines; every chunk but the last is final while text is appended. */
export function chunkLines(text: string, linesPerChunk = LINES_PER_CHUNK): string[] {
  const chunks: string[] = [];
  let start = 0;
  let lines = 0;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) {
    lines += 1;
    if (lines === linesPerChunk) {
      chunks.push(text.slice(start, at + 1));
      start = at + 1;
      lines = 0;
    }
  }
  chunks.push(text.slice(start));
  return chunks;
}

/** Text that may grow to any length: only its last lines are laid out anew. */
export function PlainLines({ text }: { text: string }) {
  return chunkLines(text).map((chunk, at) => <Chunk key={at} text={chunk} />);
}
