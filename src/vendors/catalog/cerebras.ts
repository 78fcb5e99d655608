import { GPT_OSS, modelRows, price, QWEN_38 } from './rows.ts';

/** vendor-rules section 6. */
export const CEREBRAS_MODELS = modelRows({ vendor: 'cerebras', protocol: 'openai-chat', images: false, files: false }, [
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
