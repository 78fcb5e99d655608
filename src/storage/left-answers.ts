import { Dexie } from 'dexie';
import { readCallKey } from '#core/agent/run-record.ts';
import type { BatonDatabase } from './database.ts';

/**
 * The answers that a path through a conversation has and another doesn't, newest first. `from` and `to` are their ends.
 * It reads only what the paths don't share.
 */
export async function answersLeft(
  db: BatonDatabase,
  sessionId: string,
  from: string | null,
  to: string | null,
): Promise<string[]> {
  const read = async (id: string | null) => {
    const row = id === null ? undefined : await db.messages.get(id);
    return row?.sessionId === sessionId ? row : null;
  };
  const left: string[] = [];
  let [old, kept] = [await read(from), await read(to)];
  // A parent is older than what follows it, so the newer end can't be on the other path.
  while (old && old.id !== kept?.id) {
    if (kept && kept.seq > old.seq) kept = await read(kept.parentId);
    else {
      if (old.role === 'assistant') left.push(old.id);
      old = await read(old.parentId);
    }
  }
  return left;
}

/** The answers, and the messages of the tasks that they began. */
export async function withTasks(db: BatonDatabase, sessionId: string, answers: readonly string[]): Promise<string[]> {
  const given = new Set(answers);
  const below = await db.sessions.where('task.above').equals(sessionId).toArray();
  const begun = new Set(
    below.flatMap(({ id, task }) =>
      task?.above.at(-1) === sessionId && given.has(readCallKey(task.call).answerId) ? [id] : [],
    ),
  );
  const tasks = below.filter(({ id, task }) => begun.has(id) || task?.above.some((above) => begun.has(above)));
  const own = await Promise.all(
    tasks.map(({ id }) =>
      db.messages.where('[sessionId+seq]').between([id, Dexie.minKey], [id, Dexie.maxKey]).primaryKeys(),
    ),
  );
  return [...given, ...own.flat()];
}
