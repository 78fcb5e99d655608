import type { VendorDefinition } from './base/definition.ts';
import { CHAT, COMPATIBLE } from './base/dialects.ts';
import type { ThinkingSupport } from './base/model-facts.ts';
import { effort, modelRows, NO_THINKING, price } from './base/models.ts';

/**
 * Always thinks (docs.mistral.ai, reasoning, 2026). Nothing is sent about it: `prompt_mode` is refused ("Reasoning prompt
 * mode is not enabled for this model", pi-go PR#245, 2026-08), and reports of `reasoning_effort` differ (hermes-agent#11243).
 */
const NATIVE: ThinkingSupport = { kind: 'toggle', off: false, efforts: [] };

/** Thinks only when asked to, in one strength (docs.mistral.ai, reasoning, 2026; pydantic-ai#5285, 2026-05). */
const ADJUSTABLE = effort('none', 'high');

/** Since Small 4 and Medium 3.5, by every name that leads to them (models.dev, providers/mistral, 2026-10). */
const ADJUSTABLE_NAMES = /mistral-(small-(latest|2603)|medium-(latest|3[-.]5|2604)|large-4)/;

/** vendor-rules section 6. */
const MODELS = modelRows({ images: true, files: false }, [
  {
    id: 'mistral-large-4',
    label: 'Mistral Large 4',
    contextWindow: 1_048_576,
    maxOutput: 262_144,
    thinking: ADJUSTABLE,
    price: price(0.7, 2.1, 0.07),
  },
  {
    id: 'mistral-medium-3.5',
    label: 'Mistral Medium 3.5',
    contextWindow: 262_144,
    maxOutput: 262_144,
    thinking: ADJUSTABLE,
    price: price(1.5, 7.5),
  },
  {
    id: 'mistral-small-latest',
    label: 'Mistral Small',
    contextWindow: 262_144,
    maxOutput: 262_144,
    thinking: ADJUSTABLE,
    price: price(0.15, 0.6),
  },
  {
    id: 'magistral-medium-latest',
    label: 'Magistral Medium',
    contextWindow: 262_144,
    maxOutput: 16_384,
    thinking: NATIVE,
    images: false,
    price: price(2, 5),
  },
]);

export const MISTRAL: VendorDefinition = {
  name: 'Mistral',
  label: 'Mistral',
  protocol: 'openai-chat',
  baseUrl: 'https://api.mistral.ai/v1',
  auth: 'bearer',
  key: {
    url: 'https://console.mistral.ai/api-keys',
    variable: 'MISTRAL_API_KEY',
    shapes: [],
    inText: [],
  },
  look: {
    shape: 'M1.5 1.7H10.5V4.5H1.5z M1.5 7.5H10.5V10.3H1.5z',
    light: 'oklch(0.5 0.085 84)',
    dark: 'oklch(0.82 0.09 88)',
  },
  dialects: {
    'openai-chat': () => ({
      ...COMPATIBLE,
      name: 'chat-mistral',
      callId: /^[a-zA-Z0-9]{9}$/,
      bridgeAfterTools: true,
      state: 'thinking-chunks',
      chat: {
        ...CHAT,
        streamUsage: false,
        thinkingParameter: 'reasoning_effort',
        toolMessageName: true,
        thinkingChunks: true,
      },
    }),
  },
  guess: {
    thinking: (id) => (id.includes('magistral') ? NATIVE : ADJUSTABLE_NAMES.test(id) ? ADJUSTABLE : NO_THINKING),
  },
  embeddings: ['mistral-embed'],
  transcription: ['voxtral-mini-latest'],
  models: MODELS,
};
