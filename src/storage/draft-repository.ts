import { hasNoOptions } from '#core/message-options.ts';
import type { BatonDatabase } from './database.ts';
import { readRow } from './read-row.ts';
import type { OnUnreadableRow } from './read-row.ts';
import { DraftRowSchema } from './draft-schemas.ts';
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

/**
 * What was taken out of a message box to be sent. Until it is stored as a message, the stored draft has it, before what
 * was written since.
 */
export interface TakenDraft {
  /** Within the transaction that stores the message: leaves only what was written since. */
  settle(): Promise<void>;
  /** What was stored was taken back. */
  unsettle(): void;
  /** It is stored for good. */
  end(): void;
}

/** Within a transaction on `drafts`: ends the draft that a message was taken from; without `taken`, all of it. */
export async function settleDraft(db: BatonDatabase, sessionId: string, taken?: TakenDraft): Promise<void> {
  await (taken ? taken.settle() : db.drafts.delete(sessionId));
}
