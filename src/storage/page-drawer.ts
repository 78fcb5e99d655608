import type { PagePictures } from '#core/page-pictures.ts';
import type { PageLimits } from '#core/pictures/page-limits.ts';
import type { StoredPicture } from './picture-scaler.ts';

/** `null` for a file whose pages can't be drawn. Rejects when it breaks down. */
export type PageDrawer = (
  file: Pick<StoredPicture, 'blob' | 'read'>,
  which: readonly number[] | 'all',
  limits: PageLimits,
) => Promise<PagePictures | null>;
