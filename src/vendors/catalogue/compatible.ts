import type { Model } from '#core/model.ts';
import { effort } from './openai.ts';
import { modelRows, NO_THINKING, price } from './rows.ts';

const GPT_OSS = effort('low', 'medium', 'high');
const QWEN_38 = effort('none', 'low', 'medium', 'high');

const GROQ = modelRows({ vendor: 'groq', protocol: 'openai-chat', images: false, files: false }, [
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

const CEREBRAS = modelRows({ vendor: 'cerebras', protocol: 'openai-chat', images: false, files: false }, [
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

const DEEPSEEK = modelRows({ vendor: 'deepseek', protocol: 'openai-chat', images: false, files: false }, [
  {
    id: 'deepseek-flash',
    label: 'DeepSeek Flash',
    contextWindow: 1_000_000,
    maxOutput: 384_000,
    thinking: { kind: 'toggle', off: true, efforts: ['low', 'high', 'max'] },
    price: price(0.3, 1.2, 0.006),
    images: true,
  },
  {
    id: 'deepseek-v4-pro',
    label: 'DeepSeek V4 Pro',
    contextWindow: 1_000_000,
    maxOutput: 384_000,
    thinking: { kind: 'toggle', off: true, efforts: ['low', 'high', 'max'] },
    price: price(1.32, 3.96, 0.044),
  },
]);

const MISTRAL = modelRows({ vendor: 'mistral', protocol: 'openai-chat', images: true, files: false }, [
  {
    id: 'mistral-large-4',
    label: 'Mistral Large 4',
    contextWindow: 1_048_576,
    maxOutput: 262_144,
    thinking: effort('none', 'high'),
    price: price(0.7, 2.1, 0.07),
  },
  {
    id: 'mistral-medium-3.5',
    label: 'Mistral Medium 3.5',
    contextWindow: 262_144,
    maxOutput: 262_144,
    thinking: NO_THINKING,
    price: price(1.5, 7.5),
  },
  {
    id: 'mistral-small-latest',
    label: 'Mistral Small',
    contextWindow: 262_144,
    maxOutput: 262_144,
    thinking: NO_THINKING,
    price: price(0.15, 0.6),
  },
  {
    id: 'magistral-medium-latest',
    label: 'Magistral Medium',
    contextWindow: 262_144,
    maxOutput: 16_384,
    // Asked by prompt mode, not by an effort.
    thinking: { kind: 'toggle', off: true, efforts: [] },
    images: false,
    price: price(2, 5),
  },
]);

const GROK = effort('low', 'medium', 'high', 'xhigh');

const XAI = modelRows({ vendor: 'xai', protocol: 'openai-responses', images: true, files: false }, [
  ...['4.7', '4.6', '4.5'].map((version) => ({
    id: `grok-${version}`,
    label: `Grok ${version}`,
    contextWindow: 500_000,
    maxOutput: 128_000,
    thinking: GROK,
    price: {
      ...price(2, 6, version === '4.5' ? 0.3 : 0.5),
      above: { tokens: 200_000, input: 4, output: 12 },
    },
  })),
  {
    id: 'grok-4.3',
    label: 'Grok 4.3',
    contextWindow: 1_000_000,
    maxOutput: 30_000,
    thinking: effort('low', 'medium', 'high'),
    price: { ...price(1.25, 2.5, 0.2), above: { tokens: 200_000, input: 2.5, output: 5 } },
  },
]);

const FIREWORKS = modelRows({ vendor: 'fireworks', protocol: 'openai-chat', images: false, files: false }, [
  {
    id: 'accounts/fireworks/models/kimi-k3',
    label: 'Kimi K3',
    contextWindow: 1_000_000,
    maxOutput: 131_072,
    thinking: effort('low', 'medium', 'high'),
    price: price(3, 15),
  },
  {
    id: 'accounts/fireworks/models/glm-5p3',
    label: 'GLM 5.3',
    contextWindow: 1_000_000,
    maxOutput: 262_144,
    thinking: effort('none', 'low', 'medium', 'high'),
    price: price(1.4, 4.4),
  },
  {
    id: 'accounts/fireworks/models/deepseek-v4p1-flash',
    label: 'DeepSeek V4.1 Flash',
    contextWindow: 1_000_000,
    maxOutput: 384_000,
    thinking: effort('none', 'low', 'medium', 'high'),
    price: price(0.3, 1.2),
  },
]);

/** vendor-rules sections 5 and 6. OpenRouter and Ollama have no fixed rows: their own lists name the models. */
export const COMPATIBLE_MODELS: readonly Model[] = [
  ...GROQ,
  ...CEREBRAS,
  ...FIREWORKS,
  ...DEEPSEEK,
  ...MISTRAL,
  ...XAI,
];
