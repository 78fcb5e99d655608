import { isObject } from '#core/json.ts';
import type { BatonDatabase } from './database.ts';
import { REWRITES_KEY } from './journal-marks.ts';
import { newId } from './new-id.ts';

/** Beyond this many, what was kept before the oldest of them is void. */
const MAX_SESSIONS = 1_000;

/** Conversations whose rows were replaced or removed. What is only added isn't noted: nobody waits for this at a send. */
export interface Rewrites {
  /** The database that it was written for: a copy is a different one. */
  database: string;
  id: string;
  count: number;
  /** Everything kept before this count is void. */
  floor: number;
  /** The count at the last rewrite, oldest first. */
  sessions: [session: string, count: number][];
}

/** `null` if nothing was ever kept of this database's messages. */
export async function readRewrites(db: BatonDatabase): Promise<Rewrites | null> {
  const value = (await db.settings.get(REWRITES_KEY))?.value;
  return isRewrites(value) && value.database === db.name ? value : null;
}

function isRewrites(value: unknown): value is Rewrites {
  if (!isObject(value)) return false;
  const { id, count, floor, sessions } = value;
  return typeof id === 'string' && typeof count === 'number' && typeof floor === 'number' && Array.isArray(sessions);
}

/** From now on, rewrites are noted. Without them, nothing that is derived from messages may be kept. */
export async function beginRewrites(db: BatonDatabase): Promise<Rewrites> {
  const before = await readRewrites(db);
  if (before) return before;
  return db.transaction('rw', db.settings, async () => {
    const found = await readRewrites(db);
    if (found) return found;
    const value: Rewrites = { database: db.name, id: newId(), count: 0, floor: 0, sessions: [] };
    await db.settings.put({ key: REWRITES_KEY, value });
    return value;
  });
}

/**
 * Voids what is kept of these conversations' messages. Call it in every transaction that replaces or removes messages
 * that may be complete, which must include the settings.
 */
export async function noteRewritten(db: BatonDatabase, ids: readonly string[]): Promise<void> {
  const before = await readRewrites(db);
  if (!before || ids.length === 0) return;
  const count = before.count + 1;
  const all = new Map(before.sessions);
  for (const id of ids) {
    all.delete(id);
    all.set(id, count);
  }
  const sessions = [...all];
  const dropped = sessions.splice(0, Math.max(0, sessions.length - MAX_SESSIONS));
  const floor = dropped.at(-1)?.[1] ?? before.floor;
  await db.settings.put({ key: REWRITES_KEY, value: { ...before, count, floor, sessions } satisfies Rewrites });
}

/** Whether something that was derived from these messages at this count still holds. */
export function rewriteCheck(rewrites: Rewrites | null): (session: string, count: number) => boolean {
  const last = new Map(rewrites?.sessions);
  const floor = rewrites?.floor ?? 0;
  return (session, count) => count >= Math.max(floor, last.get(session) ?? 0);
}
