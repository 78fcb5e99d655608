import type { ModelError } from '../error.ts';

/**
 * OpenAI (docker-agent#313, 2025-09), Azure (langchain-azure#228, 2025-12), GitHub Copilot and what leads to it
 * (opencode#2758, 2025-09; copilot-api#102, 2026-03), other gateways (sub2api#885, 2026-03). Azure says the same of models
 * that don't answer at all.
 */
const ONLY_RESPONSES =
  /only supported in v1\/responses|not accessible via the \/chat\/completions|use \/v1\/responses|chatCompletion operation does not work with the specified model, (?!\S*(?:embed|whisper|dall|tts|image))/i;

/** Whether the vendor says that the model answers over the Responses API, and was asked over Chat Completions. */
export const needsResponses = ({ vendor, message = '' }: Partial<Pick<ModelError, 'message' | 'vendor'>>): boolean =>
  vendor !== undefined && ONLY_RESPONSES.test(message);
