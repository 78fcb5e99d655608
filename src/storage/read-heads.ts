import { Dexie } from 'dexie';
import { headOf } from '#core/outline/message-head.ts';
import type { MessageHead, ReadExcerpt } from '#core/outline/message-head.ts';
import type { BatonDatabase } from './database.ts';
import { readRow } from './read-row.ts';
import type { OnUnreadableRow } from './read-row.ts';
import { StoredMessageSchema } from './row-schemas.ts';

const BATCH = 250;

/**
 * The heads of a conversation's messages after `after`, a batch at a time. The full text is released as soon as its
 * start is extracted.
 */
export async function* readHeads(
  db: BatonDatabase,
  sessionId: string,
  after: number,
  onUnreadableRow: OnUnreadableRow,
  plain: ReadExcerpt,
): AsyncGenerator<MessageHead[], void, void> {
  let from = after;
  for (;;) {
    const rows = await db.messages
      .where('[sessionId+seq]')
      .between([sessionId, from], [sessionId, Dexie.maxKey], false)
      .limit(BATCH)
      .toArray();
    yield rows.flatMap((row) => {
      const message = readRow(StoredMessageSchema, row, { table: 'messages', key: row.id }, onUnreadableRow);
      return message ? [headOf(message, plain)] : [];
    });
    const last = rows.at(-1);
    if (!last || rows.length < BATCH) return;
    from = last.seq;
  }
}
