export interface Chunk {
  start: number;
  end: number;
  place: string;
}

/** Characters of a chunk, about: half a page. */
const CHUNK_CHARS = 1_200;
/** A heading begins a chunk of its own only after this many. */
const MIN_CHARS = 200;
const MARK = /^\[((?:Page|Sheet|Slide|Chapter)[^\]]{0,120})\]$/;
const HEADING = /^#{1,6} +(.{1,120})/;

/** Splits a text at the marks of its pages, at headings, and at line ends. Together the chunks are the whole text. */
export function cutChunks(text: string): Chunk[] {
  const chunks: Chunk[] = [];
  let place = '';
  let start = 0;
  let startLine = 1;
  let line = 0;
  const close = (end: number, nextLine: number): void => {
    if (text.slice(start, end).trim() !== '')
      chunks.push({ start, end, place: place === '' ? `line ${startLine}` : place });
    start = end;
    startLine = nextLine;
  };
  for (let at = 0; at < text.length;) {
    line += 1;
    const found = text.indexOf('\n', at);
    const end = found < 0 ? text.length : found + 1;
    const begin = text.slice(at, Math.min(end, at + 140)).trimEnd();
    const mark = MARK.exec(begin)?.[1];
    const heading = mark === undefined ? HEADING.exec(begin)?.[1] : undefined;
    if (mark !== undefined || (heading !== undefined && at - start >= MIN_CHARS)) close(at, line);
    if (mark !== undefined) place = mark;
    else if (heading !== undefined && !/^(?:Page|Sheet|Slide|Chapter)/.test(place)) place = heading.trim();
    if (end - start > CHUNK_CHARS && at > start) close(at, line);
    // A line that is longer than a chunk is split.
    for (let cut = start + CHUNK_CHARS; cut < end; cut = start + CHUNK_CHARS) close(wholeCharacter(text, cut), line);
    at = end;
  }
  close(text.length, line);
  return chunks;
}

function wholeCharacter(text: string, at: number): number {
  const code = text.charCodeAt(at);
  return code >= 0xdc00 && code <= 0xdfff ? at - 1 : at;
}
