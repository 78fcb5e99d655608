import { TASK_SERVER } from '#core/reliability/hooks/agent-usage-reminder.ts';
import type { BatonDatabase } from '#storage/database.ts';
import type { OnUnreadableRow } from '#storage/read-row.ts';
import { changeSessionTools } from '#storage/session-repository.ts';
import { getSession } from '#storage/read-sessions.ts';

/**
 * Whether to show the user the hint about tasks in this conversation now. True only for the first caller: once per
 * conversation is enough. False when tasks are not offered, and in a task itself, which no user watches. `off`: tools
 * that are not offered anywhere.
 */
export async function claimUsageHint(
  { db, onUnreadableRow }: { db: BatonDatabase; onUnreadableRow: OnUnreadableRow },
  sessionId: string,
  off: readonly string[],
): Promise<boolean> {
  const session = await getSession(db, sessionId, onUnreadableRow);
  if (!session?.tools?.on || session.tools.hinted === true || session.task) return false;
  const hidden = new Set([...off, ...session.tools.off]);
  if ([TASK_SERVER, `${TASK_SERVER}/task`].some((key) => hidden.has(key))) return false;
  let first = false;
  await changeSessionTools(db, sessionId, (before) => {
    first = before.hinted !== true;
    return { ...before, hinted: true };
  });
  return first;
}
