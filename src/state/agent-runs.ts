import { createStore } from 'zustand/vanilla';
import type { StoreApi } from 'zustand/vanilla';
import type { CallScope } from '#core/agent/approval/call-scope.ts';
import type { AskReason, Grant } from '#core/agent/approval/decide-approval.ts';
import type { TaintSource } from '#core/agent/tools/taint.ts';
import type { EndReason } from '#core/agent/run-record.ts';
import type { CallDecision, CallOutcome } from '#core/call-outcome.ts';
import type { ToolFacts } from '#core/agent/tools/tool-facts.ts';
import type { ScriptNote } from '#core/script-table.ts';
import type { QueuedMessage } from '#storage/rows.ts';
import { createFrameQueue } from './frame-queue.ts';

/** One call of the newest answer. */
export interface LiveCall {
  /** The same whenever the run is resumed. Names the call in approvals, cancels and records. */
  key: string;
  /** The name that the model uses, `<server>__<tool>`. */
  name: string;
  /** `null` for a name that was not offered. */
  tool: ToolFacts | null;
  /** `waiting` for its turn, `asking` the user, `running`, or `ended`. */
  state: 'waiting' | 'asking' | 'running' | 'ended';
  startedAt?: number;
  /** The user's decision; absent while nobody was asked. */
  decision?: CallDecision;
  /** Set once the call has ended. */
  outcome?: CallOutcome;
  /** The newest part of its live output. */
  output: string;
  /** True if the start of `output` is no longer stored here. */
  cut: boolean;
  done?: number;
  total?: number;
  /** Progress message of the tool. */
  message?: string;
  /** The call waits for the user because its server asks something. */
  waitsForUser: boolean;
  /** The user has stopped only this call, and it has not ended yet. */
  cancelling: boolean;
}

/** A question to the user. Several may be queued; the loop asks them one at a time, in call order. */
export interface PendingApproval {
  key: string;
  tool: ToolFacts;
  args: Readonly<Record<string, unknown>>;
  because: AskReason;
  /** Outside content that may have led to this call, newest last. */
  sources: readonly TaintSource[];
  /** Choices besides deny. The first is the default. */
  offers: readonly Grant[];
  /** For a call of Baton's own file and command tools. */
  scope?: CallScope;
  /** What the user's scripts did to the call so far. */
  scripts?: readonly ScriptNote[];
  askedAt: number;
  /** The answer is being sent to the host. */
  deciding: boolean;
  /** Sending the answer to the host failed. The question is still open. */
  problem?: unknown;
}

/** A server whose tools could not be offered. */
export interface MissingServer {
  server: string;
  label: string;
  reason: 'failed' | 'slow' | 'needs-approval' | 'needs-sign-in';
  message: string;
}

/** For a run that a model of another conversation began. */
export interface TaskOf {
  /** The conversations above it, starting with the one that the user began. */
  above: readonly string[];
  title: string;
  background: boolean;
}

/** A run of this window that is in progress. Its growing answer is the session's StreamingAnswer, as for any answer. */
export interface AgentRun {
  sessionId: string;
  task: TaskOf | null;
  runId: string;
  /** `unsaved`: storage rejects the write. It is retried, and the run waits until it is stored. */
  phase: 'preparing' | 'answering' | 'calling' | 'stopping' | 'unsaved';
  /** Answers begun in this run, starting at 1. */
  step: number;
  startedAt: number;
  /** The newest answer. */
  messageId: string | null;
  /** Calls of the newest answer, in order. */
  calls: readonly LiveCall[];
  approvals: readonly PendingApproval[];
  /** Steering messages, sent after the current step. */
  queued: readonly QueuedMessage[];
  /** USD so far in this run. `costKnown` is false when part of it has no known price. */
  cost: number;
  costKnown: boolean;
  /** Tokens reported so far in this run. */
  tokens: { input: number; output: number };
  /** Of the model that answered last. */
  window: { limit: number; used: number } | null;
  limits: { steps: number; cost: number | null };
  /** Servers whose tools are missing. */
  missing: readonly MissingServer[];
  /** Names of servers whose tools the run has been waiting for. */
  waitsFor: readonly string[];
  /** While `unsaved`: the reason, as text. */
  problem?: string;
}

/** How the last run of a session in this window ended. Removed by the next run and by a reload (see StoredRun). */
export interface AgentRunEnd {
  sessionId: string;
  task: TaskOf | null;
  runId: string;
  /** `null`: the run broke off without an end reason that could be stored. */
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
  /** Maps by session id. */
  runs: ReadonlyMap<string, AgentRun>;
  ends: ReadonlyMap<string, AgentRunEnd>;
}

/** Whether a run of a conversation, or of a task of it, hasn't ended in this window. */
export function hasRuns({ runs }: AgentRunsState, sessionId: string): boolean {
  return [...runs.values()].some(({ sessionId: id, task }) => id === sessionId || task?.above.includes(sessionId));
}

export interface AgentRuns {
  store: StoreApi<AgentRunsState>;
  /** Publishes at the next frame. Of several calls in one frame, only the last `current` is called. */
  publish(sessionId: string, current: () => AgentRun): void;
  /** Publishes immediately and drops pending publishes. */
  end(end: AgentRunEnd): void;
  onEnd(listener: (end: AgentRunEnd) => void): () => void;
  /** Called when the conversation is permanently deleted. */
  forget(sessionId: string): void;
}

/** `requestFrame`: see `createFrameQueue`. */
export function createAgentRuns(requestFrame: (fn: () => void) => void): AgentRuns {
  const store = createStore<AgentRunsState>(() => ({ runs: new Map(), ends: new Map() }));
  const listeners = new Set<(end: AgentRunEnd) => void>();
  const queue = createFrameQueue<AgentRun>(requestFrame, (values) => {
    const { runs, ends } = store.getState();
    const remainingEnds = new Map(ends);
    for (const sessionId of values.keys()) remainingEnds.delete(sessionId);
    store.setState({ runs: new Map([...runs, ...values]), ends: remainingEnds });
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
