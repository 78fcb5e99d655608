const BY_BYTES: readonly [mime: string, start: readonly number[], at?: number][] = [
  ['image/png', [0x89, 0x50, 0x4e, 0x47]],
  ['image/jpeg', [0xff, 0xd8, 0xff]],
  ['image/gif', [0x47, 0x49, 0x46, 0x38]],
  ['image/webp', [0x57, 0x45, 0x42, 0x50], 8],
  ['application/pdf', [0x25, 0x50, 0x44, 0x46]],
  ['audio/wav', [0x57, 0x41, 0x56, 0x45], 8],
];

/** `ftyp`, after which the name of a format says what is in the file. */
const CONTAINER = [0x66, 0x74, 0x79, 0x70];

const BY_BRAND: readonly [mime: string, brands: RegExp][] = [
  ['image/avif', /^avi[fs]/],
  ['image/heic', /^(?:hei[cxms]|hev[cxms])/],
  ['image/heif', /^m[is]f1/],
  ['audio/mp4', /^M4[AB] /],
  ['video/quicktime', /^qt {2}/],
];

const BY_NAME: Readonly<Record<string, string>> = {
  csv: 'text/csv',
  html: 'text/html',
  json: 'application/json',
  md: 'text/markdown',
  pdf: 'application/pdf',
  txt: 'text/plain',
};

/** Whether earlier versions took files of this type for videos. */
export const wasVideo = (mime: string): boolean => BY_BRAND.some(([one]) => one === mime);

/** Detects the type from the first bytes, because exports call images `file-1.dat`. Falls back to the name. */
export function fileType(start: Uint8Array, name: string, said = ''): string {
  const begins = (bytes: readonly number[], at = 0) => bytes.every((byte, index) => start[at + index] === byte);
  const extension = /\.([a-z0-9]+)$/i.exec(name)?.[1]?.toLowerCase() ?? '';
  // A file that doesn't begin like an image isn't one: it couldn't be shown, and vendors refuse it.
  const claimed = said.startsWith('image/') ? '' : said;
  if (begins(CONTAINER, 4)) {
    const brand = String.fromCharCode(...start.subarray(8, 12));
    return BY_BRAND.find(([, brands]) => brands.test(brand))?.[0] ?? 'video/mp4';
  }
  const found = BY_BYTES.find(([, bytes, at]) => begins(bytes, at))?.[0];
  return found ?? (claimed || BY_NAME[extension] || 'application/octet-stream');
}
