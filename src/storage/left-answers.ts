import { Dexie } from 'dexie';
import type { BatonDatabase } from './database.ts';
import { tasksOfAnswers } from './tasks-of-answers.ts';

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
  const tasks = await tasksOfAnswers(db, sessionId, new Set(answers));
  const own = await Promise.all(
    tasks.map(({ id }) =>
      db.messages.where('[sessionId+seq]').between([id, Dexie.minKey], [id, Dexie.maxKey]).primaryKeys(),
    ),
  );
  return [...answers, ...own.flat()];
}
