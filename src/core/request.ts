import type { ErrorKind } from './error.ts';
import type { HistoryMessage } from './message.ts';
import type { Model, ThinkingLevel } from './model.ts';
import type { RequestParameters } from './vendors/base/request-parameters.ts';
import type { PreventiveHook } from './preventive-hook.ts';
import type { Vendor } from './vendor.ts';
import type { ChatSwitches } from './vendors/base/dialect.ts';
import type { ThinkingSupport } from './vendors/base/model-facts.ts';
import type { DeclaredTools } from './vendors/base/server-tools.ts';

/** A value and its place in the body of a request. */
export interface BodyField {
  path: readonly string[];
  value: unknown;
}

/** What becomes of the user's parameters in one request. */
export interface ResolvedParameters {
  fields: BodyField[];
  thinkingBudget?: number;
}

/** The user's parameters, with the table of what targets accept: it is loaded only where there are some. */
export interface TargetParameters {
  set: RequestParameters;
  resolve(
    target: Target,
    thinking: ThinkingLevel,
    note: (rule: string, at?: undefined, detail?: string) => void,
  ): ResolvedParameters;
}

export interface ToolSpec {
  name: string;
  description?: string;
  /** JSON Schema as an MCP server sent it. */
  inputSchema: unknown;
}

/** Facts learned from a model's refusals. Overlays are their only source. */
export interface Learned {
  /** Paths of body fields that are not sent, such as `stream_options` (see wire/omit-fields.ts). */
  omit: readonly string[];
  /** Where this server differs from its dialect. */
  chat: Partial<ChatSwitches>;
  /** How the model is asked for thinking, where a refusal corrected what was known. */
  thinking?: ThinkingSupport;
}

/** Where a request goes and what the user asked of it. */
export interface Target {
  vendor: Vendor;
  model: Model;
  /** Base URL. */
  endpoint: string;
  /** A practice vendor answers there, which keeps the rules of the vendor's own service. */
  simulated?: true;
  /** Fingerprint of the key; absent for vendors without one. */
  account?: string;
  system?: string;
  tools?: readonly ToolSpec[];
  /** Tools of the vendor's own that the user lets it use. */
  serverTools?: DeclaredTools;
  thinking?: ThinkingLevel;
  maxOutputTokens?: number;
  /** The model may make pictures, if it can. */
  makePictures?: true;
  /** How the user wants answers to be generated. What the target refuses is not sent. */
  parameters?: TargetParameters;
  /**
   * Limits besides the model's own window. Without them, everything that fits is sent. The user asked for at most this
   * many `messages` (rounded to complete exchanges) and `tokens`. The vendor has refused more than `refused` tokens.
   */
  window?: { messages?: number; tokens?: number; refused?: number };
  /** Reported input tokens of earlier requests in this session, divided by their estimates (see `tokenFactorOf`). */
  tokenFactor?: number;
  learned?: Learned;
  /**
   * The same for every request of one session and different for every other session. Vendors that cache prompts per
   * machine route such requests to the same one.
   */
  cacheKey?: string;
  /** Preventive rules that the user switched off. The linter then catches what they would have prevented. */
  rulesOff?: readonly PreventiveHook[];
  /** Asks the vendor to leave out old tool results itself, where the model and the endpoint support it (A38). */
  contextEditing?: true;
}

/** A repair stored beside the messages. The stored history never changes. */
export interface Overlay {
  id: string;
  sessionId: string;
  /** Message id, or message id and part index. */
  target: { message: string; part?: number };
  kind: string;
  reason: string;
  at: number;
  data?: unknown;
}

/** One thing changed for this vendor. Every change has a note. Indices refer to the input history. */
export interface Note {
  rule: string;
  message?: number;
  part?: number;
  detail?: string;
}

export interface CompileReport {
  /**
   * A summary that replaces all messages up to and including `through`; they are ignored everywhere else here. -1: it
   * replaces messages that were not given.
   */
  replaced?: { summary: number; through: number };
  /** Messages that are not sent and that no summary covers: summaries that the user revoked. */
  silent?: number[];
  /** Input indices of messages that the window leaves out. */
  droppedByWindow: number[];
  notes: Note[];
  /** Estimated input tokens of the request, and the token budget. `null` when the model's window is unknown. */
  tokens: number;
  budget: number | null;
  /**
   * Estimated tokens with nothing left out to fit the budget. Larger than `tokens` when the window leaves messages out.
   */
  untrimmedTokens: number;
  /**
   * Set when the request must not be sent as it is, for example because the newest message exceeds the model's window.
   */
  problem?: { kind: ErrorKind; message: string };
  /** Overlays to store, so that later requests do not undo them. */
  decisions?: Decision[];
}

/** An overlay that the engine asks for. The caller supplies id, session and time. */
export type Decision = Omit<Overlay, 'id' | 'sessionId' | 'at'>;

/** A message ready to render: every remaining part is sent. */
export interface NormalizedMessage extends HistoryMessage {
  /**
   * Chat Completions, assistant messages only: value of the dialect's `reasoningField`. Empty when the vendor requires
   * the field and has no reasoning of its own here (vendor-rules D1, F1).
   */
  reasoning?: string;
  /** OpenRouter, assistant messages only: complete `reasoning_details` as JSON text of an array (P1). */
  reasoningDetails?: string;
}

/**
 * A history that the target's dialect accepts: complete exchanges in order, legal unique ids, results in call order,
 * opaque state only where this origin can read it, tools with legal names and schemas. A vendor folder renders it to
 * its wire form without further decisions. Layout:
 * - `user` messages hold text, image and file parts; `assistant` messages text, thinking, redacted_thinking and
 *   tool_call parts in their original order; `tool` messages only tool_result parts.
 * - An assistant message with calls is followed at once by one `tool` message with exactly one result per call, in call
 *   order, each with `callId` and `name`. Anthropic folds this and a `user` message after it into one user turn,
 *   results first; Gemini renders it as one content of functionResponse parts.
 * - Adjacent messages of the same role are merged as parts. Where content must be one string, text parts are joined by
 *   a blank line. The last message is never from the assistant.
 * - Ids and names of calls, results and tools are already those of the wire form. Opaque strings are byte-exact.
 */
export interface NormalizedRequest {
  system?: string;
  messages: NormalizedMessage[];
  tools: { name: string; description?: string; inputSchema: Record<string, unknown> }[];
  /** Tools that the vendor runs itself. */
  serverTools?: DeclaredTools;
  /** Wire tool name -> Baton's name, for the calls in the answer. */
  toolNames: ReadonlyMap<string, string>;
  /** Set when the tools are listed only because the history names them: none may be called. */
  toolChoice?: 'none';
  /** Resolved for this request, e.g. `off` inside a foreign tool loop on a manual-thinking model (A19). */
  thinking: ThinkingLevel;
  /** Asks the vendor to drop thinking bound to another prefix instead of refusing it (A24). */
  dropMismatchedThinking: boolean;
  maxOutputTokens: number;
  /** Parameters as this target accepts them. */
  parameters?: readonly BodyField[];
  /** Tokens for thinking that the user set; the level decides without it. */
  thinkingBudget?: number;
  /** For the renderer: the target's own `learned` facts and those that the overlays add. */
  learned?: Learned;
}
