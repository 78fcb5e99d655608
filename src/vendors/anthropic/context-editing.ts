import type { BetaContextManagementConfig } from '@anthropic-ai/sdk/resources/beta/messages/messages';
import { isOfficialAnthropic } from '#core/normalize/dialects.ts';
import type { Target } from '#core/request.ts';

const BETA = 'context-management-2025-06-27';

/**
 * Results of old tool calls, the newest three uses excepted; the calls themselves stay. Trigger and `keep` are the
 * vendor's defaults, written out so that they stay what the inspector shows. Clearing makes the cached prefix worthless
 * from there on, so little is not worth it. The same words in every request of every conversation (A38; platform docs,
 * context editing, 2026-11).
 */
const CONTEXT_MANAGEMENT: BetaContextManagementConfig = {
  edits: [
    {
      type: 'clear_tool_uses_20250919',
      trigger: { type: 'input_tokens', value: 100_000 },
      keep: { type: 'tool_uses', value: 3 },
      clear_at_least: { type: 'input_tokens', value: 5_000 },
    },
  ],
};

export interface ContextEditing {
  context_management?: BetaContextManagementConfig;
  betas: string[];
}

/**
 * Asked for only where the person wants it, the model has it and Anthropic itself reads it: gateways answer
 * `context_management: Extra inputs are not permitted` (opencode#34694, 2026-07; copilot-api#175, 2026-04). Signatures
 * stay good, because the server compares the request as it was sent (A24).
 */
export function contextEditing({ contextEditing: wanted, model, endpoint, learned }: Target): ContextEditing {
  const refused = learned?.omit.includes('context_management') ?? false;
  return wanted && model.contextEditing && isOfficialAnthropic(endpoint) && !refused
    ? { context_management: CONTEXT_MANAGEMENT, betas: [BETA] }
    : { betas: [] };
}
