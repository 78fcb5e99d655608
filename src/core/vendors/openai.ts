import type { VendorDefinition } from './base/definition.ts';
import type { Dialect } from './base/dialect.ts';
import { COMPATIBLE, CHAT, isKimiK3, MEGABYTE, plainServer, takesReasoning } from './base/dialects.ts';
import type { Price } from './base/model-facts.ts';
import { effort, modelRows, NO_THINKING, price } from './base/models.ts';

/**
 * Above this input length everything costs more (gpt-5.5: 5 / 30 becomes 10 / 45). The actual context window of these
 * models is about a million and differs per id; requests stay below the price step.
 */
const LONG_INPUT = 272_000;

function upTo272k(...tokens: Parameters<typeof price>): Price {
  const row = price(...tokens);
  return { ...row, above: { tokens: LONG_INPUT, input: row.input * 2, output: row.output * 1.5 } };
}

const TO_XHIGH = effort('none', 'low', 'medium', 'high', 'xhigh');
const ALWAYS = effort('low', 'medium', 'high', 'xhigh');

/** vendor-rules O8 and section 6. All on the Responses API: Chat Completions refuses tools with reasoning (O9). */
const MODELS = modelRows({ images: true, files: true, makesPictures: true }, [
  {
    id: 'gpt-6-astra',
    label: 'GPT-6 Astra',
    contextWindow: LONG_INPUT,
    maxOutput: 128_000,
    thinking: ALWAYS,
    price: upTo272k(10, 50, 1, 12.5),
  },
  {
    id: 'gpt-6.1-sol',
    label: 'GPT-6.1 Sol',
    contextWindow: LONG_INPUT,
    maxOutput: 128_000,
    thinking: ALWAYS,
    price: upTo272k(2, 10, 0.1, 2.5),
  },
  {
    id: 'gpt-6-sol',
    label: 'GPT-6 Sol',
    contextWindow: LONG_INPUT,
    maxOutput: 128_000,
    thinking: TO_XHIGH,
    price: upTo272k(2, 10, 0.2, 2.5),
  },
  {
    id: 'gpt-6.1-terra',
    label: 'GPT-6.1 Terra',
    contextWindow: LONG_INPUT,
    maxOutput: 128_000,
    thinking: TO_XHIGH,
    price: upTo272k(1, 5, 0.05, 1.25),
  },
  {
    id: 'gpt-6-luna',
    label: 'GPT-6 Luna',
    contextWindow: LONG_INPUT,
    maxOutput: 128_000,
    thinking: TO_XHIGH,
    price: upTo272k(0.1, 0.5, 0.01, 0.125),
  },
  {
    id: 'gpt-5.6-sol',
    label: 'GPT-5.6 Sol',
    contextWindow: LONG_INPUT,
    maxOutput: 128_000,
    thinking: TO_XHIGH,
    price: upTo272k(4, 20, 0.4, 5),
  },
  {
    id: 'gpt-5.6-terra',
    label: 'GPT-5.6 Terra',
    contextWindow: LONG_INPUT,
    maxOutput: 128_000,
    thinking: TO_XHIGH,
    price: upTo272k(2, 12, 0.2, 2.5),
  },
  {
    id: 'gpt-5.6-luna',
    label: 'GPT-5.6 Luna',
    contextWindow: LONG_INPUT,
    maxOutput: 128_000,
    thinking: TO_XHIGH,
    price: upTo272k(0.2, 1.2, 0.02, 0.25),
  },
  {
    id: 'gpt-5.5',
    label: 'GPT-5.5',
    contextWindow: LONG_INPUT,
    maxOutput: 128_000,
    thinking: TO_XHIGH,
    price: upTo272k(5, 30, 0.5),
  },
  {
    id: 'gpt-5.4',
    label: 'GPT-5.4',
    contextWindow: LONG_INPUT,
    maxOutput: 128_000,
    thinking: TO_XHIGH,
    price: upTo272k(2.5, 15),
  },
  {
    id: 'gpt-5.4-mini',
    label: 'GPT-5.4 mini',
    contextWindow: 400_000,
    maxOutput: 128_000,
    thinking: TO_XHIGH,
    price: price(0.75, 4.5),
  },
  {
    id: 'gpt-5.4-nano',
    label: 'GPT-5.4 nano',
    contextWindow: 400_000,
    maxOutput: 128_000,
    thinking: TO_XHIGH,
    price: price(0.2, 1.25),
  },
  {
    id: 'gpt-5.2',
    label: 'GPT-5.2',
    contextWindow: 400_000,
    maxOutput: 128_000,
    thinking: TO_XHIGH,
    price: price(1.75, 14),
  },
  {
    id: 'gpt-5.1',
    label: 'GPT-5.1',
    contextWindow: 400_000,
    maxOutput: 128_000,
    thinking: effort('none', 'low', 'medium', 'high'),
    price: price(1.25, 10),
  },
  {
    id: 'gpt-5',
    label: 'GPT-5',
    contextWindow: 400_000,
    maxOutput: 128_000,
    thinking: effort('minimal', 'low', 'medium', 'high'),
    price: price(1.25, 10),
  },
  {
    id: 'gpt-5-mini',
    label: 'GPT-5 mini',
    contextWindow: 400_000,
    maxOutput: 128_000,
    thinking: effort('minimal', 'low', 'medium', 'high'),
    price: price(0.25, 2),
  },
  {
    id: 'gpt-5-nano',
    label: 'GPT-5 nano',
    contextWindow: 400_000,
    maxOutput: 128_000,
    thinking: effort('minimal', 'low', 'medium', 'high'),
    price: price(0.05, 0.4),
  },
  {
    id: 'gpt-4.1',
    label: 'GPT-4.1',
    contextWindow: 1_047_576,
    maxOutput: 32_768,
    thinking: NO_THINKING,
    price: price(2, 8),
  },
  {
    id: 'gpt-4.1-mini',
    label: 'GPT-4.1 mini',
    contextWindow: 1_047_576,
    maxOutput: 32_768,
    thinking: NO_THINKING,
    price: price(0.4, 1.6),
  },
  {
    id: 'gpt-4.1-nano',
    label: 'GPT-4.1 nano',
    contextWindow: 1_047_576,
    maxOutput: 32_768,
    thinking: NO_THINKING,
    price: price(0.1, 0.4),
  },
  {
    id: 'gpt-4o',
    label: 'GPT-4o',
    contextWindow: 128_000,
    maxOutput: 16_384,
    thinking: NO_THINKING,
    price: price(2.5, 10),
  },
  {
    id: 'gpt-4o-mini',
    label: 'GPT-4o mini',
    contextWindow: 128_000,
    maxOutput: 16_384,
    thinking: NO_THINKING,
    price: price(0.15, 0.6),
  },
  {
    id: 'o3',
    label: 'o3',
    contextWindow: 200_000,
    maxOutput: 100_000,
    thinking: effort('low', 'medium', 'high'),
    price: price(2, 8),
  },
  {
    id: 'o4-mini',
    label: 'o4-mini',
    contextWindow: 200_000,
    maxOutput: 100_000,
    thinking: effort('low', 'medium', 'high'),
    price: price(1.1, 4.4),
  },
]);

