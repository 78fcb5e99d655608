/* oxlint-disable react/no-array-index-key -- chunks are only added at the end */
import { memo, useMemo } from 'react';
import { hasAccents } from '#markdown/limits.ts';
import { useTurns } from '#ui/kit/time/use-turns.ts';
import css from './plain-lines.module.css';

const LINES_PER_CHUNK = 60;
/** A longer line is divided, too. */
const MAX_CHUNK_LENGTH = 4_000;
/** The same where accents are piled on a letter. */
const MAX_ACCENTS = 256;
/** What one turn draws. */
const CHUNKS_PER_TURN = 200;

/** Of more chunks than these only what is seen is laid out. */
const ALL_LAID_OUT = 24;

const Chunk = memo(function Chunk({ text, className }: { text: string; className: string | undefined }) {
  return <span className={className}>{text}</span>;
});

/** The end of the chunk that starts at `start`. */
function chunkEnd(text: string, start: number): number {
  const longest = hasAccents(text.slice(start, start + MAX_CHUNK_LENGTH)) ? MAX_ACCENTS : MAX_CHUNK_LENGTH;
  const most = Math.min(text.length, start + longest);
  let end = start;
  const lines = text.slice(start, most);
  for (let count = 0; count < LINES_PER_CHUNK; count += 1) {
    const next = lines.indexOf('\n', end - start);
    if (next < 0) return end > start && most < text.length ? end : unsplit(text, most);
    end = start + next + 1;
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

/** Text of any length. Only its last lines are laid out again while it grows, and a long one is drawn in turns. */
export function PlainLines({ text }: { text: string }) {
  const chunks = useMemo(() => chunkLines(text), [text]);
  const turns = useTurns(Math.ceil(chunks.length / CHUNKS_PER_TURN));
  // Each chunk is laid out for itself: the time for a long word grows faster than its length.
  const className = chunks.length > ALL_LAID_OUT ? css['unseen'] : chunks.length > 1 ? css['chunk'] : undefined;
  return chunks
    .slice(0, turns * CHUNKS_PER_TURN)
    .map((chunk, at) => <Chunk key={at} text={chunk} className={className} />);
}
