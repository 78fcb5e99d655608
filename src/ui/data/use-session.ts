import { without } from '#core/without.ts';
import type { BatonDatabase } from '#storage/database.ts';
import type { OnUnreadableRow } from '#storage/read-row.ts';
import type { SessionRow, SessionSettings } from '#storage/rows.ts';
import { getSession } from '#storage/read-sessions.ts';
import { useSharedQuery } from './use-live-query.ts';
import { useServices } from './services.ts';

interface Found<Row> {
  id: string | null;
  row: Row | null;
}

async function read(db: BatonDatabase, id: string | null, report: OnUnreadableRow): Promise<Found<SessionRow>> {
  return { id, row: id === null ? null : await getSession(db, id, report) };
}

function useFound<Row>(id: string | null, pick: (row: SessionRow) => Row): Row | null | undefined {
  const { db, onUnreadableRow } = useServices();
  const found = useSharedQuery(
    db,
    `session ${id}`,
    () => read(db, id, onUnreadableRow),
    (answer): Found<Row> => ({ id: answer.id, row: answer.row && pick(answer.row) }),
  );
  return found && (found.row ?? (found.id === id ? null : undefined));
}

const wholeRow = (row: SessionRow): SessionRow => row;

const settingsOf = (row: SessionRow): SessionSettings =>
  without(row, 'updatedAt', 'leafId', 'lastSeq', 'lastVendor', 'cost');

/**
 * `undefined` while loading, `null` when there is no such conversation. After a change of the id, the conversation before
 * stays until the new one is loaded; that there was none doesn't.
 */
export const useSession = (id: string | null): SessionRow | null | undefined => useFound(id, wholeRow);

/** `useSession` without what each message changes, for what doesn't render again with it. */
export const useSessionSettings = (id: string | null): SessionSettings | null | undefined => useFound(id, settingsOf);
