import { decodeBase64Bytes } from './base64.ts';

/** Digits of the bytes in which every format says what it is. */
const DIGITS = 16;
const FORMATS: readonly [type: string, start: RegExp][] = [
  ['image/png', /^\x89PNG/],
  ['image/jpeg', /^\xff\xd8/],
  ['image/gif', /^GIF8/],
  ['image/webp', /^RIFF[^]{4}WEBP/],
  ['image/avif', /^[^]{4}ftypavi[fs]/],
  ['image/heic', /^[^]{4}ftyp(hei[cx]|hev[cx]|mif1|msf1)/],
];
/** Pictures of these types are always recognized. */
const CERTAIN: ReadonlySet<string> = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp']);

/**
 * The media type of a picture, as its first bytes say: the name of a file or a server may say another one, which vendors
 * refuse. `null` when the bytes aren't of the type that they claim to be, nor of another one that is known.
 */
export function imageType(mime: string, base64: string): string | null {
  const claimed = mime.toLowerCase().replace('image/jpg', 'image/jpeg');
  const head = String.fromCharCode(...(decodeBase64Bytes(base64.slice(0, DIGITS)) ?? []));
  const found = FORMATS.find(([, start]) => start.test(head))?.[0];
  // One container, two names.
  if (found === 'image/heic' && claimed === 'image/heif') return claimed;
  return found ?? (CERTAIN.has(claimed) ? null : claimed);
}
