import type { BatonDatabase } from './database.ts';
import { tasksOfAnswers } from './tasks-of-answers.ts';

export interface TaskCosts {
  usd: number;
  /** Part of it has no known price. */
  partial: boolean;
}

/** What the tasks cost that these answers began, with the tasks below them. */
export async function sumTaskCosts(
  db: BatonDatabase,
  sessionId: string,
  answers: ReadonlySet<string>,
): Promise<TaskCosts> {
  const tasks = await tasksOfAnswers(db, sessionId, answers);
  const usages = await db.usage
    .where('sessionId')
    .anyOf(tasks.map(({ id }) => id))
    .toArray();
  return {
    usd: usages.reduce((sum, { cost }) => sum + (cost ?? 0), 0),
    partial: usages.some(({ cost }) => cost === null),
  };
}
