import { Dexie } from 'dexie';
import type { BatonDatabase } from './database.ts';
import { SessionRowSchema } from './row-schemas.ts';
import type { SessionRow } from './rows.ts';
import { withStorageErrors } from './with-storage-errors.ts';

/** Conversations that have messages and no row that can be read: the list does not show them. */
export async function findLostSessions(db: BatonDatabase): Promise<string[]> {
  const listed = new Set<string>();
  await db.sessions.each((row: unknown) => {
    const read = SessionRowSchema.safeParse(row);
    if (read.success) listed.add(read.data.id);
  });
  const lost: string[] = [];
  for (let last: string | null = null; ;) {
    // One look-up a conversation: its other messages are passed over.
    const next = await db.messages
      .where('[sessionId+seq]')
      .above(last === null ? Dexie.minKey : [last, Dexie.maxKey])
      .limit(1)
      .keys();
    const [key] = next;
    const id: unknown = Array.isArray(key) ? key[0] : undefined;
    if (typeof id !== 'string') return lost;
    if (!listed.has(id)) lost.push(id);
    last = id;
  }
}

/** Conversations whose path ends in a message that is not there: they would show nothing. */
export async function findLostLeaves(db: BatonDatabase): Promise<{ id: string; leafId: string }[]> {
  const ends: { id: string; leafId: string }[] = [];
  await db.sessions.each(({ id, leafId }) => {
    if (typeof leafId === 'string') ends.push({ id, leafId });
  });
  const there = new Set(
    await db.messages
      .where('id')
      .anyOf(ends.map(({ leafId }) => leafId))
      .primaryKeys(),
  );
  return ends.filter(({ leafId }) => !there.has(leafId));
}

/** Where a row that had to be replaced is kept, as it was. */
const keptKey = (id: string): string => `storage.replaced:sessions/${id}`;

/**
 * Puts a rebuilt row in the place of one that is missing or cannot be read. Of one that cannot be read, each field that
 * can be read stays. Answers null when somebody else has been there.
 */
export async function putRebuilt(db: BatonDatabase, rebuilt: SessionRow): Promise<SessionRow | null> {
  return withStorageErrors(
    db.transaction('rw', db.sessions, db.settings, async () => {
      const damaged: unknown = await db.sessions.get(rebuilt.id);
      if (damaged === undefined) {
        await db.sessions.add(rebuilt);
        return rebuilt;
      }
      if (SessionRowSchema.safeParse(damaged).success) return null;
      const row = salvage(rebuilt, damaged);
      await db.settings.put({ key: keptKey(rebuilt.id), value: damaged });
      await db.sessions.put(row);
      return row;
    }),
  );
}

function salvage(rebuilt: SessionRow, damaged: unknown): SessionRow {
  let row = rebuilt;
  if (typeof damaged !== 'object' || damaged === null) return row;
  for (const [key, value] of Object.entries(damaged)) {
    // The way through the messages is what they say, not what a damaged row says.
    if (key === 'id' || key === 'leafId' || key === 'lastSeq') continue;
    const tried = SessionRowSchema.safeParse({ ...row, [key]: value });
    if (tried.success) row = tried.data;
  }
  return row;
}

/** Unless somebody has moved it meanwhile. */
export async function replaceLeaf(
  db: BatonDatabase,
  id: string,
  lost: string,
  leafId: string | null,
): Promise<boolean> {
  return withStorageErrors(
    db.transaction('rw', db.sessions, async () => {
      const row = await db.sessions.get(id);
      if (row?.leafId !== lost) return false;
      await db.sessions.update(id, { leafId });
      return true;
    }),
  );
}
