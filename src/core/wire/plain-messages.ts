import type { Part } from '../message.ts';
import type { NormalizedMessage } from '../request.ts';
import { HEAVY } from './common-rules.ts';

const PLAIN: ReadonlySet<Part['type']> = new Set(['text', 'thinking', 'redacted_thinking', 'tool_call', 'tool_result']);

/**
 * Whether messages hold nothing but texts, thinking, calls and their results, none of them large. What a vendor could
 * refuse about these, the rules of the compile have seen to. Pictures, files and blocks of a vendor also have limits in
 * all, and what their vendor sent may be anything.
 */
export function arePlain(messages: readonly NormalizedMessage[]): boolean {
  for (const { parts, reasoning = '', reasoningDetails = '' } of messages) {
    if (reasoning.length >= HEAVY || reasoningDetails.length >= HEAVY) return false;
    for (const part of parts) {
      if (!PLAIN.has(part.type) || !isLight(part)) return false;
      if (part.type === 'tool_result' && part.images !== undefined) return false;
    }
  }
  return true;
}

function isLight(value: unknown): boolean {
  if (typeof value === 'string') return value.length < HEAVY;
  if (typeof value !== 'object' || value === null) return true;
  // A loop over keys makes no list of them.
  for (const key in value) if (key.length >= HEAVY || !isLight((value as Record<string, unknown>)[key])) return false;
  return true;
}
