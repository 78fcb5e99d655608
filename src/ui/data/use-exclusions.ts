import { EXCLUDED } from '#core/normalize/base/overlays.ts';
import { useServices } from './services.ts';
import { useLiveQuery } from './use-live-query.ts';

/** What the user excluded from requests: ids of messages, and `<message>#<part>` of tool results. */
export type Exclusions = ReadonlySet<string>;

export const exclusionKey = ({ message, part }: { message: string; part?: number }): string =>
  part === undefined ? message : `${message}#${part}`;

const NONE: Exclusions = new Set();

export function useExclusions(sessionId: string): Exclusions {
  const { db } = useServices();
  const found = useLiveQuery(async () => {
    const rows = db.overlays.where('sessionId').equals(sessionId);
    const own = await rows.filter(({ kind }) => kind === EXCLUDED).toArray();
    return new Set(own.map(({ target }) => exclusionKey(target)));
  }, [db, sessionId]);
  return found ?? NONE;
}
