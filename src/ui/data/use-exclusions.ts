import { EXCLUDED, targetKey } from '#core/normalize/base/overlays.ts';
import { useServices } from './services.ts';
import { useLiveQuery } from './use-live-query.ts';

/** What the user excluded from requests: messages, and single tool results (see targetKey). */
export type Exclusions = ReadonlySet<string>;

const NONE: Exclusions = new Set();

export function useExclusions(sessionId: string): Exclusions {
  const { db } = useServices();
  const found = useLiveQuery(async () => {
    const rows = db.overlays.where('sessionId').equals(sessionId);
    const own = await rows.filter(({ kind }) => kind === EXCLUDED).toArray();
    return new Set(own.map(({ target }) => targetKey(target)));
  }, [db, sessionId]);
  return found ?? NONE;
}
