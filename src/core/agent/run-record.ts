import type { CallDecision, CallStatus, Shortened } from '../call-outcome.ts';
import type { Message, Stop, ToolResultPart } from '../message.ts';
import type { AskReason, Grant } from './approval/decide-approval.ts';
import type { TaintSource } from './tools/taint.ts';
import type { CallProgress } from './ports.ts';
import type { StreamEvent } from '../stream-event.ts';
import type { ToolKind } from './tools/tool-facts.ts';

/** A message as the run made it; place in the tree, origin and times are the store's. */
export type RunMessage = Pick<Message, 'id' | 'role' | 'parts'> & Partial<Pick<Message, 'stop' | 'usage' | 'error'>>;

export type EndReason =
  | { kind: 'finished' }
  | { kind: 'cancelled' }
  /** The answer reached the model's output limit. */
  | { kind: 'length' }
  | { kind: 'refused' }
  /** The model's answer failed; the error is on its message. */
  | { kind: 'failed' }
  | { kind: 'steps'; limit: number }
  | { kind: 'cost'; limit: number; spent: number }
  | { kind: 'repeating'; tool: string; times: number }
  /** The newest step had to be asked for again after a refusal, and nothing says that the run goes on by itself. */
  | { kind: 'recovered' }
  /** The person closed what a crash had left open. */
  | { kind: 'closed' };

/**
 * What happened, as it is stored: append-only, in order of `seq`, each before the effect it announces. A call is named
 * by its key. The messages themselves are stored beside the records that name them.
 */
export type RunRecord = { run: string; seq: number; at: number } & RunFact;

export type RunFact =
  /**
   * `after`: the message it answers, the end of the path at that time. `sources`: outside content that stood behind the
   * order, as `RunInput` has it.
   */
  | { type: 'run_started'; after: string | null; sources?: readonly TaintSource[] }
  /** `again`: interrupted calls the person wants to be run once more. */
  | { type: 'run_resumed'; again: readonly string[] }
  /** The place of the answer; its message is still to come. */
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
      /** Hash the decision is bound to. */
      definition: string;
      decision: Grant | 'deny';
      /** Number of the newest outside source the person had in view. */
      seen: number;
      reason?: string;
    }
  /** `once`: what it began may have gone on, so running it again would do things twice. */
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
      /** Outside content it brought in. */
      source?: TaintSource;
      /** Instead of `source`, where there is more than one: a run inside the call, files that were read along. */
      sources?: readonly TaintSource[];
      /** Tool, arguments and outcome as a digest; null for tools that are meant to be asked again and again. */
      signature: string | null;
      shortened?: Shortened;
    }
  | { type: 'results_stored'; step: number; answerId: string; messageId: string }
  /** `sources`: outside content that the person attached to the message. */
  | { type: 'steered'; messageId: string; sources?: readonly TaintSource[] }
  /** A summary stands at the end of the path, in the place of what is before it. */
  | { type: 'compacted'; messageId: string }
  /** `message` tells in English how to go on; the page has its own words for every reason. */
  | { type: 'run_ended'; reason: EndReason; message: string };

/** What the loop yields: records once they are stored, and what is only worth seeing while it happens. */
export type RunEvent =
  | { type: 'record'; record: RunRecord; message?: RunMessage }
  | { type: 'stream'; step: number; answerId: string; event: StreamEvent }
  | { type: 'progress'; call: string; progress: CallProgress }
  /** Storage refused a record, or a port broke: the run is over where its stored records end, to be resumed or closed. */
  | { type: 'broken_off'; error: unknown };

/** What from outside a record tells of. */
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

/** What the person said, as it stands beside the result. */
export function decisionOf({ decision, reason }: Extract<RunFact, { type: 'approval_decided' }>): CallDecision {
  return { given: decision, ...(reason !== undefined && { reason }) };
}

/** The same call has the same key in every life of its run. */
export function callKey(answerId: string, part: number): string {
  return `${answerId}#${part}`;
}

/** The answer that a key names a call of, and the place of the call among its parts. */
export function readCallKey(key: string): { answerId: string; part: number } {
  const at = key.lastIndexOf('#');
  return { answerId: key.slice(0, at), part: Number(key.slice(at + 1)) };
}
