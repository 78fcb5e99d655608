import { ANTHROPIC_MODELS, type AnthropicModel } from './models.ts';

/** Lists only the practice models; the server knows the real ids too, but doesn't offer them. */
const offered = (model: AnthropicModel) => model.id.startsWith('practice-');

export function listAnthropicModels(requestId: string): Response {
  const data = ANTHROPIC_MODELS.filter(offered).map((model) => ({
    type: 'model',
    id: model.id,
    display_name: model.label,
    created_at: '2026-11-01T00:00:00Z',
    lifecycle: 'active',
    deprecated_at: null,
    retires_at: null,
    line: null,
    max_input_tokens: model.window,
    max_tokens: model.maxOutput,
    capabilities: null,
  }));
  return Response.json(
    { data, has_more: false, first_id: data[0]?.id ?? null, last_id: data.at(-1)?.id ?? null },
    { headers: { 'request-id': requestId } },
  );
}
