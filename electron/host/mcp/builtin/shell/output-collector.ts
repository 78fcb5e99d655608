import { StringDecoder } from 'node:string_decoder';

/** What is kept of an output: its beginning and, more of it, its end. In all less than the page keeps of a result. */
const HEAD = 3_000_000;
const TAIL = 4_500_000;

export interface OutputCollector {
  /** Returns what of the bytes are whole characters. */
  write(chunk: Buffer): string;
  /** All of it, or beginning and end with a line between them that says what is missing. */
  end(): string;
}

/** Collects the output of a process without ever holding much more than its limits. */
export function createOutputCollector(): OutputCollector {
  const decoder = new StringDecoder('utf8');
  let head = '';
  let tail = '';
  let lost = 0;

  function add(text: string): string {
    const room = HEAD - head.length;
    head += text.slice(0, room);
    tail += text.slice(room);
    if (tail.length > 2 * TAIL) trim();
    return text;
  }

  function trim(): void {
    lost += Math.max(0, tail.length - TAIL);
    tail = tail.slice(-TAIL);
  }

  return {
    write: (chunk) => add(decoder.write(chunk)),
    end() {
      add(decoder.end());
      trim();
      if (lost === 0) return head + tail;
      return `${head.toWellFormed()}\n[${lost} characters left out: the output is larger than Baton keeps]\n${tail.toWellFormed()}`;
    },
  };
}
