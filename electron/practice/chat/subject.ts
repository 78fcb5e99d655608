import { isObject, type Json, objects, text } from '../base/json.ts';
import type { Seals } from '../base/seal.ts';
import type { ChatDialect } from './dialect.ts';
import type { ChatModel } from './models.ts';

/** A request to Chat Completions, prepared for the rules. */
export interface ChatSubject {
  body: Json;
  model: ChatModel;
  dialect: ChatDialect;
  messages: Json[];
  seals: Seals;
  account: string;
}

export const callsOf = (message: Json): Json[] => objects(message.tool_calls);
export const functionOf = (call: Json): Json => (isObject(call.function) ? call.function : {});
export const roleOf = (message: Json): string => text(message.role);
export const toolsOf = (body: Json): Json[] => objects(body.tools).map(functionOf);

/** The tool messages directly after the message at `index`. */
export function resultsAfter(messages: readonly Json[], index: number): Json[] {
  const end = messages.findIndex((message, at) => at > index && message.role !== 'tool');
  return messages.slice(index + 1, end < 0 ? messages.length : end);
}
