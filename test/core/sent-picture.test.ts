import { describe, expect, test } from 'vitest';
import { planPicture, type PictureLimits } from '#core/pictures/sent-picture.ts';

const LIMITS: PictureLimits = { types: ['image/png', 'image/jpeg'], side: 2000, bytes: 1000 };

const big16 = (value: number) => [value >> 8, value & 0xff];
const big32 = (value: number) => [...big16(value >>> 16), ...big16(value & 0xffff)];
const little32 = (value: number) => big32(value).toReversed();
const ascii = (text: string) => [...Buffer.from(text, 'latin1')];
const png = (width: number, height: number) =>
  Buffer.from([0x89, ...ascii('PNG\r\n\x1a\n'), ...big32(13), ...ascii('IHDR'), ...big32(width), ...big32(height)]);
const bmp = (width: number, height: number) =>
  Buffer.from([
    ...ascii('BM'),
    ...big32(0),
    ...big32(0),
    ...little32(54),
    ...little32(40),
    ...little32(width),
    ...little32(height),
  ]);
const ispe = (width: number, height: number) => [
  ...big32(20),
  ...ascii('ispe'),
  ...big32(0),
  ...big32(width),
  ...big32(height),
];
const avif = (width: number, height: number) =>
  Buffer.from([
    ...big32(24),
    ...ascii('ftypavif'),
    ...big32(0),
    ...ascii('mif1avif'),
    ...ispe(64, 64),
    ...ispe(width, height),
  ]);

/** A JPEG with an orientation, in either order of bytes. */
function jpeg(orientation: number, little = false): Buffer {
  const order = (bytes: number[]) => (little ? bytes.toReversed() : bytes);
  const tiff = [
    ...ascii(little ? 'II' : 'MM'),
    ...order(big16(42)),
    ...order(big32(8)),
    ...order(big16(1)),
    ...order(big16(0x0112)),
    ...order(big16(3)),
    ...order(big32(1)),
    ...order(big16(orientation)),
    ...big16(0),
    ...big32(0),
  ];
  const exif = [...ascii('Exif'), 0, 0, ...tiff];
  const frame = [0xff, 0xc0, 0, 17, 8, ...big16(100), ...big16(200), 3, 1, 0x22, 0, 2, 0x11, 1, 3, 0x11, 1];
  return Buffer.from([0xff, 0xd8, 0xff, 0xe1, ...big16(exif.length + 2), ...exif, ...frame]);
}

const plan = (mime: string, head: Buffer, bytes = 100, limits = LIMITS) =>
  planPicture({ mime, bytes, head: head.toString('base64') }, limits);

describe('what a vendor is sent of a picture', () => {
  test('its bytes, when they fit', () => {
    expect(plan('image/png', png(2000, 10))).toEqual({ as: 'is', size: { width: 2000, height: 10 } });
    expect(plan('image/jpg', jpeg(1))).toEqual({ as: 'is', size: { width: 200, height: 100 } });
  });

  test.each([
    ['a side too long', 'image/png', png(2001, 10), 100],
    ['bytes too many', 'image/png', png(10, 10), 1001],
    ['a type that is not taken', 'image/bmp', bmp(10, 10), 100],
    ['a type that is not taken', 'image/avif', avif(3000, 2000), 100],
    ['a type that is not taken, under the name of one that is', 'image/png', avif(300, 200), 100],
    ['turned', 'image/jpeg', jpeg(6), 100],
    ['turned, with the low byte first', 'image/jpeg', jpeg(8, true), 100],
    ['no header that can be read', 'image/png', Buffer.from('not a picture'), 100],
  ])('drawn: %s (%s)', (_why, mime, head, bytes) => {
    expect(plan(mime, head, bytes)).toBe('draw');
  });

  test('nothing, where decoding would take too much memory', () => {
    expect(plan('image/png', png(60_000, 60_000))).toEqual({ as: 'unreadable' });
    expect(plan('image/bmp', bmp(60_000, 60_000))).toEqual({ as: 'unreadable' });
    expect(plan('image/avif', avif(60_000, 60_000))).toEqual({ as: 'unreadable' });
  });

  test('HEIC goes as it is or not at all', () => {
    expect(plan('image/heic', Buffer.from('ftypheic'))).toEqual({ as: 'unreadable' });
    const taking = { ...LIMITS, types: ['image/heic'] };
    expect(plan('image/HEIC', Buffer.from('ftypheic'), 100, taking)).toEqual({ as: 'is', size: null });
  });

  test('damaged headers end in an answer', () => {
    const whole = jpeg(6);
    for (let length = 0; length <= whole.length; length++)
      expect(() => plan('image/jpeg', whole.subarray(0, length))).not.toThrow();
  });
});
