import { effort, modelRows, price } from './rows.ts';

/** vendor-rules F1 and section 6. Uses the Chat Completions form where a model has both (F3). */
export const FIREWORKS_MODELS = modelRows(
  { vendor: 'fireworks', protocol: 'openai-chat', images: false, files: false },
  [
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
  ],
);
