import type { VendorDefinition } from './base/definition.ts';
import { CHAT, COMPATIBLE } from './base/dialects.ts';
import { gptOss, GPT_OSS, modelRows, price, QWEN_38 } from './base/models.ts';

/** vendor-rules section 6. */
const MODELS = modelRows({ images: false, files: false }, [
  {
    id: 'gpt-oss-120b',
    label: 'GPT-OSS 120B',
    contextWindow: 131_072,
    maxOutput: 40_960,
    thinking: GPT_OSS,
    price: price(0.35, 0.75),
  },
  {
    id: 'qwen-3.8-27b',
    label: 'Qwen 3.8 27B',
    contextWindow: 131_072,
    maxOutput: 40_960,
    thinking: QWEN_38,
    price: price(0.99, 1.49),
  },
]);

export const CEREBRAS: VendorDefinition = {
  name: 'Cerebras',
  label: 'Cerebras',
  protocol: 'openai-chat',
  baseUrl: 'https://api.cerebras.ai/v1',
  auth: 'bearer',
  key: {
    url: 'https://cloud.cerebras.ai/platform',
    variable: 'CEREBRAS_API_KEY',
    shapes: [/^csk-/],
    inText: [/\bcsk-[\w-]{8,}/g],
  },
  look: {
    shape: 'M1.9 1.9H10.1V10.1H1.9z',
    light: 'oklch(0.5 0.092 62)',
    dark: 'oklch(0.79 0.09 66)',
  },
  dialects: {
    'openai-chat': () => ({
      ...COMPATIBLE,
      name: 'chat-cerebras',
      state: 'reasoning-text',
      schema: 'strict-subset',
      chat: {
        ...CHAT,
        maxTokensField: 'max_completion_tokens',
        thinkingParameter: 'reasoning_effort',
        reasoningField: 'reasoning',
      },
    }),
  },
  guess: { thinking: gptOss },
  models: MODELS,
};
