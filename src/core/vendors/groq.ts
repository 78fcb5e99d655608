import type { VendorDefinition } from './base/definition.ts';
import { CHAT, COMPATIBLE } from './base/dialects.ts';
import { gptOss, GPT_OSS, modelRows, NO_THINKING, price, QWEN_38 } from './base/models.ts';

/** vendor-rules Q3 and section 6. */
const MODELS = modelRows({ images: false, files: false }, [
  {
    id: 'openai/gpt-oss-120b',
    label: 'GPT-OSS 120B',
    contextWindow: 131_072,
    maxOutput: 65_536,
    thinking: GPT_OSS,
    price: price(0.15, 0.6),
  },
  {
    id: 'openai/gpt-oss-20b',
    label: 'GPT-OSS 20B',
    contextWindow: 131_072,
    maxOutput: 65_536,
    thinking: GPT_OSS,
    price: price(0.075, 0.3),
  },
  {
    id: 'qwen/qwen3.8-27b',
    label: 'Qwen 3.8 27B',
    contextWindow: 131_072,
    maxOutput: 16_384,
    thinking: QWEN_38,
    price: price(0.8, 4),
    images: true,
  },
  {
    id: 'llama-3.3-70b-versatile',
    label: 'Llama 3.3 70B',
    contextWindow: 131_072,
    maxOutput: 32_768,
    thinking: NO_THINKING,
    price: price(0.59, 0.79),
  },
  {
    id: 'llama-3.1-8b-instant',
    label: 'Llama 3.1 8B',
    contextWindow: 131_072,
    maxOutput: 131_072,
    thinking: NO_THINKING,
    price: price(0.05, 0.08),
  },
]);

export const GROQ: VendorDefinition = {
  name: 'Groq',
  label: 'Groq',
  protocol: 'openai-chat',
  baseUrl: 'https://api.groq.com/openai/v1',
  auth: 'bearer',
  key: {
    url: 'https://console.groq.com/keys',
    variable: 'GROQ_API_KEY',
    shapes: [/^gsk_/],
    inText: [/\bgsk_[A-Za-z0-9]{16,}/g],
  },
  look: {
    shape: 'M2.5 1.6L10.6 6L2.5 10.4z',
    light: 'oklch(0.5 0.125 22)',
    dark: 'oklch(0.75 0.11 22)',
  },
  dialects: {
    'openai-chat': () => ({
      ...COMPATIBLE,
      name: 'chat-groq',
      offerHistoryTools: 'always',
      chat: { ...CHAT, maxTokensField: 'max_completion_tokens', thinkingParameter: 'reasoning_effort' },
      extras: { reasoningFormat: 'parsed' },
    }),
  },
  guess: { thinking: gptOss },
  transcription: ['whisper-large-v3-turbo', 'whisper-large-v3'],
  models: MODELS,
};
