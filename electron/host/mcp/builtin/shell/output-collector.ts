import { createOutputDecoder, type OutputDecoder } from './output-decoder.ts';

/**
 * Characters kept from the start and, more, from the end of an output. Together less than the page keeps of a result.
 */
const HEAD = 3_000_000;
const TAIL = 4_500_000;

export interface OutputCollector {
  /** Takes the bytes of one stream, whose characters may come in pieces. Returns the complete ones. */
  stream(): (chunk: Buffer) => string;
  /** Returns all of it, or start and end with a line in between that says what is missing. */
  end(): string;
}

/**
 * Collects the output of a process without holding much more than its limits. `codePage`: how lines are decoded that aren't
 * UTF-8.
 */
export function createOutputCollector(codePage: string | null = null): OutputCollector {
  const decoders: OutputDecoder[] = [];
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
    stream() {
      const decoder = createOutputDecoder(codePage);
      decoders.push(decoder);
      return (chunk) => add(decoder.write(chunk));
    },
    end() {
      for (const decoder of decoders) add(decoder.end());
      trim();
      if (lost === 0) return head + tail;
      return `${head.toWellFormed()}\n[${lost} characters left out: the output is larger than Baton keeps]\n${tail.toWellFormed()}`;
    },
  };
}
