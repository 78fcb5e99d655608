import type { VendorDefinition } from './base/definition.ts';
import { CHAT, COMPATIBLE, isLegacyReasoner, takesReasoning } from './base/dialects.ts';
import type { ThinkingSupport } from './base/model-facts.ts';
import { modelRows, NO_THINKING, price } from './base/models.ts';

/** Thinking is a switch, with an effort next to it (vendor-rules D3). */
const THINKING: ThinkingSupport = { kind: 'toggle', off: true, efforts: ['low', 'high', 'max'] };

/** vendor-rules D1-D3 and section 6. */
const MODELS = modelRows({ images: false, files: false }, [
  {
    id: 'deepseek-flash',
    label: 'DeepSeek Flash',
    contextWindow: 1_000_000,
    maxOutput: 384_000,
    thinking: THINKING,
    price: price(0.3, 1.2, 0.006),
    images: true,
  },
  {
    id: 'deepseek-v4-pro',
    label: 'DeepSeek V4 Pro',
    contextWindow: 1_000_000,
    maxOutput: 384_000,
    thinking: THINKING,
    price: price(1.32, 3.96, 0.044),
  },
]);

export const DEEPSEEK: VendorDefinition = {
  name: 'DeepSeek',
  label: 'DeepSeek',
  protocol: 'openai-chat',
  baseUrl: 'https://api.deepseek.com',
  auth: 'bearer',
  key: {
    url: 'https://platform.deepseek.com/api_keys',
    variable: 'DEEPSEEK_API_KEY',
    shapes: [/^sk-[0-9a-f]{32}$/],
    inText: [],
  },
  look: {
    shape: 'M1.3 3.8H10.7A4.7 4.7 0 0 1 1.3 3.8z',
    light: 'oklch(0.47 0.12 278)',
    dark: 'oklch(0.74 0.1 278)',
  },
  dialects: {
    'openai-chat': ({ model }) => ({
      ...COMPATIBLE,
      name: 'chat-deepseek',
      ...takesReasoning(model, model.thinking.kind !== 'none'),
      chat: {
        ...CHAT,
        thinkingParameter: 'thinking_type',
        reasoningField: isLegacyReasoner(model) ? null : 'reasoning_content',
      },
    }),
  },
  guess: { thinking: (id) => (/deepseek-(reasoner|r1)/.test(id) ? NO_THINKING : THINKING) },
  models: MODELS,
};
