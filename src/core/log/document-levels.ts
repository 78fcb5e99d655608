import type { LogLevel } from './log-line.ts';

/** Sentences of the documents on tool chains and vendors (reliability.md S3-15 to S3-22, S4-24), by their start. */
export const SENTENCES = {
  incomplete: ['warn', 'Removing incomplete tool_calls from assistant message'],
  skipped: ['debug', 'Skipping tool_result for incomplete tool_use'],
  withoutId: ['warn', 'Tool message missing tool_call_id, skipping'],
  beginning: ['warn', 'Removing tool message from beginning of conversation'],
  completed: ['info', 'Anthropic tool chain tail management completed'],
  unknownModel: ['warn', 'Could not find model info for provider:'],
  adjusting: ['info', 'Adjusting context window to preserve tool chain integrity'],
  limit: ['info', 'Context window limit reached.'],
  violation: ['error', 'Tool chain integrity violation detected before Anthropic API call'],
} as const satisfies Record<string, readonly [LogLevel, string]>;

/** The level that the documents give a sentence. `null` for a sentence that is not one of theirs. */
export function documentLevel(event: string): LogLevel | null {
  return Object.values(SENTENCES).find(([, beginnings]) => event.startsWith(beginnings))?.[0] ?? null;
}
