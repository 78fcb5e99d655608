import type { Part } from '../message.ts';
import { closedCallEnd, resultPart } from './call-result.ts';
import type { RunDescription } from './describe-run.ts';
import type { RunFact, RunMessage, RunRecord } from './run-record.ts';
import { endText, NEVER_STARTED_RESULT } from './texts.ts';

export interface Append {
  record: RunRecord;
  message?: RunMessage;
}

/**
 * Returns what to store to close a run that will not continue: a result for every call that lacks one, existing results
 * unchanged, and the end. Empty when there is nothing to close.
 */
export function closeRun(
  { state, can, open, calls }: RunDescription,
  { newId, now }: { newId: () => string; now: number },
): Append[] {
  const { run, step, answerId } = state;
  if (!can.close || run === null) return [];
  let seq = state.seq;
  const record = (fact: RunFact): RunRecord => ({ run, seq: (seq += 1), at: now, ...fact });
  const appends: Append[] = [];
  if (open && answerId !== null && calls.length > 0) {
    const parts = calls.map(({ part, todo }): Part => {
      if (todo.as === 'keep') return todo.result;
      if (todo.as === 'close') return resultPart(part, closedCallEnd(todo.status));
      return resultPart(part, { status: 'not_run', text: NEVER_STARTED_RESULT });
    });
    const messageId = newId();
    appends.push({
      record: record({ type: 'results_stored', step, answerId, messageId }),
      message: { id: messageId, role: 'tool', parts },
    });
  }
  const reason = { kind: 'closed' } as const;
  appends.push({ record: record({ type: 'run_ended', reason, message: endText(reason) }) });
  return appends;
}
