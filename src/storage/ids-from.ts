import { Dexie } from 'dexie';
import type { BatonDatabase } from './database.ts';

const CHUNK = 500;

/** The ids of a message and of everything below it, on every branch, deleted ones included. */
export async function idsFrom(db: BatonDatabase, sessionId: string, messageId: string): Promise<string[]> {
  const found = new Set([messageId]);
  let from = (await db.messages.get(messageId))?.seq;
  while (from !== undefined) {
    const rows = await db.messages
      .where('[sessionId+seq]')
      .between([sessionId, from], [sessionId, Dexie.maxKey], false)
      .limit(CHUNK)
      .toArray();
    for (const { id, parentId } of rows) if (parentId !== null && found.has(parentId)) found.add(id);
    from = rows.length < CHUNK ? undefined : rows.at(-1)?.seq;
  }
  return [...found];
}
