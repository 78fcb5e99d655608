import type { JournalCheck, JournalTable } from '#contract/journal.ts';
import { isRemoved } from '#storage/journal-marks.ts';

/** Rows that the journal holds and the database no longer does. */
export interface JournalLoss {
  conversations: number;
  /** Includes messages that exist but are shorter. */
  messages: number;
}

/** `null` when every missing row was removed on purpose, or the journal doesn't hold the whole history. */
export function findLoss(
  { isWhole, missing, finished }: JournalCheck,
  removed: ReadonlySet<string>,
): JournalLoss | null {
  if (!isWhole) return null;
  const count = (table: JournalTable) =>
    missing.filter((one) => one.table === table && !isRemoved(removed, one.key)).length;
  const loss = { conversations: count('sessions'), messages: count('messages') + finished.length };
  return loss.conversations + loss.messages > 0 ? loss : null;
}
