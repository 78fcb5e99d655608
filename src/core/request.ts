import type { ErrorKind } from './error.ts';
import type { HistoryMessage } from './message.ts';
import type { Model, ThinkingLevel, ThinkingSupport } from './model.ts';
import type { ChatSwitches } from './normalize/dialect.ts';
import type { PreventiveHook } from './reliability/hook.ts';
import type { Vendor } from './vendor.ts';

export interface ToolSpec {
  name: string;
  description?: string;
  /** JSON Schema as an MCP server sent it. */
  inputSchema: unknown;
}

/** What a model's refusals have taught about it. The overlays that say so are its only source. */
export interface Learned {
  /** Fields of the body that are not sent, by their path, such as `stream_options` (see wire/omit-fields.ts). */
  omit: readonly string[];
  /** Where this server differs from its dialect. */
  chat: Partial<ChatSwitches>;
  /** How the model is asked for thinking, where it has corrected what was known. */
  thinking?: ThinkingSupport;
}

/** Where a request goes and what the user asked of it. */
export interface Target {
  vendor: Vendor;
  model: Model;
  /** Base URL. */
  endpoint: string;
  /** Fingerprint of the key; absent for vendors without one. */
  account?: string;
  system?: string;
  tools?: readonly ToolSpec[];
  thinking?: ThinkingLevel;
  maxOutputTokens?: number;
  /**
   * Limits besides the model's own window; without one everything that fits is sent. The user asked for at most this
   * many `messages` (rounded to whole exchanges) and `tokens`; more than `refused` tokens the vendor has refused.
   */
  window?: { messages?: number; tokens?: number; refused?: number };
  /** Reported input tokens of earlier requests of this conversation over their estimates (see `tokenFactorOf`). */
  tokenFactor?: number;
  learned?: Learned;
  /**
   * The same for every request of one conversation and for no other: vendors that cache prompts by machine send such
   * requests to the same one.
   */
  cacheKey?: string;
  /** Preventive rules that the person switched off; what they would have prevented is left to the linter. */
  rulesOff?: readonly PreventiveHook[];
  /** The vendor is asked to leave out old tool results by itself, where the model and the endpoint offer that (A38). */
  contextEditing?: true;
}

/** A repair beside the log; stored history is never changed. */
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

/** One thing changed for this vendor; nothing is changed without one. Indices are those of the input history. */
export interface Note {
  rule: string;
  message?: number;
  part?: number;
  detail?: string;
}

export interface CompileReport {
  /**
   * A summary goes in place of all messages up to `through`, included: they count for nothing else here. -1: of messages
   * that were not given.
   */
  replaced?: { summary: number; through: number };
  /** Messages that take no part and are in nobody's words either: summaries that the person took back. */
  silent?: number[];
  /** Input indices of messages left out by the window. */
  droppedByWindow: number[];
  notes: Note[];
  /** Estimated input tokens of the request, and the budget used; null when the model's window is unknown. */
  tokens: number;
  budget: number | null;
  /** Estimated tokens with nothing left out for want of room; larger than `tokens` where the window left messages out. */
  wanted: number;
  /** Set when the request must not be sent as it is, such as a newest message larger than the model's window. */
  problem?: { kind: ErrorKind; message: string };
  /** To be stored as overlays, because later requests must not take them back. */
  decisions?: Decision[];
}

/** An overlay that the engine asks for; id, session and time are the caller's. */
export type Decision = Omit<Overlay, 'id' | 'sessionId' | 'at'>;

/** A message as it is to be rendered: every part that is still here is sent. */
export interface NormalizedMessage extends HistoryMessage {
  /**
   * Chat Completions, assistant messages only: value of the dialect's `reasoningField`. The empty string where the
   * vendor demands the field and no reasoning of its own is at hand (vendor-rules D1, F1).
   */
  reasoning?: string;
  /** OpenRouter, assistant messages only: `reasoning_details` as JSON text of an array, sent whole (P1). */
  reasoningDetails?: string;
}

/**
 * A history that the target's dialect accepts: whole exchanges in order, legal unique ids, results in call order,
 * opaque state only where this origin can read it, tools with legal names and schemas.
 * A vendor folder renders it to its wire form without further decisions. Layout:
 * - `user` messages hold text, image and file parts; `assistant` messages text, thinking, redacted_thinking and
 *   tool_call parts in their original order; `tool` messages only tool_result parts.
 * - An assistant message with calls is followed at once by one `tool` message with exactly one result per call, in
 *   call order, each with `callId` and `name`. Anthropic folds this and a `user` message after it into one user turn,
 *   results first; Gemini renders it as one content of functionResponse parts.
 * - Neighbours of the same role are merged as parts. Where content must be one string, text parts are joined by a
 *   blank line. The last message is never from the assistant.
 * - Ids and names of calls, results and tools are already the wire's. Opaque strings are byte-exact.
 */
export interface NormalizedRequest {
  system?: string;
  messages: NormalizedMessage[];
  tools: { name: string; description?: string; inputSchema: Record<string, unknown> }[];
  /** Wire tool name -> Baton's name, for the calls that come back. */
  toolNames: ReadonlyMap<string, string>;
  /** Set when the tools are only there because the history names them: none may be called. */
  toolChoice?: 'none';
  /** Resolved for this request, e.g. `off` inside a foreign tool loop on a manual-thinking model (A19). */
  thinking: ThinkingLevel;
  /** Ask the vendor to drop thinking bound to another prefix instead of refusing (A24). */
  dropMismatchedThinking: boolean;
  maxOutputTokens: number;
  /** For whoever renders this request: the target's own `learned`, and what the overlays add to it. */
  learned?: Learned;
}
