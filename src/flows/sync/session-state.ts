import { settle, NO_MARKS, type SessionMarks } from '#archive/sync/settle.ts';
import { recordsIn, type Records } from '#archive/sync/sync-records.ts';
import type { SessionHistory } from '#archive/records.ts';
import type { BatonDatabase } from '#storage/database.ts';
import type { ReportUnreadable } from '#storage/read-row.ts';
import { getSessionMarks, sessionMarkId } from '#storage/sync-marks.ts';
import { readHistory } from '../history/read-history.ts';

export interface SyncContext {
  db: BatonDatabase;
  now: () => number;
  report: ReportUnreadable;
}

/** A conversation with its records and what is known of them, after everything that was changed here has its stamp. */
export interface SessionState {
  history: SessionHistory | null;
  records: Records;
  marks: SessionMarks;
}

export async function readState({ db, now, report }: SyncContext, device: string, id: string): Promise<SessionState> {
  let partial = false;
  const history = await readHistory(db, id, (row) => {
    partial = true;
    report(row);
  });
  const known = (await getSessionMarks(db, id)) ?? NO_MARKS;
  if (!history) return { history, records: new Map(), marks: known };
  const records = recordsIn(history, known.wanted);
  const { updatedAt: firstSeen } = history.session;
  return { history, records, marks: settle(known, records, { device, now: now(), firstSeen, partial }) };
}

/** Call inside a transaction. */
export async function putMarks(
  db: BatonDatabase,
  id: string,
  { records, unsent, wanted }: SessionMarks,
): Promise<void> {
  await db.syncMarks.put({ id: sessionMarkId(id), records, unsent, wanted });
}
