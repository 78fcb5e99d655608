import { loadOnce } from '#core/load-once.ts';
import type { PictureScaler } from '#storage/picture-scaler.ts';

/** Makes pictures fit what a vendor takes. What it needs is loaded with the first one. */
export function openPictures(): PictureScaler {
  const scaler = loadOnce(async () => {
    const { createPictureScaler, startPictureWorker } = await import('#documents/pictures/scale-pictures.ts');
    return createPictureScaler(startPictureWorker);
  });
  return async (picture, limits) => (await scaler.get())(picture, limits);
}
