import type { OwnTool } from '../base/conversation.ts';
import type { Failure } from '../base/failure.ts';
import type { Json } from '../base/json.ts';
import type { Rule } from '../rules/rule.ts';
import type { ChatModel } from './models.ts';
import type { ReasoningContext } from './reasoning.ts';
import type { ChatSubject } from './subject.ts';

/** How reasoning appears in the stream (vendor rules 5.0). */
export type ReasoningForm = 'reasoning_content' | 'reasoning' | 'thinking-chunks' | 'details' | null;

/** A message with a field that its vendor does not know. */
export interface StrayField {
  index: number;
  role: string;
  field: string;
  value: unknown;
}

/** One vendor of the Chat Completions form, as data: what it accepts, what it sends, and how it refuses. */
export interface ChatDialect {
  id: string;
  /** Base path of its API. */
  base: string;
  models: readonly ChatModel[];
  /** Returns the model for any other id that it serves. */
  otherModel?: (id: string) => ChatModel | null;
  reasoning: ReasoningForm;
  /** Whether the model reasons, and shows it, in its answer to this request. */
  thinks(body: Json, model: ChatModel): boolean;
  roles: ReadonlySet<string>;
  refuseRole(index: number, role: string): Failure;
  /** Fields of the request. */
  fields: ReadonlySet<string>;
  refuseField(field: string): Failure;
  /** Ranges of parameters that differ from the usual ones. */
  ranges?: Readonly<Record<string, readonly [number, number]>>;
  /** Fields of an assistant message; the other roles accept the common fields. */
  assistantFields: ReadonlySet<string>;
  /** With null, unknown fields are ignored. */
  refuseMessageField: ((stray: StrayField) => Failure) | null;
  /** Text after the list of unanswered calls (O1). */
  unansweredSuffix: string;
  longestCallId: number | null;
  /** Types of tools that the vendor runs itself, and what each is. */
  ownTools?: ReadonlyMap<string, OwnTool>;
  /** Rules of this vendor only; they run after the shape and before the pairing of calls and results. */
  rules: readonly Rule<ChatSubject>[];
  overflow(model: ChatModel): Failure;
  /** The body of an error; null for an empty body. */
  errorBody(failure: Failure): unknown;
  /** An error inside a stream that started with 200. */
  errorEvent(failure: Failure): string;
  /** The vendor's own fields of usage, and those it adds to the last piece of an answer. */
  usageFields?: (usage: Json) => Json;
  closingFields?: (usage: Json) => Json;
  /** Whether usage needs `stream_options.include_usage`; otherwise it always comes with the last chunk. */
  usageOnRequest: boolean;
  callId(seed: string, name: string, index: number): string;
  /** What a call carries beyond the common fields. */
  callFields?: (call: { name: string; index: number }, answer: ReasoningContext) => Json;
}
