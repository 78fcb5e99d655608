import type { Json } from './vendors.ts';

/** A request that follows a rule of the Messages API, and one that breaks only that rule. */
export interface AnthropicCase {
  rule: string;
  name: string;
  good: Json;
  bad: Json;
  /** What the API says; part of the message is enough. */
  message: string;
  headers?: Record<string, string>;
  badHeaders?: Record<string, string>;
}
