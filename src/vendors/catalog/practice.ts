import type { Model } from '#core/model.ts';
import { adaptive, manual } from '../../core/vendors/anthropic.ts';
import { AS_OF, effort, NO_THINKING } from '../../core/vendors/base/models.ts';
import { level } from '../../core/vendors/gemini.ts';

const PRACTICE = {
  contextWindow: 200_000,
  maxOutput: 32_000,
  tools: true,
  images: true,
  files: true,
  price: { input: 0, output: 0 },
  asOf: AS_OF,
};

/** The local scripted vendors: as strict as the newest real models, and free. */
export const PRACTICE_MODELS: readonly Model[] = [
  {
    ...PRACTICE,
    id: 'practice-claude',
    label: 'Practice Claude',
    vendor: 'anthropic',
    protocol: 'anthropic',
    thinking: adaptive(true, 'all'),
    contextEditing: true,
  },
  {
    ...PRACTICE,
    id: 'practice-claude-manual',
    label: 'Practice Claude (manual thinking)',
    vendor: 'anthropic',
    protocol: 'anthropic',
    thinking: manual([]),
  },
  {
    ...PRACTICE,
    id: 'practice-gpt',
    label: 'Practice GPT',
    vendor: 'openai',
    protocol: 'openai-responses',
    makesPictures: true,
    thinking: effort('none', 'low', 'medium', 'high'),
  },
  {
    ...PRACTICE,
    id: 'practice-chat',
    label: 'Practice Chat',
    vendor: 'openai',
    protocol: 'openai-chat',
    files: false,
    thinking: NO_THINKING,
  },
  {
    ...PRACTICE,
    id: 'practice-gemini',
    label: 'Practice Gemini',
    vendor: 'gemini',
    protocol: 'gemini',
    makesPictures: true,
    thinking: level('low', 'medium', 'high'),
  },
];
