import { estimateJson } from '../base/estimate-tokens.ts';
import type { Json } from '../base/json.ts';

/** OpenAI caches automatically from 1024 tokens on, in steps of 128. */
const SMALLEST_CACHED = 1024;
const STEP = 128;

export interface PromptTokens {
  total: number;
  cached: number;
}

/** `pieces` are the prompt in order; those before the newest answer were sent before. */
export function promptTokens(head: readonly unknown[], pieces: readonly Json[]): PromptTokens {
  const fixed = head.reduce<number>((sum, one) => sum + estimateJson(one), 0);
  const lastAnswer = pieces.findLastIndex((one) => one.role === 'assistant' || one.type === 'function_call');
  const counts = pieces.map(estimateJson);
  const before = fixed + counts.slice(0, Math.max(0, lastAnswer)).reduce((sum, one) => sum + one, 0);
  const cached = lastAnswer < 0 || before < SMALLEST_CACHED ? 0 : Math.floor(before / STEP) * STEP;
  return { total: fixed + counts.reduce((sum, one) => sum + one, 0), cached };
}
