import { createStore } from 'zustand/vanilla';
import type { StoreApi } from 'zustand/vanilla';
import type { AskReason, Grant } from '#core/agent/approval/decide-approval.ts';
import type { TaintSource } from '#core/agent/tools/taint.ts';
import type { EndReason } from '#core/agent/run-record.ts';
import type { CallDecision, CallOutcome } from '#core/call-outcome.ts';
import type { ToolFacts } from '#core/agent/tools/tool-facts.ts';
import type { QueuedMessage } from '#storage/rows.ts';
import { createFrameQueue } from './frame-queue.ts';

/** One call of the newest answer. */
export interface LiveCall {
  /** The same in every life of the run; names the call in approvals, cancels and records. */
  key: string;
  /** As the model knows it, `<server>__<tool>`. */
  name: string;
  /** null for a name that was not offered. */
  tool: ToolFacts | null;
  /** `waiting` for its turn, `asking` the person, `running`, `ended`. */
  state: 'waiting' | 'asking' | 'running' | 'ended';
  startedAt?: number;
  /** What the person answered; absent while nobody was asked. */
  decision?: CallDecision;
  /** Once it has ended. */
  outcome?: CallOutcome;
  /** The newest of its live output. */
  output: string;
  /** True when the beginning of `output` is no longer kept here. */
  cut: boolean;
  done?: number;
  total?: number;
  /** What the tool says it is doing. */
  message?: string;
  /** It waits for the person: a question of its server. */
  waitsForUser: boolean;
  /** The person has stopped this call alone; it has not ended yet. */
  cancelling: boolean;
}

/** A question to the person. Several may be in the queue; the loop asks one at a time, in call order. */
export interface PendingApproval {
  key: string;
  tool: ToolFacts;
  args: Readonly<Record<string, unknown>>;
  because: AskReason;
  /** Outside content that may have led to this call, newest last. */
  sources: readonly TaintSource[];
  /** What may be chosen besides deny; the first is what an answer without thought should mean. */
  offers: readonly Grant[];
  askedAt: number;
  /** An answer is on its way to the host. */
  deciding: boolean;
  /** The host could not be told; the question is still open. */
  problem?: unknown;
}

/** A server whose tools could not be offered. */
export interface MissingServer {
  server: string;
  label: string;
  reason: 'failed' | 'slow' | 'needs-approval' | 'needs-sign-in';
  message: string;
}

/** Of a run that a model of another conversation began. */
export interface TaskOf {
  /** Conversations above it, the one a person began first. */
  above: readonly string[];
  title: string;
  background: boolean;
}

/** A run of this window, while it is going. Its growing answer is the session's StreamingAnswer, as for any answer. */
export interface AgentRun {
  sessionId: string;
  task: TaskOf | null;
  runId: string;
  /** `unsaved`: storage refuses what happened; it is tried again, and nothing goes on until it is stored. */
  phase: 'preparing' | 'answering' | 'calling' | 'stopping' | 'unsaved';
  /** Answers begun in this run, from 1. */
  step: number;
  startedAt: number;
  /** The newest answer. */
  messageId: string | null;
  /** Its calls, in order. */
  calls: readonly LiveCall[];
  approvals: readonly PendingApproval[];
  /** Messages the person wrote meanwhile; they go in after the present step. */
  queued: readonly QueuedMessage[];
  /** USD so far in this run; `costKnown` is false when a part of it has no known price. */
  cost: number;
  costKnown: boolean;
  /** Tokens reported so far in this run. */
  tokens: { input: number; output: number };
  /** Of the model that answered last. */
  window: { limit: number; used: number } | null;
  limits: { steps: number; cost: number | null };
  /** Servers whose tools are missing. */
  missing: readonly MissingServer[];
  /** While `unsaved`: why, in words. */
  problem?: string;
}

/** How the last run of a session in this window ended; gone with the next one and with a reload (see StoredRun). */
export interface AgentRunEnd {
  sessionId: string;
  task: TaskOf | null;
  runId: string;
  /** null: it broke off without an end that could be stored. */
  reason: EndReason | null;
  steps: number;
  cost: number;
  costKnown: boolean;
  tokens: { input: number; output: number };
  startedAt: number;
  endedAt: number;
  problem?: string;
}

export interface AgentRunsState {
  /** By session. */
  runs: ReadonlyMap<string, AgentRun>;
  ends: ReadonlyMap<string, AgentRunEnd>;
}

export interface AgentRuns {
  store: StoreApi<AgentRunsState>;
  /** Publishes at the next frame; of several calls in one frame only the last `current` is asked. */
  publish(sessionId: string, current: () => AgentRun): void;
  /** At once; nothing asked for earlier is published after. */
  end(end: AgentRunEnd): void;
  onEnd(listener: (end: AgentRunEnd) => void): () => void;
  /** The conversation is gone for good. */
  forget(sessionId: string): void;
}

/** `requestFrame` as for a frame queue. */
export function createAgentRuns(requestFrame: (fn: () => void) => void): AgentRuns {
  const store = createStore<AgentRunsState>(() => ({ runs: new Map(), ends: new Map() }));
  const listeners = new Set<(end: AgentRunEnd) => void>();
  const queue = createFrameQueue<AgentRun>(requestFrame, (values) => {
    const { runs, ends } = store.getState();
    const left = new Map(ends);
    for (const sessionId of values.keys()) left.delete(sessionId);
    store.setState({ runs: new Map([...runs, ...values]), ends: left });
  });

  return {
    store,
    publish: queue.put,
    end(end) {
      queue.drop(end.sessionId);
      const { runs, ends } = store.getState();
      const now = new Map(runs);
      now.delete(end.sessionId);
      store.setState({ runs: now, ends: new Map(ends).set(end.sessionId, end) });
      for (const listener of listeners) listener(end);
    },
    onEnd(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    forget(sessionId) {
      const ends = new Map(store.getState().ends);
      if (ends.delete(sessionId)) store.setState({ ends });
    },
  };
}
