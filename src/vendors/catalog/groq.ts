import { GPT_OSS, modelRows, NO_THINKING, price, QWEN_38 } from './rows.ts';

/** vendor-rules Q3 and section 6. */
export const GROQ_MODELS = modelRows({ vendor: 'groq', protocol: 'openai-chat', images: false, files: false }, [
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
