import { RecentMap } from '#core/recent-map.ts';
import type { PagePictures } from '#core/page-pictures.ts';
import type { DocumentClient } from '#documents/document-client.ts';
import type { PageDrawer } from '#storage/page-drawer.ts';

/** Files whose pages are kept for the next request. */
const MAX_KEPT = 8;
/** Files whose pages can't be drawn: what Baton says about them when they are attached. */
const HOPELESS = new Set(['damaged', 'locked', 'too-slow']);

/** Draws pages once for all requests with the same file and limits. */
export function openPages(documents: Pick<DocumentClient, 'draw'>): PageDrawer {
  const kept = new RecentMap<{ making: Promise<PagePictures | null> | null }>(MAX_KEPT);
  return ({ blob, read }, which, limits) => {
    const entry = kept.of(JSON.stringify([blob, which, limits]), () => ({ making: null }));
    const draw = async (): Promise<PagePictures | null> => {
      try {
        const bytes = await read();
        return bytes && (await documents.draw({ bytes, which, limits }));
      } catch (error) {
        if (error instanceof Error && 'code' in error && HOPELESS.has(String(error.code))) return null;
        entry.making = null;
        throw error;
      }
    };
    entry.making ??= draw();
    return entry.making;
  };
}
