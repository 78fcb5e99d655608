import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readImageSize } from '#core/image-size.ts';
import { imageSize } from '#practice/rules/image-size.ts';

type Encode = (width: number, height: number) => Buffer;

const ascii = (text: string) => Buffer.from(text, 'latin1');
const big16 = (value: number) => Buffer.from([value >> 8, value & 0xff]);
const little16 = (value: number) => Buffer.from([value & 0xff, value >> 8]);
const little24 = (value: number) => Buffer.from([value & 0xff, (value >> 8) & 0xff, value >> 16]);
const big32 = (value: number) => Buffer.concat([big16(value >>> 16), big16(value & 0xffff)]);
const little32 = (value: number) => Buffer.concat([little16(value & 0xffff), little16(value >>> 16)]);
const rest = Buffer.alloc(40);

const riff = (kind: string, data: Buffer) =>
  Buffer.concat([ascii('RIFF'), little32(data.length + 12), ascii(`WEBP${kind}`), little32(data.length), data]);

const jpeg =
  (frame: number, ...segments: Buffer[]): Encode =>
  (width, height) =>
    Buffer.concat([
      Buffer.from([0xff, 0xd8]),
      ...segments,
      Buffer.from([0xff, frame, 0, 17, 8]),
      big16(height),
      big16(width),
      rest,
    ]);
const tables = Buffer.concat([Buffer.from([0xff, 0xdb]), big16(67), Buffer.alloc(65, 1)]);
const preview = Buffer.concat([Buffer.from([0xff, 0xe1]), big16(60_000), Buffer.alloc(59_998, 0xc0)]);

/** Beginnings of images, by the specifications of their formats. */
const FORMATS: readonly [name: string, mime: string, encode: Encode][] = [
  [
    'PNG',
    'image/png',
    (width, height) =>
      Buffer.concat([
        Buffer.from([0x89]),
        ascii('PNG\r\n\x1a\n'),
        big32(13),
        ascii('IHDR'),
        big32(width),
        big32(height),
        rest,
      ]),
  ],
  ['GIF', 'image/gif', (width, height) => Buffer.concat([ascii('GIF89a'), little16(width), little16(height), rest])],
  ['JPEG', 'image/jpeg', jpeg(0xc0, tables)],
  ['progressive JPEG after a long preview', 'image/jpeg', jpeg(0xc2, preview)],
  [
    'lossy WebP',
    'image/webp',
    (width, height) =>
      riff('VP8 ', Buffer.concat([Buffer.from([0, 0, 0, 0x9d, 0x01, 0x2a]), little16(width), little16(height), rest])),
  ],
  [
    'lossless WebP',
    'image/webp',
    (width, height) =>
      riff('VP8L', Buffer.concat([Buffer.from([0x2f]), little32((width - 1) | ((height - 1) << 14)), rest])),
  ],
  [
    'extended WebP',
    'image/webp',
    (width, height) => riff('VP8X', Buffer.concat([little32(0), little24(width - 1), little24(height - 1), rest])),
  ],
];

const side = fc.integer({ min: 1, max: 0x3fff });

describe('the size of an image', () => {
  test.each(FORMATS)('%s: the engine and the practice vendors read the same', (_name, mime, encode) => {
    fc.assert(
      fc.property(side, side, (width, height) => {
        const bytes = encode(width, height);
        expect(readImageSize(bytes.toString('base64'))).toEqual({ width, height });
        expect(imageSize(bytes)).toEqual({ mime, width, height });
      }),
      { numRuns: 30 },
    );
  });

  test('is unknown for anything else, however it begins', () => {
    const start = fc.constantFrom(...FORMATS.map(([, , encode]) => encode(7, 9)), ascii('<svg/>'), ascii('BM'));
    fc.assert(
      fc.property(start, fc.nat(15), fc.uint8Array({ maxLength: 40 }), (image, length, noise) => {
        const bytes = Buffer.concat([image.subarray(0, length), noise]);
        expect(() => [readImageSize(bytes.toString('base64')), imageSize(bytes)]).not.toThrow();
      }),
    );
    expect(imageSize(ascii('<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"></svg>'))).toBeNull();
  });
});
