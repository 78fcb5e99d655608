import type { CallDecision, CallStatus, Shortened } from '../call-outcome.ts';
import type { Message, Stop, ToolResultPart } from '../message.ts';
import type { AskReason, Grant } from './approval/decide-approval.ts';
import type { TaintSource } from './tools/taint.ts';
import type { CallProgress } from './ports.ts';
import type { StreamEvent } from '../stream-event.ts';
import type { ToolKind } from './tools/tool-facts.ts';

/** A message as the run created it. The store adds its place in the tree, its origin and its times. */
export type RunMessage = Pick<Message, 'id' | 'role' | 'parts'> & Partial<Pick<Message, 'stop' | 'usage' | 'error'>>;

export type EndReason =
  | { kind: 'finished' }
  /** By the user, or `by` another window that took over the conversation. */
  | { kind: 'cancelled'; by?: 'window' }
  /** The answer reached the model's output limit. */
  | { kind: 'length' }
  | { kind: 'refused' }
  /** The model's answer failed; the error is on its message. */
  | { kind: 'failed' }
  | { kind: 'steps'; limit: number }
  | { kind: 'cost'; limit: number; spent: number }
  | { kind: 'repeating'; tool: string; times: number }
  /** The newest step was requested again after a refusal, and no setting lets the run continue on its own. */
  | { kind: 'recovered' }
  /** The user closed what a crash had left open. */
  | { kind: 'closed' };

/**
 * What happened, as it is stored: append-only, in order of `seq`, each record before the effect it announces. Records
 * name a call by its key. The messages themselves are stored beside the records that name them.
 */
export type RunRecord = { run: string; seq: number; at: number } & RunFact;

export type RunFact =
  /**
   * `after`: the message it answers, which was then the end of the path. `sources`: outside content behind the request,
   * as in `RunInput`.
   */
  | { type: 'run_started'; after: string | null; sources?: readonly TaintSource[] }
  /** `again`: interrupted calls that the user wants to run again. */
  | { type: 'run_resumed'; again: readonly string[] }
  /** `answerId` reserves the place of the answer. Its message comes later. */
  | { type: 'step_started'; step: number; answerId: string }
  | {
      type: 'answered';
      step: number;
      answerId: string;
      stop: Stop;
      cost: number | null;
      window: { limit: number; used: number } | null;
    }
  | { type: 'approval_asked'; call: string; tool: string; because: AskReason; sources: readonly TaintSource[] }
  | {
      type: 'approval_decided';
      call: string;
      tool: string;
      /** Hash that the decision is bound to. */
      definition: string;
      decision: Grant | 'deny';
      /** Number of the newest outside source that the user had in view. */
      seen: number;
      reason?: string;
    }
  /** `once`: the work it began may have continued, so running it again would do things twice. */
  | { type: 'call_started'; call: string; tool: string; kind: ToolKind; once?: true }
  | {
      type: 'call_ended';
      call: string;
      tool: string;
      status: CallStatus;
      /** May be dropped once `results_stored` names the step: the tool message holds it. */
      result?: ToolResultPart;
      ms: number;
      cost?: number;
      /** Answers of models inside it. */
      steps?: number;
      /** Outside content that the call added. */
      source?: TaintSource;
      /** Instead of `source` when there is more than one: a run inside the call, context files. */
      sources?: readonly TaintSource[];
      /** Digest of tool, arguments and outcome. `null` for tools that are meant to be polled. */
      signature: string | null;
      shortened?: Shortened;
    }
  | { type: 'results_stored'; step: number; answerId: string; messageId: string }
  /** `sources`: outside content that the user attached to the message. */
  | { type: 'steered'; messageId: string; sources?: readonly TaintSource[] }
  /** A summary at the end of the path replaces what is before it. */
  | { type: 'compacted'; messageId: string }
  /** `message` says in English how to continue. The page has its own text for every reason. */
  | { type: 'run_ended'; reason: EndReason; message: string };

/** What the loop yields: stored records, and live events that are not stored. */
export type RunEvent =
  | { type: 'record'; record: RunRecord; message?: RunMessage }
  | { type: 'stream'; step: number; answerId: string; event: StreamEvent }
  | { type: 'progress'; call: string; progress: CallProgress }
  /** Storage rejected a record, or a port broke. The run ends where its stored records end, to be resumed or closed. */
  | { type: 'broken_off'; error: unknown };

/** Outside content that a record mentions. */
export function taintSourcesOf(record: RunFact): readonly TaintSource[] {
  switch (record.type) {
    case 'run_started':
    case 'steered':
      return record.sources ?? [];
    case 'call_ended':
      return record.sources ?? (record.source ? [record.source] : []);
    default:
      return [];
  }
}

/** The user's decision, as stored beside the result. */
export function decisionOf({ decision, reason }: Extract<RunFact, { type: 'approval_decided' }>): CallDecision {
  return { given: decision, ...(reason !== undefined && { reason }) };
}

/** A call keeps its key when its run is resumed. */
export function callKey(answerId: string, part: number): string {
  return `${answerId}#${part}`;
}

/** The answer that a key refers to, and the index of the call among its parts. */
export function readCallKey(key: string): { answerId: string; part: number } {
  const at = key.lastIndexOf('#');
  return { answerId: key.slice(0, at), part: Number(key.slice(at + 1)) };
}
