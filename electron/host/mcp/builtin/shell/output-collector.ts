import { StringDecoder } from 'node:string_decoder';

/** What a model is shown of an output: its beginning and, more of it, its end. */
const HEAD = 12_000;
const TAIL = 18_000;
/** What is held of it, to be read later. */
const KEPT = 8 * 1024 * 1024;

export interface OutputCollector {
  /** Returns what of the bytes are whole characters. */
  write(chunk: Buffer): string;
  end(): { text: string; lost: number };
}

/** Collects the output of a process without ever holding more than twice a limit: of more, beginning and end stay. */
export function createOutputCollector(): OutputCollector {
  const decoder = new StringDecoder('utf8');
  let pieces: string[] = [];
  let length = 0;
  let lost = 0;

  function add(text: string): string {
    pieces.push(text);
    length += text.length;
    if (length <= 2 * KEPT) return text;
    const all = pieces.join('');
    const ends = [all.slice(0, KEPT / 2), all.slice(-KEPT / 2)];
    lost += all.length - KEPT;
    pieces = ends;
    length = KEPT;
    return text;
  }

  return {
    write: (chunk) => add(decoder.write(chunk)),
    end() {
      add(decoder.end());
      return { text: pieces.join(''), lost };
    },
  };
}

/** null when the text need not be shortened. Cut at line ends where there are any near; no character is cut in two. */
export function shortenOutput(text: string, notice: (lines: number, characters: number) => string): string | null {
  if (text.length <= HEAD + TAIL) return null;
  const headEnd = text.lastIndexOf('\n', HEAD) + 1 || HEAD;
  const tailStart = text.indexOf('\n', text.length - TAIL) + 1 || text.length - TAIL;
  const left = text.slice(headEnd, tailStart);
  const head = text.slice(0, headEnd).toWellFormed();
  return `${head}${head.endsWith('\n') ? '' : '\n'}${notice(left.split('\n').length - 1, left.length)}\n${text.slice(tailStart).toWellFormed()}`;
}
