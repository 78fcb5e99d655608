import type { CallBlock } from '../call-outcome.ts';
import type { ToolResultPart } from '../message.ts';
import type { ToolCallValue, ToolResultValue } from '../reliability/hook.ts';
import type { ScriptNote } from '../script-table.ts';
import type { StreamEvent } from '../stream-event.ts';
import type { CallScope } from './approval/call-scope.ts';
import type { ApprovalPolicy, Grant, AskReason } from './approval/decide-approval.ts';
import type { TaintSource } from './tools/taint.ts';
import type { CancelSignal } from '../cancel.ts';
import type { RunMessage, RunRecord } from './run-record.ts';
import type { Semaphore } from './semaphore.ts';
import type { ToolFacts } from './tools/tool-facts.ts';

/** All effects of the loop go through these ports. A port that rejects never breaks the loop. */
export interface RunPorts {
  model: ModelPort;
  tools: ToolPort;
  approvals: ApprovalPort;
  store: RunStore;
  clock: RunClock;
  steering?: SteeringPort;
  /** Hooks around calls. Without them, results are only truncated. */
  hooks?: HookPort;
  context?: ContextPort;
  /** Returns a fresh message id. */
  newId(): string;
  /** Logs what nothing waits for: results that came too late, ports that broke their contract. */
  log(event: string, data: Readonly<Record<string, unknown>>): void;
}

export interface RunClock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Monotonic milliseconds. */
  monotonic(): number;
  setTimeout(fn: () => void, ms: number): unknown;
  clearTimeout(handle: unknown): void;
}

export interface ModelPort {
  /**
   * Streams one answer to the path as currently stored, from the model that the session names now. Called only when
   * every call of the path has its stored result. The port handles retry and recovery itself and yields only the events
   * of the attempt that counts. Ends with `end`, never throws, and ends soon after `signal` aborts.
   */
  answer(ask: { step: number; answerId: string; signal: CancelSignal }): AsyncGenerator<StreamEvent, AnswerFacts, void>;
}

export interface AnswerFacts {
  /** USD; `null` when the price is unknown. */
  cost: number | null;
  /** Tokens of the model's window and how many are used now. `null` when unknown. */
  window: { limit: number; used: number } | null;
  /** A refusal was recovered from, and the user wants to check before the run continues. */
  pause?: true;
}

export interface ToolPort {
  /** Returns a tool that this turn offers. `null` for any other name. */
  find(name: string): ToolFacts | null;
  /** Offered names, for a hint when the model invents one. */
  names(): readonly string[];
  /** Describes for the model what doesn't fit the tool's schema. `null` when everything fits. */
  check(name: string, args: Readonly<Record<string, unknown>>): string | null;
  /** Arguments that don't fit, with every value as the schema wants it that differs in its writing alone. */
  decode?(name: string, args: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>>;
  /** What the user must do before this tool can run at all. Checked before the user is asked to approve a call. */
  blocked?(name: string): Promise<CallBlock | null>;
  /** How far a call of Baton's own file and command tools reaches. `null` for every other call. Never rejects. */
  scope?(name: string, args: Readonly<Record<string, unknown>>): Promise<CallScope | null>;
  /** What else a call of this tool needs a slot of before it starts, in this order. */
  slots?(name: string): readonly Semaphore[];
  /**
   * Runs one call. Rejects when no result came: the server crashed, refused or cannot be reached. Rejects with
   * CallBlockedError when the user must do something first. When `signal` aborts (cancel or timeout), it stops the work
   * for good, process included, and settles. The loop does not wait long for it.
   */
  call(call: AllowedCall, options: CallOptions): Promise<ToolOutcome>;
}

export interface AllowedCall {
  /** Unique in the run's session, and the same after a resume. */
  key: string;
  name: string;
  args: Readonly<Record<string, unknown>>;
  /** What the approval port returned with its decision, such as the host's ticket. Absent when the policy approved. */
  ticket?: string;
}

export interface CallOptions {
  signal: CancelSignal;
  onProgress(progress: CallProgress): void;
}

/** Reports progress and restarts the idle timeout. */
export interface CallProgress {
  /** More live output. */
  output?: string;
  done?: number;
  total?: number;
  message?: string;
  /**
   * Whether the tool waits for the user from now on (an elicitation, a nested approval). No timeout runs then. Absent: as
   * before.
   */
  waitsForUser?: boolean;
}

export interface ToolOutcome {
  text: string;
  isError?: boolean;
  /** The user stopped only this call; `text` is not used. */
  cancelled?: true;
  images?: ToolResultPart['images'];
  /** USD spent inside the call, such as by a task. */
  cost?: number;
  /** Answers of models inside the call. They count against the run's steps. */
  steps?: number;
  /**
   * Sources of outside content in the result, where they are known better than from the tool's facts. Empty for none.
   */
  sources?: readonly TaintSource[];
  /** Where the content came from, for the user: an address, a path. */
  source?: string;
}

export interface ApprovalPort {
  /** Returns the current policy. Read again before every decision. */
  policy(): ApprovalPolicy;
  /** Calls back whenever the user has changed the mode, until the returned function is called. */
  onModeChange?(listener: () => void): () => void;
  /** Asks the user. One question at a time, in call order. An answer after `signal` aborts is ignored. */
  ask(request: ApprovalRequest, signal: CancelSignal): Promise<ApprovalDecision>;
}

export interface ApprovalRequest {
  key: string;
  tool: ToolFacts;
  args: Readonly<Record<string, unknown>>;
  because: AskReason;
  /** Outside content that may have led to this call, newest last. */
  sources: readonly TaintSource[];
  /** The choices besides deny. */
  offers: readonly Grant[];
  scope?: CallScope;
  /** What the user's scripts did to the call so far. */
  scripts?: readonly ScriptNote[];
}

export type ApprovalDecision = { allow: Grant; ticket?: string } | { deny: true; reason?: string };

export interface RunStore {
  /**
   * Stores a record and its message in one transaction, in the order of the calls. Resolves when both are durable. An
   * `approval_decided` also stores its grant; a `steered` removes the message from the queue. If it rejects, the run
   * ends: nothing happens that could not be recorded.
   */
  append(record: RunRecord, message?: RunMessage): Promise<void>;
  /** Stores the full text of an output that is too long for a request. Returns the id that `read_tool_output` takes. */
  keepOutput(output: { key: string; name: string; text: string }): Promise<string>;
}

/** Neither rejects nor hangs. */
export interface HookPort {
  /** Called once per call, before anything is decided about it. */
  before(call: Pick<AllowedCall, 'key' | 'name' | 'args'>, signal?: CancelSignal): Promise<Screened>;
  /** Called when a result has arrived, before it is stored. */
  after(result: ToolResultValue, signal?: CancelSignal): Promise<ToolResultValue>;
}

/** A call as it continues: with these arguments, with or without approval, or refused. */
export type Screened = Pick<ToolCallValue, 'args' | 'advice' | 'refused' | 'ask' | 'scripts'>;

export interface SteeringPort {
  /** Messages that the user wrote during the run, oldest first, until `steered` is stored for them. */
  queued(): readonly SteeringMessage[];
  /** `steered` is stored for this one next, so the user can't take it back any more. */
  take(messageId: string): void;
}

export interface SteeringMessage {
  message: RunMessage;
  /** Outside content that enters with it. */
  sources: readonly TaintSource[];
}

export interface ContextPort {
  /**
   * Frees tokens for the next request. Called before every step, when all results are stored. Returns a summary that
   * the store puts at the end of the path. `null` when the request fits, or when no summary could be made.
   */
  make(signal: CancelSignal): Promise<RunMessage | null>;
}
