import { type ThinkingConfig, ThinkingLevel } from '@google/genai/web';
import type { NormalizedRequest, Target } from '#core/request.ts';
import { pickEffort } from '../base/thinking-effort.ts';

/** Tokens for models that accept a budget, clamped to the model's range. */
const BUDGET = { low: 1024, medium: 8192, high: 24_576 } as const;

const LEVELS = new Map<string, ThinkingLevel>(Object.values(ThinkingLevel).map((level) => [level, level]));

/** `thinkingLevel` from Gemini 3, `thinkingBudget` on 2.5, never both (vendor-rules G14). Thoughts are always shown. */
export function thinkingConfig(request: NormalizedRequest, target: Target): ThinkingConfig | undefined {
  const support = target.model.thinking;
  const level = request.thinking;
  if (support.kind === 'gemini-level') {
    const chosen = LEVELS.get(pickEffort(level, support.levels, false)?.toUpperCase() ?? '');
    return { includeThoughts: true, ...(chosen === undefined ? {} : { thinkingLevel: chosen }) };
  }
  if (support.kind !== 'gemini-budget') return undefined;
  if (level === 'off' && support.off) return { thinkingBudget: 0 };
  const budget = request.thinkingBudget ?? BUDGET[level === 'off' ? 'low' : level];
  return { includeThoughts: true, thinkingBudget: Math.min(support.max, Math.max(support.min, budget)) };
}
