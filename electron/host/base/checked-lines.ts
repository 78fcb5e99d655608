import { createReadStream } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { crc32 } from 'node:zlib';

/*
 * A file of lines, one record each: the CRC-32 of the record, a space, and the record as JSON. A line that doesn't match
 * its checksum was cut off by a crash or damaged later; it is ignored.
 */

/** 128 MiB. No written line is longer (see MAX_BATCH_BYTES). */
const MAX_LINE_LENGTH = 128 * 1024 ** 2;
const NEW_LINE = 0x0a;

export const writeCheckedLine = (record: unknown): Buffer => checkedLine(Buffer.from(JSON.stringify(record)));

/** The line of a record that is JSON already. */
export function checkedLine(json: Buffer): Buffer {
  return Buffer.concat([Buffer.from(`${checksum(json)} `), json, Buffer.from('\n')]);
}

/** Returns undefined when the line is not complete. */
export function readCheckedLine(line: Buffer): unknown {
  const json = line.subarray(9);
  if (line[8] !== 0x20 || line.toString('latin1', 0, 8) !== checksum(json)) return undefined;
  try {
    return JSON.parse(json.toString('utf8'));
  } catch {
    return undefined;
  }
}

function checksum(bytes: Buffer): string {
  return crc32(bytes).toString(16).padStart(8, '0');
}

/** Yields every line of a file without its line end, including a last line that has none. */
export async function* readLines(path: string): AsyncGenerator<Buffer> {
  for await (const { line } of readLinesAt(path)) yield line;
}

/** The same, with the byte at which each line begins. */
export async function* readLinesAt(path: string): AsyncGenerator<{ line: Buffer; at: number }> {
  let rest: Buffer[] = [];
  let length = 0;
  let at = 0;
  for await (const chunk of createReadStream(path, { highWaterMark: 1024 ** 2 })) {
    const piece = chunk as Buffer;
    let from = 0;
    for (let end = piece.indexOf(NEW_LINE); end >= 0; end = piece.indexOf(NEW_LINE, from)) {
      yield { line: Buffer.concat([...rest, piece.subarray(from, end)]), at };
      at += length + end - from + 1;
      rest = [];
      length = 0;
      from = end + 1;
    }
    length += piece.length - from;
    // Damage may have removed line ends.
    if (length <= MAX_LINE_LENGTH) rest.push(piece.subarray(from));
  }
  if (rest.length > 0) yield { line: Buffer.concat(rest), at };
}

/** Whether the next write starts a new line. */
export async function endsWithLine(path: string): Promise<boolean> {
  let file: FileHandle | null = null;
  try {
    file = await open(path, 'r');
    const { size } = await file.stat();
    if (size === 0) return true;
    const { buffer } = await file.read(Buffer.alloc(1), 0, 1, size - 1);
    return buffer[0] === NEW_LINE;
  } finally {
    await file?.close();
  }
}
