import type { Target } from '#core/request.ts';
import { pictureLimits, type PictureSize } from '#core/pictures/sent-picture.ts';
import { dialectFor } from '#core/normalize/base/dialects.ts';
import { isOwn } from '#core/normalize/rules/made-pictures.ts';
import { isSameOrigin } from '#core/normalize/same-origin.ts';
import { getBlob } from '#storage/blob-repository.ts';
import type { ReadImage } from '#storage/hydrate-parts.ts';
import type { StoredMessage } from '#storage/rows.ts';
import type { CompileDeps } from './compile-path.ts';

const sizeText = ({ width, height }: PictureSize): string => `${width} × ${height}`;

/**
 * Reads the pictures of a message as the target takes them. One that can't be made to fit keeps its bytes: the engine
 * decides what becomes of it.
 */
export function readPictures(
  { db, pictures, onError }: CompileDeps,
  target: Target,
  { parts, origin }: StoredMessage,
  note: (rule: string, part: number, detail: string) => void,
): ReadImage {
  const limits = pictureLimits(target);
  const dialect = dialectFor(target);
  return async ({ blob, mime }, part) => {
    if (!pictures || !target.model.images) return null;
    const own = parts[part];
    // What the target made goes back to it byte for byte.
    if (own?.type === 'image' && isOwn(own) && isSameOrigin(origin, target, dialect)) return null;
    try {
      const sent = await pictures({ blob, mime, read: () => getBlob(db, blob) }, limits);
      if (sent.as !== 'drawn') return null;
      const { from, size } = sent;
      note('scale-image', part, `${sizeText(from)} → ${sizeText(size)}, ${sent.mime}`);
      return { mime: sent.mime, data: sent.data };
    } catch (error) {
      onError(error);
      return null;
    }
  };
}
