/*
 * What a zip has beside the bytes of its files (APPNOTE 6.3.10, 4.3). Sizes are only known behind the bytes, and may need
 * 64 bits.
 */

export const STORED = 0;
export const DEFLATED = 8;

export interface ZipEntry {
  name: Uint8Array;
  method: typeof STORED | typeof DEFLATED;
  crc: number;
  packedBytes: number;
  bytes: number;
  /** Of its header. */
  offset: number;
}

const VERSION = 45;
const MADE_BY_UNIX = 0x0300;
const SIZES_FOLLOW = 0x0008;
const NAME_IS_UTF8 = 0x0800;
/** A plain file that its owner may change and everyone may read. */
const ATTRIBUTES = 0x81a40000;
const ZIP64 = 0x0001;
/** Stands for a number that is written elsewhere, in 64 bits. */
const MAX_16 = 0xffff;
const MAX_32 = 0xffffffff;

type Field = readonly [bytes: 2 | 4 | 8, value: number];

/** Before the bytes of a file. */
export function localHeader({ name, method }: ZipEntry, at: Date): Uint8Array {
  const extra = record([2, ZIP64], [2, 16], [8, 0], [8, 0]);
  return joined([
    record([4, 0x04034b50], ...commonFields(name, method, at), [4, 0], [4, MAX_32], [4, MAX_32]),
    record([2, name.length], [2, extra.length]),
    name,
    extra,
  ]);
}

/** Behind the bytes of a file. */
export function dataDescriptor({ crc, packedBytes, bytes }: ZipEntry): Uint8Array {
  return record([4, 0x08074b50], [4, crc], [8, packedBytes], [8, bytes]);
}

/** What is at the end of a zip: `offset`. */
export function directory(entries: readonly ZipEntry[], offset: number, at: Date): Uint8Array {
  const records = joined(entries.map((entry) => directoryRecord(entry, at)));
  const { length } = records;
  const isLarge =
    entries.length >= MAX_16 ||
    offset >= MAX_32 ||
    length >= MAX_32 ||
    entries.some(({ bytes, packedBytes }) => Math.max(bytes, packedBytes) >= MAX_32);
  if (!isLarge) return joined([records, endRecord(0, entries.length, length, offset)]);
  const count = entries.length;
  return joined([
    records,
    record([4, 0x06064b50], [8, 44], [2, VERSION], [2, VERSION], [4, 0], [4, 0]),
    record([8, count], [8, count], [8, length], [8, offset]),
    record([4, 0x07064b50], [4, 0], [8, offset + length], [4, 1]),
    endRecord(MAX_16, MAX_16, MAX_32, MAX_32),
  ]);
}

function directoryRecord(entry: ZipEntry, at: Date): Uint8Array {
  const { name, method, crc, packedBytes, bytes, offset } = entry;
  const large = [bytes, packedBytes, offset].filter((value) => value >= MAX_32);
  const extra =
    large.length === 0
      ? record()
      : record([2, ZIP64], [2, 8 * large.length], ...large.map((value): Field => [8, value]));
  const short = (value: number): Field => [4, Math.min(value, MAX_32)];
  return joined([
    record([4, 0x02014b50], [2, MADE_BY_UNIX], ...commonFields(name, method, at)),
    record([4, crc], short(packedBytes), short(bytes), [2, name.length], [2, extra.length]),
    // No comment, the first disk, no further attributes.
    record([2, 0], [2, 0], [2, 0], [4, ATTRIBUTES], short(offset)),
    name,
    extra,
  ]);
}

function endRecord(disk: number, count: number, length: number, offset: number): Uint8Array {
  return record([4, 0x06054b50], [2, disk], [2, disk], [2, count], [2, count], [4, length], [4, offset], [2, 0]);
}

function commonFields(name: Uint8Array, method: number, at: Date): Field[] {
  const isPrintableAscii = name.every((byte) => byte >= 0x20 && byte <= 0x7e);
  return [[2, VERSION], [2, SIZES_FOLLOW | (isPrintableAscii ? 0 : NAME_IS_UTF8)], [2, method], ...timeFields(at)];
}

/** In local time, in steps of two seconds, from 1980 to 2107. */
function timeFields(at: Date): Field[] {
  const even = new Date(Math.ceil(Math.floor(at.getTime() / 1_000) / 2) * 2_000);
  const [first, last] = [new Date(1980, 0, 1), new Date(2107, 11, 31, 23, 59, 58)];
  const time = even < first ? first : even > last ? last : even;
  return [
    [2, (time.getHours() << 11) | (time.getMinutes() << 5) | (time.getSeconds() >> 1)],
    [2, ((time.getFullYear() - 1980) << 9) | ((time.getMonth() + 1) << 5) | time.getDate()],
  ];
}

function record(...fields: Field[]): Uint8Array {
  const view = new DataView(new ArrayBuffer(fields.reduce((sum, [bytes]) => sum + bytes, 0)));
  let at = 0;
  for (const [bytes, value] of fields) {
    if (bytes === 2) view.setUint16(at, value, true);
    else if (bytes === 4) view.setUint32(at, value, true);
    else view.setBigUint64(at, BigInt(value), true);
    at += bytes;
  }
  return new Uint8Array(view.buffer);
}

export function joined(pieces: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of pieces) {
    all.set(piece, at);
    at += piece.length;
  }
  return all;
}
