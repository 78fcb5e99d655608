import type { BetaContextManagementConfig } from '@anthropic-ai/sdk/resources/beta/messages/messages';
import { isOwnService } from '#core/endpoint.ts';
import type { Target } from '#core/request.ts';

const BETA = 'context-management-2025-06-27';

/**
 * Clears the results of old tool calls except the newest three; the calls themselves stay. Trigger and `keep` are the
 * vendor's defaults, written out so that the inspector always shows the values in use. Clearing invalidates the cached
 * prefix from that point on, so clearing a little isn't worth it. The value is the same in every request of every
 * conversation (A38; platform docs, context editing, 2026-11).
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
 * Requested only if the user enabled it, the model supports it and the endpoint is Anthropic's own: gateways answer
 * `context_management: Extra inputs are not permitted` (opencode#34694, 2026-07; copilot-api#175, 2026-04). Signatures
 * stay valid because the server compares the request as it was sent (A24).
 */
export function contextEditing(target: Target): ContextEditing {
  const { contextEditing: requested, model, learned } = target;
  const refused = learned?.omit.includes('context_management') ?? false;
  return requested && model.contextEditing && isOwnService(target) && !refused
    ? { context_management: CONTEXT_MANAGEMENT, betas: [BETA] }
    : { betas: [] };
}
