import { StringDecoder } from 'node:string_decoder';

/**
 * Characters kept from the start and, more, from the end of an output. Together less than the page keeps of a result.
 */
const HEAD = 3_000_000;
const TAIL = 4_500_000;

export interface OutputCollector {
  /** Returns the complete characters of the bytes. */
  write(chunk: Buffer): string;
  /** Returns all of it, or start and end with a line in between that says what is missing. */
  end(): string;
}

/** Collects the output of a process without holding much more than its limits. */
export function createOutputCollector(): OutputCollector {
  const decoder = new StringDecoder('utf8');
  let head = '';
  let tail = '';
  let lost = 0;

  function add(text: string): string {
    const remaining = HEAD - head.length;
    head += text.slice(0, remaining);
    tail += text.slice(remaining);
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
