import type { BatonDatabase } from './database.ts';
import { readRow } from './read-row.ts';
import type { OnUnreadableRow } from './read-row.ts';
import { readRemembered } from './row-memory.ts';
import { SessionRowSchema } from './row-schemas.ts';
import type { SessionRow } from './rows.ts';

/** More rows than this are read together, and not each by its id. */
const FEW = 64;

/**
 * The conversations that are kept, or in the trash, in no order. A list of thousands costs what has changed in it: reads
 * and checks only what any window wrote since the last time. A row that didn't change stays the same object.
 */
export async function listRemembered(
  db: BatonDatabase,
  which: 'kept' | 'trash',
  onUnreadableRow: OnUnreadableRow,
): Promise<SessionRow[]> {
  const { sessions } = db;
  const range = () => {
    const byDeletedAt = sessions.where('deletedAt');
    return which === 'kept' ? byDeletedAt.equals(0) : byDeletedAt.above(0);
  };
  return db.transaction('r', sessions, async () => {
    // Makes a live query run again after any change of a conversation. Ids only tell which ones come and go.
    await sessions.count();
    return readRemembered(db, sessions, await range().primaryKeys(), {
      all: () => range().toArray(),
      few: FEW,
      most: Number.POSITIVE_INFINITY,
      check: (raw, key) => readRow(SessionRowSchema, raw, { table: 'sessions', key }, onUnreadableRow),
    });
  });
}
