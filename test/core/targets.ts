import { isOwnService, ownEndpoint } from '#core/endpoint.ts';
import type { Target } from '#core/request.ts';
import type { Vendor } from '#core/vendor.ts';
import type { Protocol } from '#core/vendors/base/protocol.ts';
import { VENDOR_TABLE } from '#core/vendors/table.ts';
import { findModel } from '#vendors/catalog/find-model.ts';

function protocolOf(vendor: Vendor, endpoint: string): Protocol {
  return vendor === 'openai' && !isOwnService({ vendor, endpoint }) ? 'openai-chat' : VENDOR_TABLE[vendor].protocol;
}

export function target(
  vendor: Vendor,
  model: string,
  rest: Partial<Omit<Target, 'model'>> & { protocol?: Protocol } = {},
): Target {
  const { protocol, endpoint = ownEndpoint(vendor), ...more } = rest;
  return {
    vendor,
    endpoint,
    account: `key-${vendor}`,
    model: findModel(vendor, model, protocol ?? protocolOf(vendor, endpoint), endpoint),
    ...more,
  };
}

export const OWN_OLLAMA = { protocol: 'ollama', endpoint: 'http://127.0.0.1:11434' } as const;

/** As the server says it of a model that thinks. */
const thinking = (given: Target): Target => ({
  ...given,
  model: { ...given.model, thinking: { kind: 'toggle', off: true, efforts: [] } },
});

/** Every dialect once, with thinking on if the model supports it. */
export const TARGETS: Readonly<Record<string, Target>> = {
  'anthropic-adaptive': target('anthropic', 'claude-opus-4-8', { thinking: 'high' }),
  'anthropic-manual': target('anthropic', 'claude-opus-4-5', { thinking: 'high' }),
  'anthropic-both': target('anthropic', 'claude-sonnet-4-6', { thinking: 'low' }),
  'anthropic-bound': target('anthropic', 'claude-fable-5-2', { thinking: 'medium' }),
  'anthropic-off': target('anthropic', 'claude-haiku-4-5', { thinking: 'off' }),
  'anthropic-gateway': target('anthropic', 'claude-opus-4-8', {
    endpoint: 'https://gateway.example/v1',
    thinking: 'high',
  }),
  'openai-responses': target('openai', 'gpt-6-sol', { thinking: 'high' }),
  'openai-chat': target('openai', 'gpt-4.1', { protocol: 'openai-chat' }),
  'openai-compatible': target('openai', 'some-local-model', { endpoint: 'http://127.0.0.1:8000/v1' }),
  'gemini-3': target('gemini', 'gemini-3.8-flash', { thinking: 'high' }),
  'gemini-2.5': target('gemini', 'gemini-2.5-pro', { thinking: 'low' }),
  groq: target('groq', 'openai/gpt-oss-120b', { thinking: 'low' }),
  cerebras: target('cerebras', 'gpt-oss-120b', { thinking: 'high' }),
  fireworks: target('fireworks', 'accounts/fireworks/models/kimi-k3', { thinking: 'high' }),
  deepseek: target('deepseek', 'deepseek-v4-pro', { thinking: 'high' }),
  'deepseek-off': target('deepseek', 'deepseek-flash', { thinking: 'off' }),
  mistral: target('mistral', 'mistral-large-4', { thinking: 'high' }),
  xai: target('xai', 'grok-4.7', { thinking: 'high' }),
  openrouter: target('openrouter', 'anthropic/claude-opus-4.8', { thinking: 'high' }),
  ollama: target('ollama', 'llama3.3', {}),
  'ollama-own': thinking(target('ollama', 'qwen3:8b', { ...OWN_OLLAMA, thinking: 'high' })),
  'no-tools': { ...target('ollama', 'gemma3'), model: { ...target('ollama', 'gemma3').model, tools: false } },
};
