import type { VendorDefinition } from './base/definition.ts';
import { CHAT, COMPATIBLE } from './base/dialects.ts';
import { NO_THINKING } from './base/models.ts';

/**
 * Models whose prompts are cached up to markers only: Claude, also by an alias such as `~anthropic/claude-sonnet-latest`,
 * and those that Alibaba serves alone (openrouter.ai, prompt caching, 2026; cline PR#10578, 2026-05: 0% of
 * qwen3.6-plus was read from the cache without markers, 99% with them).
 */
const MARKED = /^~?(anthropic\/|qwen\/qwen[\w.-]*-(plus|max|flash)\b|deepseek\/deepseek-v3\.2$)/;

export const OPENROUTER: VendorDefinition = {
  name: 'OpenRouter',
  label: 'OpenRouter',
  protocol: 'openai-chat',
  baseUrl: 'https://openrouter.ai/api/v1',
  auth: 'bearer',
  // Its model list is public, so only the account call proves a key.
  test: 'key',
  key: {
    url: 'https://openrouter.ai/settings/keys',
    variable: 'OPENROUTER_API_KEY',
    shapes: [/^sk-or-/],
    inText: [],
  },
  look: {
    shape: 'M1.4 1.8H6L10.8 6L6 10.2H1.4L6 6z',
    light: 'oklch(0.49 0.11 345)',
    dark: 'oklch(0.76 0.1 345)',
  },
  dialects: {
    'openai-chat': ({ model }) => ({
      ...COMPATIBLE,
      name: 'chat-openrouter',
      state: 'reasoning-details',
      // It keeps a conversation at the provider that has its cache by this key, too (litellm#39153, 2026-09).
      extras: { ownTools: 'openrouter:', cacheKey: true, cacheMarkers: MARKED.test(model.id) },
      chat: { ...CHAT, thinkingParameter: 'reasoning_object' },
    }),
  },
  guess: {
    thinking: (id) =>
      /(claude-(opus|sonnet|haiku|fable|mythos)-|gpt-[5-9]|gemini-(2\.5|[3-9])|grok-[4-9]|deepseek-v4|kimi-k|qwen3|gpt-oss)/.test(
        id,
      )
        ? { kind: 'effort', off: true, efforts: ['none', 'low', 'medium', 'high'] }
        : NO_THINKING,
    images: (id) => /(anthropic\/claude|openai\/(gpt-[5-9]|gpt-4)|google\/gemini)/.test(id),
  },
  models: [],
};
