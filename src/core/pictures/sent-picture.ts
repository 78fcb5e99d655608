import { decodeBase64Bytes } from '../base64.ts';
import { dialectFor } from '../normalize/base/dialects.ts';
import { HEADER_DIGITS, readImageSize } from '../image-size.ts';
import { imageType } from '../image-type.ts';
import type { Target } from '../request.ts';

/** What a vendor takes of a picture. Fixed for a target: a picture is the same in every request to it. */
export interface PictureLimits {
  types: readonly string[];
  /** Longest side in pixels. */
  side: number;
  bytes: number;
}

export interface PictureSize {
  width: number;
  height: number;
}

/** What a target is sent of a picture. */
export type SentPicture =
  /** Its bytes as they are. The size is unknown where Baton can't read the format and the vendor can. */
  | { as: 'is'; size: PictureSize | null }
  /** Drawn upright, in a size and a format that the vendor takes. `data` is base64. */
  | { as: 'drawn'; mime: string; data: string; from: PictureSize; size: PictureSize }
  /** Nothing that the vendor takes can be made of it. */
  | { as: 'unreadable' };

export function pictureLimits(target: Target): PictureLimits {
  const { imageTypes, pictures } = dialectFor(target);
  return { types: imageTypes, ...pictures };
}

export const pictureType = (mime: string): string => mime.toLowerCase().replace('image/jpg', 'image/jpeg');

/** Pixels of a picture that Baton decodes. They take 480 MB then. */
const MAX_PIXELS = 120_000_000;
/** Chromium doesn't decode these. */
const FOREIGN = /^image\/hei[cf]$/;

/** `draw`: it needs to be decoded. `head` is base64 of its first bytes. */
export function planPicture(
  picture: { mime: string; bytes: number; head: string },
  { types, side, bytes }: PictureLimits,
): SentPicture | 'draw' {
  const mime = imageType(picture.mime, picture.head);
  const taken = mime !== null && types.includes(mime);
  if (mime !== null && FOREIGN.test(mime)) return taken ? { as: 'is', size: null } : { as: 'unreadable' };
  const size = readImageSize(picture.head);
  if (size && size.width * size.height > MAX_PIXELS) return { as: 'unreadable' };
  if (!taken || !size || isTurned(picture.head)) return 'draw';
  return picture.bytes <= bytes && Math.max(size.width, size.height) <= side ? { as: 'is', size } : 'draw';
}

const EXIF = [0x45, 0x78, 0x69, 0x66, 0, 0];
const ORIENTATION = 0x0112;

/** Whether a JPEG says that it is to be turned or mirrored. Vendors may not read that. */
function isTurned(head: string): boolean {
  const bytes = decodeBase64Bytes(head.slice(0, HEADER_DIGITS)) ?? [];
  if (bytes[0] !== 0xff || bytes[1] !== 0xd8) return false;
  for (let at = 2; bytes[at] === 0xff && bytes[at + 1] !== 0xda; at += 2 + number(bytes, at + 2, 2)) {
    const start = at + 4;
    if (bytes[at + 1] === 0xe1 && EXIF.every((byte, index) => bytes[start + index] === byte))
      return readOrientation(bytes.slice(start + EXIF.length)) > 1;
  }
  return false;
}

/** From a TIFF structure; 1 is upright. */
function readOrientation(tiff: readonly number[]): number {
  const little = tiff[0] === 0x49;
  const read = (at: number, length: number) => number(tiff, at, length, little);
  const directory = read(4, 4);
  const entries = Math.min(read(directory, 2), 200);
  for (let entry = 0; entry < entries; entry++) {
    const at = directory + 2 + entry * 12;
    if (read(at, 2) === ORIENTATION) return read(at + 8, 2);
  }
  return 1;
}

function number(bytes: readonly number[], at: number, length: number, little = false): number {
  const digits = bytes.slice(at, at + length);
  return (little ? digits.toReversed() : digits).reduce((value, byte) => value * 256 + byte, 0);
}
