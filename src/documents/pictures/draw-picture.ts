import type { PictureLimits, SentPicture } from '#core/pictures/sent-picture.ts';
import { toBase64 } from '#storage/base64.ts';

/** A picture without loss that takes more is a photo, which a model sees as well in JPEG. */
const MAX_LOSSLESS = 1_500_000;
const QUALITY = 0.9;
/** Each time that it takes too many bytes. */
const SHRINK = 0.75;
const MIN_SIDE = 64;

/** Draws a picture upright, within the limits. Its orientation is applied, and all that isn't a pixel is left out. */
export async function drawPicture(picture: Blob, { side, bytes }: PictureLimits): Promise<SentPicture> {
  let bitmap: ImageBitmap;
  try {
    bitmap = await createImageBitmap(picture);
  } catch {
    return { as: 'unreadable' };
  }
  const from = { width: bitmap.width, height: bitmap.height };
  const longest = Math.max(from.width, from.height);
  const isPhoto = /^image\/jpe?g$/i.test(picture.type);
  try {
    for (let wanted = Math.min(side, longest); ; wanted = Math.floor(wanted * SHRINK)) {
      const scaled = (length: number) => Math.max(1, Math.round((length * wanted) / longest));
      const size = { width: scaled(from.width), height: scaled(from.height) };
      const lossless = isPhoto ? null : await encode(bitmap, size, 'image/png');
      const drawn =
        lossless && lossless.size <= Math.min(bytes, MAX_LOSSLESS)
          ? lossless
          : await encode(bitmap, size, 'image/jpeg');
      if (drawn.size > bytes && wanted > MIN_SIDE) continue;
      return { as: 'drawn', mime: drawn.type, data: toBase64(new Uint8Array(await drawn.arrayBuffer())), from, size };
    }
  } finally {
    bitmap.close();
  }
}

async function encode(
  bitmap: ImageBitmap,
  { width, height }: { width: number; height: number },
  type: 'image/png' | 'image/jpeg',
): Promise<Blob> {
  const canvas = new OffscreenCanvas(width, height);
  // A canvas that is read is not drawn by the graphics card, so the pixels are the same on every machine.
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) throw new Error('no canvas');
  if (type === 'image/jpeg') {
    context.fillStyle = '#fff';
    context.fillRect(0, 0, width, height);
  }
  context.imageSmoothingQuality = 'high';
  context.drawImage(bitmap, 0, 0, width, height);
  return canvas.convertToBlob({ type, quality: QUALITY });
}
