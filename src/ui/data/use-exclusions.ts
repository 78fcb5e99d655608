import type { Deletions } from '#core/normalize/base/deletions.ts';
import { DELETED, EXCLUDED, targetKey } from '#core/normalize/base/overlays.ts';
import { useServices } from './services.ts';
import { useLiveQuery } from './use-live-query.ts';

/** What the user excluded from requests: messages, and single tool results (see targetKey). */
export type Exclusions = ReadonlySet<string>;

interface UserOverlays {
  excluded: Exclusions;
  deleted: Deletions;
}

const NONE: UserOverlays = { excluded: new Set(), deleted: new Set() };

/** What the user excluded and deleted in a conversation. */
export function useExclusions(sessionId: string): UserOverlays {
  const { db } = useServices();
  const found = useLiveQuery(async () => {
    const rows = await db.overlays.where('sessionId').equals(sessionId).toArray();
    const of = (wanted: string) =>
      new Set(rows.flatMap(({ kind, target }) => (kind === wanted ? [targetKey(target)] : [])));
    return { excluded: of(EXCLUDED), deleted: of(DELETED) };
  }, [db, sessionId]);
  return found ?? NONE;
}
