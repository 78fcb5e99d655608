import { useLiveQuery } from './use-live-query.ts';
import type { StoredMessage } from '#storage/rows.ts';
import { useServices } from './services.ts';

const NONE: ReadonlyMap<string, StoredMessage> = new Map();

/** Stored messages by id; missing ones are left out. */
export function useMessagesById(ids: readonly string[]): ReadonlyMap<string, StoredMessage> {
  const { db } = useServices();
  const key = [...new Set(ids)].join(' ');
  const found = useLiveQuery(async () => {
    const rows = key === '' ? [] : await db.messages.bulkGet(key.split(' '));
    return new Map(rows.filter((row) => row !== undefined).map((row) => [row.id, row]));
  }, [db, key]);
  return found ?? NONE;
}
