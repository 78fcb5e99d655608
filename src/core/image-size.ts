import { decodeBase64Bytes } from './base64.ts';

/** Enough for the header of every format. A JPEG may carry a long preview before its size. */
export const HEADER_DIGITS = 4 * 64 * 1024;
/** The bytes in that many digits. */
export const HEADER_BYTES = (HEADER_DIGITS / 4) * 3;

/** Width and height of a PNG, JPEG, GIF, WebP, BMP or AVIF image. `null` when the data is none of these or is damaged. */
export function readImageSize(base64: string): { width: number; height: number } | null {
  const bytes = decodeBase64Bytes(base64.slice(0, HEADER_DIGITS));
  if (!bytes) return null;
  return png(bytes) ?? gif(bytes) ?? webp(bytes) ?? bmp(bytes) ?? avif(bytes) ?? jpeg(bytes);
}

type Size = { width: number; height: number } | null;

function text(bytes: readonly number[], start: number, length: number): string {
  return String.fromCharCode(...bytes.slice(start, start + length));
}

function big(bytes: readonly number[], at: number, length: number): number {
  return bytes.slice(at, at + length).reduce((value, byte) => value * 256 + byte, 0);
}

function little(bytes: readonly number[], at: number, length: number): number {
  return bytes.slice(at, at + length).reduceRight((value, byte) => value * 256 + byte, 0);
}

function png(bytes: readonly number[]): Size {
  if (text(bytes, 1, 3) !== 'PNG' || text(bytes, 12, 4) !== 'IHDR') return null;
  return { width: big(bytes, 16, 4), height: big(bytes, 20, 4) };
}

function gif(bytes: readonly number[]): Size {
  if (text(bytes, 0, 4) !== 'GIF8') return null;
  return { width: little(bytes, 6, 2), height: little(bytes, 8, 2) };
}

function webp(bytes: readonly number[]): Size {
  if (text(bytes, 0, 4) !== 'RIFF' || text(bytes, 8, 4) !== 'WEBP') return null;
  const kind = text(bytes, 12, 4);
  if (kind === 'VP8 ') return { width: little(bytes, 26, 2) & 0x3fff, height: little(bytes, 28, 2) & 0x3fff };
  if (kind === 'VP8X') return { width: little(bytes, 24, 3) + 1, height: little(bytes, 27, 3) + 1 };
  if (kind !== 'VP8L') return null;
  const bits = little(bytes, 21, 4);
  return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
}

function bmp(bytes: readonly number[]): Size {
  if (text(bytes, 0, 2) !== 'BM' || little(bytes, 14, 4) < 40) return null;
  // A negative height means that the first row is the highest.
  return { width: little(bytes, 18, 4), height: Math.abs(little(bytes, 22, 4) | 0) };
}

/** The largest of its images: others are tiles and previews. */
function avif(bytes: readonly number[]): Size {
  if (text(bytes, 4, 4) !== 'ftyp' || !text(bytes, 8, 24).includes('avif')) return null;
  let size: Size = null;
  for (let at = 16; at + 16 <= bytes.length; at++) {
    if (bytes[at] !== 0x69 || text(bytes, at, 4) !== 'ispe') continue;
    const found = { width: big(bytes, at + 8, 4), height: big(bytes, at + 12, 4) };
    if (!size || found.width * found.height > size.width * size.height) size = found;
  }
  return size;
}

/** Walks the segments to the frame header. */
function jpeg(bytes: readonly number[]): Size {
  if (bytes[0] !== 0xff || bytes[1] !== 0xd8) return null;
  let at = 2;
  while (at + 8 < bytes.length) {
    if (bytes[at] !== 0xff) return null;
    const marker = bytes[at + 1] ?? 0;
    if (marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc)
      return { height: big(bytes, at + 5, 2), width: big(bytes, at + 7, 2) };
    at += 2 + Math.max(2, big(bytes, at + 2, 2));
  }
  return null;
}
