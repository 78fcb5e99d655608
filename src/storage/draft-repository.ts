import { hasNoOptions } from '#core/message-options.ts';
import type { BatonDatabase } from './database.ts';
import { readRow } from './read-row.ts';
import type { OnUnreadableRow } from './read-row.ts';
import { DraftRowSchema } from './row-schemas.ts';
import type { DraftRow } from './rows.ts';
import { withStorageErrors } from './with-storage-errors.ts';

export async function getDraft(
  db: BatonDatabase,
  sessionId: string,
  onUnreadableRow: OnUnreadableRow,
): Promise<DraftRow | null> {
  const row: unknown = await db.drafts.get(sessionId);
  return row === undefined ? null : readRow(DraftRowSchema, row, { table: 'drafts', key: sessionId }, onUnreadableRow);
}

/** An empty draft is not stored. */
export async function saveDraft(db: BatonDatabase, draft: DraftRow): Promise<void> {
  const empty = draft.text === '' && draft.attachments.length === 0 && hasNoOptions(draft.asks ?? {});
  await withStorageErrors<unknown>(empty ? db.drafts.delete(draft.sessionId) : db.drafts.put(draft));
}

export async function clearDraft(db: BatonDatabase, sessionId: string): Promise<void> {
  await withStorageErrors(db.drafts.delete(sessionId));
}
