import type { BatonDatabase } from '#storage/database.ts';
import { answersLeft, withTasks } from '#storage/left-answers.ts';
import { leaveSteps } from './left-answers.ts';

interface Fork {
  sourceId: string;
  /** The conversation that the source is a task of, or the source itself. */
  rootId: string;
  /** The conversation that was made. */
  made: string;
  /** The last message of the source that it has; `null` when it begins anew. */
  end: string | null;
}

/** Notes the answers of the source that a fork doesn't have: the folders have their changes. */
export async function leaveForked(db: BatonDatabase, { sourceId, rootId, made, end }: Fork): Promise<void> {
  const leafId = (await db.sessions.get(sourceId))?.leafId ?? null;
  const left = await answersLeft(db, sourceId, leafId, end);
  if (left.length > 0) leaveSteps(made, rootId, await withTasks(db, sourceId, left));
}
