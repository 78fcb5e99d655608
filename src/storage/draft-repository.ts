import { asksNothing } from '#core/asks.ts';
import type { BatonDatabase } from './database.ts';
import { readRow } from './read-row.ts';
import type { ReportUnreadable } from './read-row.ts';
import { DraftRowSchema } from './row-schemas.ts';
import type { DraftRow } from './rows.ts';
import { stored } from './stored.ts';

export async function getDraft(
  db: BatonDatabase,
  sessionId: string,
  report: ReportUnreadable,
): Promise<DraftRow | null> {
  const row: unknown = await db.drafts.get(sessionId);
  return row === undefined ? null : readRow(DraftRowSchema, row, { table: 'drafts', key: sessionId }, report);
}

/** An empty draft is no draft. */
export async function saveDraft(db: BatonDatabase, draft: DraftRow): Promise<void> {
  const empty = draft.text === '' && draft.attachments.length === 0 && asksNothing(draft.asks ?? {});
  await stored<unknown>(empty ? db.drafts.delete(draft.sessionId) : db.drafts.put(draft));
}

export async function clearDraft(db: BatonDatabase, sessionId: string): Promise<void> {
  await stored(db.drafts.delete(sessionId));
}
