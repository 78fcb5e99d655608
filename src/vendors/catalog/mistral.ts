import type { ThinkingSupport } from '#core/model.ts';
import { effort, modelRows, NO_THINKING, price } from './rows.ts';

/** Uses prompt mode instead of an effort. */
export const PROMPT_MODE: ThinkingSupport = { kind: 'toggle', off: true, efforts: [] };

/** vendor-rules section 6. */
export const MISTRAL_MODELS = modelRows({ vendor: 'mistral', protocol: 'openai-chat', images: true, files: false }, [
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
    thinking: PROMPT_MODE,
    images: false,
    price: price(2, 5),
  },
]);
