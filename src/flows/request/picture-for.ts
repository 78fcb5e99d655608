import { pictureLimits, type SentPicture } from '#core/pictures/sent-picture.ts';
import { getBlob } from '#storage/blob-repository.ts';
import type { SessionTarget } from '#storage/rows.ts';
import { requireSession } from '../conversation/insert-answer.ts';
import { resolveTarget } from '../base/resolve-target.ts';
import type { PreviewDeps } from './preview-request.ts';

/** What a model would be sent of a stored picture; `null` when it takes none, or nobody can be asked. */
export async function pictureFor(
  deps: PreviewDeps,
  sessionId: string,
  { blob, mime }: { blob: string; mime: string },
  target: SessionTarget,
): Promise<SentPicture | null> {
  const resolved = await resolveTarget(deps, { ...(await requireSession(deps, sessionId)), target });
  if (!resolved.ok || !resolved.target.model.images || !deps.pictures) return null;
  return deps.pictures({ blob, mime, read: () => getBlob(deps.db, blob) }, pictureLimits(resolved.target));
}
