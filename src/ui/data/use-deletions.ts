import type { Deletions } from '#core/normalize/base/deletions.ts';
import { listDeletions } from '#storage/overlay-repository.ts';
import { useServices } from './services.ts';
import { useLiveQuery } from './use-live-query.ts';

const NONE: Deletions = new Set();

/** What the user deleted in a conversation. */
export function useDeletions(sessionId: string): Deletions {
  const { db } = useServices();
  return useLiveQuery(() => listDeletions(db, [sessionId]), [db, sessionId]) ?? NONE;
}
