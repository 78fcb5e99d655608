import { readCallKey } from '#core/agent/run-record.ts';
import type { BatonDatabase } from './database.ts';
import type { SessionRow } from './rows.ts';

/** The tasks that answers of a conversation began, and the tasks below them; those in the trash, too. */
export async function tasksOfAnswers(
  db: BatonDatabase,
  sessionId: string,
  answers: ReadonlySet<string>,
): Promise<SessionRow[]> {
  const below = await db.sessions.where('task.above').equals(sessionId).toArray();
  const begun = new Set(
    below.flatMap(({ id, task }) =>
      task?.above.at(-1) === sessionId && answers.has(readCallKey(task.call).answerId) ? [id] : [],
    ),
  );
  return below.filter(({ id, task }) => begun.has(id) || task?.above.some((above) => begun.has(above)));
}
