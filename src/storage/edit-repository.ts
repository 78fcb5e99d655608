import type { BatonDatabase } from './database.ts';
import { DraftRowSchema } from './draft-schemas.ts';
import { readRow, type OnUnreadableRow } from './read-row.ts';
import type { DraftRow } from './rows.ts';
import { withStorageErrors } from './with-storage-errors.ts';

/**
 * Where the drafts hold what was written into the editor of a message. No conversation has such an id, so builds that
 * don't know it leave it alone.
 */
export const editKey = (sessionId: string, messageId: string): string => `${sessionId}/${messageId}`;

export interface StoredEdit {
  messageId: string;
  content: DraftRow;
}

/** The unsent edits of a conversation, the oldest first. */
export async function listEdits(
  db: BatonDatabase,
  sessionId: string,
  onUnreadableRow: OnUnreadableRow,
): Promise<StoredEdit[]> {
  const rows = await withStorageErrors(editsIn(db, sessionId).toArray());
  return rows
    .flatMap((row) => readRow(DraftRowSchema, row, { table: 'drafts', key: row.sessionId }, onUnreadableRow) ?? [])
    .toSorted((a, b) => a.at - b.at)
    .map((content) => ({ messageId: content.sessionId.slice(editKey(sessionId, '').length), content }));
}

export function editsIn(db: BatonDatabase, sessionId: string) {
  const start = editKey(sessionId, '');
  return db.drafts.where('sessionId').between(start, `${start}\uffff`);
}
