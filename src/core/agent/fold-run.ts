import type { CallDecision, CallStatus } from '../call-outcome.ts';
import type { Stop, ToolResultPart } from '../message.ts';
import { addSource, allowInTurn, markSeen, NO_TAINT, type Taint } from './tools/taint.ts';
import { countRepeat, forgetRepeats, NO_REPEATS, type Repeats } from './repeats.ts';
import { taintSourcesOf, decisionOf, type EndReason, type RunRecord } from './run-record.ts';
import type { ToolKind } from './tools/tool-facts.ts';

export interface CallState {
  tool: string;
  state: 'asked' | 'decided' | 'running' | 'ended';
  /** Set once it started. */
  kind?: ToolKind;
  once?: true;
  startedAt?: number;
  decision?: CallDecision;
  status?: CallStatus;
  result?: ToolResultPart;
}

/**
 * The state that a run's records describe. The loop knows nothing else, so a resumed run continues as if it had never
 * stopped.
 */
export interface RunState {
  run: string | null;
  /** Of the newest record. The next record has one more. */
  seq: number;
  startedAt: number | null;
  /** Total number of steps begun. */
  step: number;
  /** The answer of the newest step, and its stop reason once it is stored. */
  answerId: string | null;
  stop: Stop | null;
  /** Id of the tool message of that step, once it is stored. */
  resultsId: string | null;
  /** Calls of that step with at least one record, by key. */
  calls: ReadonlyMap<string, CallState>;
  /** Newest message that the run knows, and the one before the newest step. */
  last: string | null;
  before: string | null;
  window: { limit: number; used: number } | null;
  /** Since the start, or since the user continued a run that a limit had stopped. */
  used: { steps: number; cost: number };
  cost: number;
  repeats: Repeats;
  taint: Taint;
  ended: EndReason | null;
}

export const NEW_RUN: RunState = {
  run: null,
  seq: 0,
  startedAt: null,
  step: 0,
  answerId: null,
  stop: null,
  resultsId: null,
  calls: new Map(),
  last: null,
  before: null,
  window: null,
  used: { steps: 0, cost: 0 },
  cost: 0,
  repeats: NO_REPEATS,
  taint: NO_TAINT,
  ended: null,
};

/** Applies one record to the state. Pure. A record that was applied before changes nothing. */
export function foldRun(state: RunState, record: RunRecord): RunState {
  if (record.seq <= state.seq) return state;
  return { ...change(state, record), seq: record.seq, run: record.run };
}

function change(state: RunState, record: RunRecord): RunState {
  switch (record.type) {
    case 'run_started':
      return {
        ...state,
        startedAt: record.at,
        last: record.after,
        taint: taintSourcesOf(record).reduce(addSource, state.taint),
      };
    case 'run_resumed':
      return {
        ...state,
        // The host has forgotten the grants that held until the end of the run.
        taint: { ...state.taint, turn: {} },
        // A limit was reached, or the run had ended otherwise: the user's message resets the limits.
        ...(state.ended !== null && {
          ended: null,
          used: { steps: 0, cost: 0 },
          repeats: forgetRepeats(state.repeats),
        }),
      };
    case 'step_started':
      return {
        ...state,
        step: record.step,
        answerId: record.answerId,
        stop: null,
        resultsId: null,
        calls: new Map(),
        before: state.last,
        last: record.answerId,
        used: { ...state.used, steps: state.used.steps + 1 },
      };
    case 'answered':
      return { ...spend(state, record.cost ?? 0), stop: record.stop, window: record.window };
    case 'approval_asked':
      return withCall(state, record.call, { tool: record.tool, state: 'asked' });
    case 'approval_decided': {
      const { call, tool, decision, definition, seen } = record;
      const { taint } = state;
      const judged =
        decision === 'deny'
          ? taint
          : decision === 'turn'
            ? allowInTurn(taint, tool, definition, seen)
            : markSeen(taint, tool, seen);
      return withCall({ ...state, taint: judged }, call, { tool, state: 'decided', decision: decisionOf(record) });
    }
    case 'call_started':
      return withCall(state, record.call, {
        ...state.calls.get(record.call),
        tool: record.tool,
        state: 'running',
        kind: record.kind,
        ...(record.once && { once: true }),
        startedAt: record.at,
      });
    case 'call_ended': {
      const { tool, status, result, signature } = record;
      const spent = spend(state, record.cost ?? 0, record.steps);
      return withCall(
        {
          ...spent,
          repeats: signature === null ? spent.repeats : countRepeat(spent.repeats, tool, signature),
          taint: taintSourcesOf(record).reduce(addSource, spent.taint),
        },
        record.call,
        { ...state.calls.get(record.call), tool, state: 'ended', status, ...(result && { result }) },
      );
    }
    case 'results_stored':
      return { ...state, resultsId: record.messageId, last: record.messageId };
    case 'compacted':
      return { ...state, last: record.messageId };
    case 'steered':
      return {
        ...state,
        last: record.messageId,
        repeats: forgetRepeats(state.repeats),
        taint: taintSourcesOf(record).reduce(addSource, state.taint),
      };
    default:
      return { ...state, ended: record.reason };
  }
}

function spend(state: RunState, cost: number, steps = 0): RunState {
  const { used } = state;
  return { ...state, cost: state.cost + cost, used: { steps: used.steps + steps, cost: used.cost + cost } };
}

function withCall(state: RunState, key: string, call: CallState): RunState {
  return { ...state, calls: new Map(state.calls).set(key, call) };
}
