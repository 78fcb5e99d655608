import type { Failure } from '../../base/failure.ts';
import type { Json } from '../../base/json.ts';
import type { ChatSubject } from '../../rules/chat/subject.ts';
import type { Rule } from '../../rules/rule.ts';
import type { ChatModel } from './models.ts';

/** How reasoning is shown while it streams (vendor rules 5.0). */
export type ReasoningForm = 'reasoning_content' | 'reasoning' | 'thinking-chunks' | 'details' | null;

/** Where a message carries a field that its vendor does not know. */
export interface StrayField {
  index: number;
  role: string;
  field: string;
  value: unknown;
}

/** One vendor of the Chat Completions form, as data: what it takes, what it sends, and in which words it refuses. */
export interface ChatDialect {
  id: string;
  /** Path below which its API lives. */
  base: string;
  models: readonly ChatModel[];
  /** Any other id that it serves. */
  otherModel?: (id: string) => ChatModel | null;
  reasoning: ReasoningForm;
  /** Whether the model reasons, and shows it, in answer to this request. */
  thinks(body: Json, model: ChatModel): boolean;
  roles: ReadonlySet<string>;
  refuseRole(index: number, role: string): Failure;
  /** Fields of the request. */
  fields: ReadonlySet<string>;
  refuseField(field: string): Failure;
  /** Fields of an assistant message; the other roles take what everyone takes. */
  assistantFields: ReadonlySet<string>;
  /** null: whatever it does not know it ignores. */
  refuseMessageField: ((stray: StrayField) => Failure) | null;
  /** Words after the list of unanswered calls (O1). */
  unansweredSuffix: string;
  longestCallId: number | null;
  /** What only this vendor refuses; runs after the shape and before the pairing of calls and results. */
  rules: readonly Rule<ChatSubject>[];
  overflow(model: ChatModel): Failure;
  /** The body of an error; null for none at all. */
  errorBody(failure: Failure): unknown;
  /** An error inside a stream that began with 200. */
  errorEvent(failure: Failure): string;
  /** The vendor's own fields of usage, and what it puts beside the last piece of an answer. */
  usageFields?: (usage: Json) => Json;
  closingFields?: (usage: Json) => Json;
  /** Whether `stream_options.include_usage` is asked for; else usage always comes with the last chunk. */
  usageOnRequest: boolean;
  callId(seed: string, name: string, index: number): string;
}
