import type { HistoryMessage } from '../message.ts';
import { foldRun, NEW_RUN, type RunState } from './fold-run.ts';
import { planCalls, type PlannedCall } from './plan-calls.ts';
import type { RunRecord } from './run-record.ts';

export type RunStatus =
  /** The model finished. */
  | 'finished'
  /** A limit, a failure, a refusal or the user ended it; `state.ended` says which. */
  | 'stopped'
  | 'closed'
  /** Nothing was in progress: the next step is due. */
  | 'between_steps'
  | 'answer_interrupted'
  | 'waiting_for_approval'
  /** Calls were requested and none had started. */
  | 'calls_waiting'
  | 'calls_interrupted'
  /** The conversation continued elsewhere, so this run can no longer continue. */
  | 'left';

export interface DescribedCall extends PlannedCall {
  /** It was running and only read things: running it again does no harm if the user wants that. */
  canRunAgain: boolean;
}

export interface RunDescription {
  status: RunStatus;
  state: RunState;
  /** The newest answer still lacks results, or its end was not recorded yet. */
  open: boolean;
  /** Calls of that answer in order, with what a resume would do with each. */
  calls: readonly DescribedCall[];
  can: { resume: boolean; close: boolean };
}

/**
 * Describes a run that nobody is running, from its records and the path they belong to. Pure. The caller must know
 * whether the run is alive somewhere.
 */
export function describeRun(
  path: readonly (HistoryMessage & { id: string })[],
  records: readonly RunRecord[],
): RunDescription {
  const state = records.reduce(foldRun, NEW_RUN);
  const tip = path.at(-1)?.id ?? null;
  const describe = (status: RunStatus, rest: Partial<RunDescription> = {}): RunDescription => ({
    status,
    state,
    open: false,
    calls: [],
    can: { resume: status !== 'left', close: true },
    ...rest,
  });

  if (state.ended) {
    const { kind } = state.ended;
    if (kind === 'finished' || kind === 'closed') return describe(kind, { can: { resume: false, close: false } });
    return describe('stopped', { can: { resume: tip === state.last, close: false } });
  }
  if (state.answerId === null || state.last !== state.answerId)
    return describe(tip === state.last ? 'between_steps' : 'left');

  const answer = tip === state.answerId ? path.at(-1) : undefined;
  if (!answer) return describe(state.stop === null && tip === state.before ? 'answer_interrupted' : 'left');
  const calls = planCalls({ id: state.answerId, parts: answer.parts }, state.stop, state.calls).map(
    (call): DescribedCall => ({ ...call, canRunAgain: wasHarmless(call, state) }),
  );
  return describe(statusOf(calls, state), { open: true, calls });
}

function statusOf(calls: readonly DescribedCall[], { stop }: RunState): RunStatus {
  if (stop === null) return 'answer_interrupted';
  if (stop === 'aborted' || stop === 'error' || stop === 'refusal') return 'stopped';
  if (calls.length === 0) return 'finished';
  if (calls.some(({ todo }) => todo.as === 'close')) return 'calls_interrupted';
  if (calls.some(({ todo }) => todo.as === 'run' && todo.asked)) return 'waiting_for_approval';
  return calls.some(({ todo }) => todo.as === 'run') ? 'calls_waiting' : 'between_steps';
}

function wasHarmless({ key, todo }: PlannedCall, { calls }: RunState): boolean {
  const state = calls.get(key);
  if (todo.as !== 'close' || state?.state !== 'running' || state.once) return false;
  return state.kind === 'own' || state.kind === 'read';
}
