import type { MergePlan } from '#archive/merge/merge-plan.ts';
import { planMerge } from '#archive/merge/plan-merge.ts';
import type { MergeUndo } from '#archive/merge/undo-merge.ts';
import { planUndo } from '#archive/merge/undo-merge.ts';
import type { SessionHistory } from '#archive/records.ts';

export const NOTHING_ELSE = { taken: new Set<string>(), unreadable: new Set<string>(), sessions: new Set<string>() };

const union = <T extends { id: string }>(before: readonly T[], added: readonly T[]): T[] => [...before, ...added];
const less = <T extends { id: string }>(rows: readonly T[], ids: readonly string[]): T[] =>
  rows.filter(({ id }) => !ids.includes(id));

/** The conversation after carrying out a plan: a model of the storage for the tests of plans. */
export function carriedOut(stored: SessionHistory | null, plan: MergePlan): SessionHistory {
  const { add } = plan;
  const completed = new Map([...plan.complete, ...plan.named].map(({ after }) => [after.id, after]));
  return {
    session: plan.session,
    messages: union(stored?.messages ?? [], add.messages)
      .map((message) => completed.get(message.id) ?? message)
      .toSorted((a, b) => a.seq - b.seq),
    overlays: union(
      less(
        stored?.overlays ?? [],
        plan.shown.map(({ id }) => id),
      ),
      add.overlays,
    ),
    sends: union(stored?.sends ?? [], add.sends),
    usage: union(stored?.usage ?? [], add.usage),
    outputs: union(stored?.outputs ?? [], add.outputs),
    plan: stored?.plan ?? add.plan,
    draft: stored?.draft ?? add.draft,
  };
}

export function restored(archived: SessionHistory, stored: SessionHistory | null): SessionHistory {
  return carriedOut(stored, planMerge(archived, stored, NOTHING_ELSE));
}

export function takenBack(now: SessionHistory, undo: MergeUndo): SessionHistory | 'removed' | 'refused' {
  const plan = planUndo(undo, now);
  if (plan.kind !== 'change') return plan.kind === 'remove' ? 'removed' : 'refused';
  const put = new Map(plan.put.messages.map((message) => [message.id, message]));
  return {
    session: plan.session,
    messages: less(now.messages, plan.remove.messages).map((message) => put.get(message.id) ?? message),
    overlays: union(less(now.overlays, plan.remove.overlays), plan.put.overlays),
    sends: less(now.sends, plan.remove.sends),
    usage: less(now.usage, plan.remove.usage),
    outputs: less(now.outputs, plan.remove.outputs),
    plan: plan.remove.plan ? null : now.plan,
    draft: plan.remove.draft ? null : now.draft,
  };
}
