import { imageSize as readSize } from 'image-size';

export interface ImageSize {
  mime: string;
  width: number;
  height: number;
}

/** The types that vendors accept. */
const MIME_TYPES: Readonly<Record<string, string>> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
};

/** Reads type and size from an image's first bytes; null when it is none of the four types that vendors accept. */
export function imageSize(bytes: Buffer): ImageSize | null {
  try {
    const { type = '', width, height } = readSize(bytes);
    const mime = MIME_TYPES[type];
    return mime === undefined ? null : { mime, width, height };
  } catch {
    // The library throws on damaged and unknown images.
    return null;
  }
}
