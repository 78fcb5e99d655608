import { applyPlanTool } from '#core/agent/plan/apply-plan-tool.ts';
import type { PlanResult } from '#core/agent/plan/apply-plan-tool.ts';
import { EMPTY_PLAN } from '#core/agent/plan/plan-state.ts';
import type { PlanState } from '#core/agent/plan/plan-state.ts';
import type { BatonDatabase } from './database.ts';
import { readRow } from './read-row.ts';
import type { OnUnreadableRow } from './read-row.ts';
import { PlanRowSchema } from './row-schemas.ts';
import { StorageError } from './storage-error.ts';
import { withStorageErrors } from './with-storage-errors.ts';

/** A session without a plan has an empty one. Inside a live query, it detects changes from every window. */
export async function getPlan(
  db: BatonDatabase,
  sessionId: string,
  onUnreadableRow: OnUnreadableRow,
): Promise<PlanState> {
  const row: unknown = await db.plans.get(sessionId);
  if (row === undefined) return EMPTY_PLAN;
  return readRow(PlanRowSchema, row, { table: 'plans', key: sessionId }, onUnreadableRow) ?? EMPTY_PLAN;
}

/**
 * Reads and writes the plan for one planning call in one transaction, so that parallel calls from any window don't
 * overwrite each other. If this version cannot read the plan, it stays unchanged and the call fails.
 */
export async function changePlan(
  db: BatonDatabase,
  sessionId: string,
  tool: string,
  args: Readonly<Record<string, unknown>>,
  at: number,
): Promise<PlanResult> {
  return withStorageErrors(
    db.transaction('rw', db.plans, async () => {
      const row: unknown = await db.plans.get(sessionId);
      const parsed = row === undefined ? null : PlanRowSchema.safeParse(row);
      if (parsed && !parsed.success) throw new StorageError('unreadable', parsed.error, `plans ${sessionId}`);
      const { sessionId: _id, at: _at, ...before } = parsed?.data ?? { ...EMPTY_PLAN, sessionId, at };
      const { state, result } = applyPlanTool(before, tool, args);
      if (state !== before) await db.plans.put({ ...state, sessionId, at });
      return result;
    }),
  );
}
