import type { HistoryMessage } from '../message.ts';
import { foldRun, NEW_RUN, type RunState } from './fold-run.ts';
import { planCalls, type PlannedCall } from './plan-calls.ts';
import type { RunRecord } from './run-record.ts';

export type RunStatus =
  /** The model came to an end. */
  | 'finished'
  /** A limit, a failure, a refusal or the person ended it; `state.ended` tells which. */
  | 'stopped'
  | 'closed'
  /** Nothing was going on: the next step is due. */
  | 'between_steps'
  | 'answer_interrupted'
  | 'waiting_for_approval'
  /** Calls were asked for and none had been started. */
  | 'calls_waiting'
  | 'calls_interrupted'
  /** The conversation went on elsewhere: there is no place for this run any more. */
  | 'left';

export interface DescribedCall extends PlannedCall {
  /** It was running and only looked at things: running it once more does no harm, if the person wants that. */
  canRunAgain: boolean;
}

export interface RunDescription {
  status: RunStatus;
  state: RunState;
  /** The newest answer still lacks results, or its end was not drawn yet. */
  open: boolean;
  /** Calls of that answer in order, with what a resume would do with each. */
  calls: readonly DescribedCall[];
  can: { resume: boolean; close: boolean };
}

/**
 * What became of a run that nobody is running: read from its records and the path they belong to. Pure; whether a run
 * is alive somewhere is for the caller to know.
 */
export function describeRun(
  path: readonly (HistoryMessage & { id: string })[],
  records: readonly RunRecord[],
): RunDescription {
  const state = records.reduce(foldRun, NEW_RUN);
  const tip = path.at(-1)?.id ?? null;
  const told = (status: RunStatus, rest: Partial<RunDescription> = {}): RunDescription => ({
    status,
    state,
    open: false,
    calls: [],
    can: { resume: status !== 'left', close: true },
    ...rest,
  });

  if (state.ended) {
    const { kind } = state.ended;
    if (kind === 'finished' || kind === 'closed') return told(kind, { can: { resume: false, close: false } });
    return told('stopped', { can: { resume: tip === state.last, close: false } });
  }
  if (state.answerId === null || state.last !== state.answerId)
    return told(tip === state.last ? 'between_steps' : 'left');

  const answer = tip === state.answerId ? path.at(-1) : undefined;
  if (!answer) return told(state.stop === null && tip === state.before ? 'answer_interrupted' : 'left');
  const calls = planCalls({ id: state.answerId, parts: answer.parts }, state.stop, state.calls).map(
    (call): DescribedCall => ({ ...call, canRunAgain: wasHarmless(call, state) }),
  );
  return told(statusOf(calls, state), { open: true, calls });
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
  const known = calls.get(key);
  if (todo.as !== 'close' || known?.state !== 'running' || known.once) return false;
  return known.kind === 'own' || known.kind === 'read';
}
