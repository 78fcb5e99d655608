import type { CallBlock } from '../call-outcome.ts';
import type { ToolResultPart } from '../message.ts';
import type { ToolCallValue, ToolResultValue } from '../reliability/hook.ts';
import type { StreamEvent } from '../stream-event.ts';
import type { ApprovalPolicy, Grant, AskReason } from './approval/decide-approval.ts';
import type { TaintSource } from './tools/taint.ts';
import type { CancelSignal } from './cancel.ts';
import type { RunMessage, RunRecord } from './run-record.ts';
import type { ToolFacts } from './tools/tool-facts.ts';

/** Everything the loop does to the world goes through these. A port that rejects never breaks the loop. */
export interface RunPorts {
  model: ModelPort;
  tools: ToolPort;
  approvals: ApprovalPort;
  store: RunStore;
  clock: RunClock;
  steering?: SteeringPort;
  /** What stands around calls; without it results are only shortened. */
  hooks?: HookPort;
  room?: ContextPort;
  /** A fresh message id. */
  newId(): string;
  /** What nobody waits for: results that came too late, ports that broke their contract. */
  log(event: string, data: Readonly<Record<string, unknown>>): void;
}

export interface RunClock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Milliseconds that never jump. */
  monotonic(): number;
  setTimeout(fn: () => void, ms: number): unknown;
  clearTimeout(handle: unknown): void;
}

export interface ModelPort {
  /**
   * Streams one answer to the path as it is stored now, for whichever model the session names at this moment. It is
   * asked only when every call of the path has its stored result. Retry and recovery are its own matter: it yields
   * the events of the attempt that counts. Ends with `end` and never throws; ends soon after `signal` aborts.
   */
  answer(ask: { step: number; answerId: string; signal: CancelSignal }): AsyncGenerator<StreamEvent, AnswerFacts, void>;
}

export interface AnswerFacts {
  /** USD; null when the price is not known. */
  cost: number | null;
  /** Tokens of the model's window and how many of them are taken now; null when not known. */
  window: { limit: number; used: number } | null;
  /** A refusal was recovered from, and the person wants to look before the run goes on. */
  pause?: true;
}

export interface ToolPort {
  /** A tool that was offered in this epoch; null for a name that was not. */
  find(name: string): ToolFacts | null;
  /** Names offered, for a hint when the model invents one. */
  names(): readonly string[];
  /** What does not fit the tool's schema, in words the model can act on; null when everything fits. */
  check(name: string, args: Readonly<Record<string, unknown>>): string | null;
  /** What the user has to do before this tool can run at all; asked before the user is asked to allow a call. */
  held?(name: string): Promise<CallBlock | null>;
  /**
   * Runs one call. Rejects when no result came: the server crashed, refused or cannot be reached; with CallBlockedError
   * where the user has to do something first. When `signal` aborts
   * (cancel or timeout) it stops the work for good, process included, and settles; nobody waits for it for long.
   */
  call(call: AllowedCall, options: CallOptions): Promise<ToolOutcome>;
}

export interface AllowedCall {
  /** Unique in the run's conversation, the same after a resume. */
  key: string;
  name: string;
  args: Readonly<Record<string, unknown>>;
  /** What the approval port gave with its decision, such as the host's ticket; absent when the policy allowed. */
  ticket?: string;
}

export interface CallOptions {
  signal: CancelSignal;
  onProgress(progress: CallProgress): void;
}

/** Any progress is a sign of life and restarts the idle timeout. */
export interface CallProgress {
  /** Further live output. */
  output?: string;
  done?: number;
  total?: number;
  message?: string;
  /** True while the tool waits for the person (an elicitation, an approval further down): no timeout runs then. */
  waitsForUser?: boolean;
}

export interface ToolOutcome {
  text: string;
  isError?: boolean;
  /** The person stopped this call alone; `text` is not told. */
  cancelled?: true;
  images?: ToolResultPart['images'];
  /** USD spent inside the call, such as a sub-conversation's. */
  cost?: number;
  /** Answers of models inside the call; they count against the run's steps. */
  steps?: number;
  /** What from outside is in it, where that is known better than from the tool's facts; empty for nothing. */
  sources?: readonly TaintSource[];
  /** Where the content came from, for the person: an address, a path. */
  source?: string;
}

export interface ApprovalPort {
  /** As it stands now; read again before every decision. */
  policy(): ApprovalPolicy;
  /** Asks the person. One question at a time, in call order. What comes after an abort of `signal` is ignored. */
  ask(request: ApprovalRequest, signal: CancelSignal): Promise<ApprovalDecision>;
}

export interface ApprovalRequest {
  key: string;
  tool: ToolFacts;
  args: Readonly<Record<string, unknown>>;
  because: AskReason;
  /** Outside content that may have led to this call, newest last. */
  sources: readonly TaintSource[];
  /** What may be chosen besides deny. */
  offers: readonly Grant[];
}

export type ApprovalDecision = { allow: Grant; ticket?: string } | { deny: true; reason?: string };

export interface RunStore {
  /**
   * Stores a record and the message it brings, in one transaction and in the order of the calls; resolves when both
   * are durable. An `approval_decided` also stores its rule, a `steered` takes the message off the queue. When it
   * rejects, the run ends: nothing happens that could not be written down.
   */
  append(record: RunRecord, message?: RunMessage): Promise<void>;
  /** Keeps the whole text of an output that is too long for a request; answers the id that `read_tool_output` takes. */
  keepOutput(output: { key: string; name: string; text: string }): Promise<string>;
}

/** Neither rejects nor hangs. */
export interface HookPort {
  /** Before anything is decided about a call, and again never. */
  before(call: Pick<AllowedCall, 'key' | 'name' | 'args'>, signal?: CancelSignal): Promise<Screened>;
  /** When a result has come, before it is stored. */
  after(result: ToolResultValue, signal?: CancelSignal): Promise<ToolResultValue>;
}

/** A call as it goes on: with these arguments, asked about or not, or refused. */
export type Screened = Pick<ToolCallValue, 'args' | 'advice' | 'refused' | 'ask' | 'scripts'>;

export interface SteeringPort {
  /** Messages the person wrote during the run, oldest first, until `steered` was stored for them. */
  queued(): readonly SteeringMessage[];
}

export interface SteeringMessage {
  message: RunMessage;
  /** Outside content that goes in with it. */
  sources: readonly TaintSource[];
}

export interface ContextPort {
  /**
   * Makes room for the next request; asked before every step, when all results are stored. What it answers is a summary
   * that the store puts at the end of the path. Null where there is room enough, and where none could be made.
   */
  make(signal: CancelSignal): Promise<RunMessage | null>;
}
