import type { LineSealer } from './sealed-lines.ts';

const NEW_LINE = 0x0a;

/** A new file of encrypted lines, made of whole lines with or without their line ends. */
export async function* sealLines(lines: AsyncIterable<Buffer>, sealer: LineSealer): AsyncGenerator<Buffer> {
  let at = sealer.head.length;
  yield sealer.head;
  for await (const line of lines) {
    const sealed = sealer.seal(line.at(-1) === NEW_LINE ? line.subarray(0, -1) : line, at);
    at += sealed.length;
    yield sealed;
  }
}
