import type { ThinkingSupport } from '#core/model.ts';
import { modelRows, price } from './rows.ts';

/** Thinking is a switch, with an effort next to it (vendor-rules D3). */
export const DEEPSEEK_THINKING: ThinkingSupport = { kind: 'toggle', off: true, efforts: ['low', 'high', 'max'] };

/** vendor-rules D1-D3 and section 6. */
export const DEEPSEEK_MODELS = modelRows({ vendor: 'deepseek', protocol: 'openai-chat', images: false, files: false }, [
  {
    id: 'deepseek-flash',
    label: 'DeepSeek Flash',
    contextWindow: 1_000_000,
    maxOutput: 384_000,
    thinking: DEEPSEEK_THINKING,
    price: price(0.3, 1.2, 0.006),
    images: true,
  },
  {
    id: 'deepseek-v4-pro',
    label: 'DeepSeek V4 Pro',
    contextWindow: 1_000_000,
    maxOutput: 384_000,
    thinking: DEEPSEEK_THINKING,
    price: price(1.32, 3.96, 0.044),
  },
]);