const OPENAI_CHAT: Dialect = {
  ...COMPATIBLE,
  name: 'chat-openai',
  userFirst: false,
  fileTypes: ['application/pdf'],
  maxImages: 1500,
  maxMedia: 500 * MEGABYTE,
  pictures: { side: 2048, bytes: 8 * MEGABYTE },
  chat: {
    ...CHAT,
    maxTokensField: 'max_completion_tokens',
    callOnlyContent: 'omit',
    thinkingParameter: 'reasoning_effort',
  },
  extras: { cacheKey: true },
};

const REASONING_CHAT: Dialect = { ...OPENAI_CHAT, chat: { ...OPENAI_CHAT.chat, systemRole: 'developer' } };

export const OPENAI: VendorDefinition = {
  name: 'OpenAI',
  label: 'OpenAI',
  protocol: 'openai-responses',
  baseUrl: 'https://api.openai.com/v1',
  auth: 'bearer',
  key: {
    url: 'https://platform.openai.com/api-keys',
    variable: 'OPENAI_API_KEY',
    shapes: [/^sk-(?!ant-|or-)((proj|svcacct|admin|None)-|[\w-]*T3BlbkFJ)/],
    inText: [],
  },
  look: {
    shape: 'M6 1.2L10.2 3.6V8.4L6 10.8L1.8 8.4V3.6z',
    light: 'oklch(0.49 0.085 158)',
    dark: 'oklch(0.76 0.08 160)',
  },
  dialects: {
    'openai-chat': ({ model, ownService }) => {
      if (ownService) return model.thinking.kind === 'none' ? OPENAI_CHAT : REASONING_CHAT;
      // Moonshot's own server and others that run its models (F1).
      return isKimiK3(model)
        ? {
            ...COMPATIBLE,
            ...takesReasoning(model, true),
            chat: { ...COMPATIBLE.chat, reasoningField: 'reasoning_content' },
          }
        : plainServer(model);
    },
  },
  guess: {
    thinking: (id) => (/^(o\d|gpt-([5-9]|\d\d))/.test(id) ? effort('low', 'medium', 'high') : NO_THINKING),
    images: (id) => /^(gpt-(4o|4\.1|[5-9])|o[34])/.test(id) && !/audio|transcribe|realtime/.test(id),
  },
  embeddings: ['text-embedding-3-small', 'text-embedding-3-large'],
  // The models before it, such as whisper-1, end on 2027-02-26 (platform.openai.com, 2026-11).
  transcription: ['gpt-transcribe'],
  models: MODELS,
};
