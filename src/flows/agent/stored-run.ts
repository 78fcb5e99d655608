import { describeRun } from '#core/agent/describe-run.ts';
import type { DescribedCall, RunDescription } from '#core/agent/describe-run.ts';
import type { RunRecord } from '#core/agent/run-record.ts';
import type { BatonDatabase } from '#storage/database.ts';
import { outlineMessage } from '#storage/hydrate-parts.ts';
import { getMessage } from '#storage/message-repository.ts';
import type { OnUnreadableRow } from '#storage/read-row.ts';
import type { RunRow, StoredMessage } from '#storage/rows.ts';
import { newestRun, readRunRecords } from '#storage/run-repository.ts';
import type { StoredCall, StoredRun } from './agent-flows.ts';

export interface FoundRun {
  row: RunRow;
  description: RunDescription;
  /** End of the conversation's path. */
  tip: StoredMessage | null;
}

/** Returns the newest run of a conversation and what became of it. */
export async function findRun(
  deps: { db: BatonDatabase; onUnreadableRow: OnUnreadableRow },
  sessionId: string,
): Promise<FoundRun | null> {
  const { db, onUnreadableRow } = deps;
  const row = await newestRun(db, sessionId, onUnreadableRow);
  if (!row) return null;
  const leafId = (await db.sessions.get(sessionId))?.leafId ?? null;
  const tip = leafId === null ? null : await getMessage(db, leafId, onUnreadableRow);
  const records = await recordsOf(db, row.id);
  // Only the end of the path is needed.
  const path = tip ? [{ ...outlineMessage(tip), id: tip.id }] : [];
  return { row, tip, description: describeRun(path, records) };
}

/** Records are only ever added. Those already read are not read again while the run stays the same. */
const read = new WeakMap<BatonDatabase, { run: string; records: RunRecord[] }>();

async function recordsOf(db: BatonDatabase, run: string): Promise<readonly RunRecord[]> {
  const before = read.get(db);
  const earlier = before?.run === run ? before.records : [];
  // The results of the newest answer are needed, and they leave the records later. So its records are read again.
  const settled = earlier.slice(0, earlier.findLastIndex(({ type }) => type === 'step_started') + 1);
  const records = [...settled, ...(await readRunRecords(db, run, settled.at(-1)?.seq ?? 0))];
  read.set(db, { run, records });
  return records;
}

/** Returns the run as the user sees it; `null` when the conversation continued without it. */
export function storedRun({ row, tip, description }: FoundRun): StoredRun | null {
  const { state, status, can, calls } = description;
  if (status === 'left' || (state.ended && (tip?.id ?? null) !== state.last)) return null;
  return {
    id: row.id,
    status,
    reason: state.ended,
    steps: state.step,
    cost: state.cost,
    startedAt: row.startedAt,
    calls: calls.map(storedCall),
    can,
  };
}

function storedCall({ key, part, todo, canRunAgain }: DescribedCall): StoredCall {
  return {
    key,
    name: part.name,
    todo: todo.as === 'close' ? todo.status : todo.as,
    asked: todo.as === 'run' && todo.asked,
    outcome: (todo.as === 'keep' ? todo.result.outcome : null) ?? null,
    canRunAgain,
  };
}
