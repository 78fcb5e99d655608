import type { BetaThinkingConfigParam } from '@anthropic-ai/sdk/resources/beta/messages/messages';
import type { OutputConfig } from '@anthropic-ai/sdk/resources/messages/messages';
import { isOwnService } from '#core/endpoint.ts';
import type { NormalizedRequest, Target } from '#core/request.ts';
import type { ThinkingLevel } from '#core/model.ts';
import { pickEffort } from '../base/thinking-effort.ts';

export interface ThinkingSettings {
  thinking?: BetaThinkingConfigParam;
  output_config?: OutputConfig;
  betas: string[];
}

/** Tokens for manual thinking. The vendor's own examples use a few thousand for light and 16-32k for hard work. */
const MANUAL_BUDGET: Readonly<Record<Exclude<ThinkingLevel, 'off'>, number>> = {
  low: 2048,
  medium: 8192,
  high: 24_576,
};
const SMALLEST_BUDGET = 1024;
/** Tokens reserved for the answer besides its thinking. */
const ANSWER_SHARE = 1024;

const BINDING_BETA = 'thinking-binding-controls-2026-08-01';
/** Manual models only, and not the 4.6 generation, which thinks adaptively (A29). */
const INTERLEAVED_BETA = 'interleaved-thinking-2025-05-14';

/**
 * Sets `thinking` and `output_config` by what the model supports (vendor-rules A27-A31; platform docs, 2026-08 to
 * 2026-11): adaptive if available, always with `display: summarized` because newer models show nothing by default; on
 * manual models a budget below `max_tokens`, or none if even the smallest one doesn't fit (A28).
 */
export function thinkingSettings(request: NormalizedRequest, target: Target): ThinkingSettings {
  const support = target.model.thinking;
  if (support.kind !== 'anthropic') return { betas: [] };
  const level = request.thinking;
  const binding = request.dropMismatchedThinking
    ? { block_binding: { prefix_mismatch_behavior: 'drop_block' as const } }
    : {};
  const betas = request.dropMismatchedThinking ? [BINDING_BETA] : [];

  if (level === 'off' && support.off)
    // Manual models don't think by default. Omitting the field is also what A19 requires inside a foreign tool loop.
    return support.adaptive ? { thinking: { type: 'disabled' }, betas: [] } : { betas: [] };

  const effort = asEffort(pickEffort(level, support.efforts, false));
  const output = effort === undefined ? {} : { output_config: { effort } };
  if (support.adaptive) return { thinking: { type: 'adaptive', display: 'summarized', ...binding }, ...output, betas };

  const budget = Math.min(
    request.thinkingBudget ?? MANUAL_BUDGET[level === 'off' ? 'low' : level],
    Math.max(SMALLEST_BUDGET, request.maxOutputTokens - ANSWER_SHARE),
  );
  if (!support.manual || budget >= request.maxOutputTokens) return { betas: [] };
  // Gateways refuse beta headers they don't know.
  if (support.interleaved && request.tools.length > 0 && isOwnService(target)) betas.push(INTERLEAVED_BETA);
  return { thinking: { type: 'enabled', budget_tokens: budget, ...binding }, ...output, betas };
}

const EFFORTS: ReadonlySet<string> = new Set(['low', 'medium', 'high', 'xhigh', 'max']);

function asEffort(effort: string | undefined): NonNullable<OutputConfig['effort']> | undefined {
  return effort !== undefined && EFFORTS.has(effort) ? (effort as NonNullable<OutputConfig['effort']>) : undefined;
}
