import type { Target } from '#core/request.ts';
import { pagesToDraw } from '#core/page-pictures.ts';
import { pageLimits } from '#core/pictures/page-limits.ts';
import { getBlob } from '#storage/blob-repository.ts';
import type { ReadPages } from '#storage/hydrate-parts.ts';
import type { CompileDeps } from './compile-path.ts';

/** Draws the pages of scans for a target that takes pictures and no PDFs. What can't be drawn goes as its text or name. */
export function readPages({ db, pages, onError }: CompileDeps, target: Target): ReadPages {
  const limits = pageLimits(target);
  return async (file) => {
    const which = limits && pagesToDraw(file);
    if (!pages || !which) return null;
    try {
      const made = await pages({ blob: file.blob, read: () => getBlob(db, file.blob) }, which, limits);
      return made && made.drawn.length > 0 ? made : null;
    } catch (error) {
      onError(error);
      return null;
    }
  };
}
