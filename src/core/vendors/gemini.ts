import type { VendorDefinition } from './base/definition.ts';
import type { ThinkingSupport } from './base/model-facts.ts';
import { modelRows, NO_THINKING, price } from './base/models.ts';

/** Models with a `minimal` level count as off at that level; the others always think (G14). */
export function level(...levels: string[]): ThinkingSupport {
  return { kind: 'gemini-level', off: levels[0] === 'minimal', levels };
}

function budget(off: boolean, min: number, max: number): ThinkingSupport {
  return { kind: 'gemini-budget', off, min, max };
}

const WINDOW = 1_048_576;
const NO_MINIMAL = level('low', 'medium', 'high');
const MINIMAL = level('minimal', 'low', 'medium', 'high');

/** vendor-rules G14 and section 6. */
const MODELS = modelRows({ images: true, files: true }, [
  {
    id: 'gemini-4-argon',
    label: 'Gemini 4 Argon',
    contextWindow: WINDOW,
    maxOutput: 32_768,
    thinking: NO_MINIMAL,
    price: price(2, 10, 0.1),
  },
  {
    id: 'gemini-3.8-flash',
    label: 'Gemini 3.8 Flash',
    contextWindow: WINDOW,
    maxOutput: 65_536,
    thinking: NO_MINIMAL,
    price: price(0.75, 3.75, 0.075),
  },
  {
    id: 'gemini-3.7-flash',
    label: 'Gemini 3.7 Flash',
    contextWindow: WINDOW,
    maxOutput: 65_536,
    thinking: NO_MINIMAL,
    price: price(0.75, 3.75, 0.075),
  },
  {
    id: 'gemini-3.6-flash',
    label: 'Gemini 3.6 Flash',
    contextWindow: WINDOW,
    maxOutput: 65_536,
    thinking: MINIMAL,
    price: price(0.75, 3.75, 0.075),
  },
  {
    id: 'gemini-3.5-flash',
    label: 'Gemini 3.5 Flash',
    contextWindow: WINDOW,
    maxOutput: 65_536,
    thinking: MINIMAL,
    price: price(1.5, 9, 0.15),
  },
  {
    id: 'gemini-3.5-flash-lite',
    label: 'Gemini 3.5 Flash Lite',
    contextWindow: WINDOW,
    maxOutput: 65_536,
    thinking: MINIMAL,
    price: price(0.3, 2.5, 0.03),
  },
  {
    id: 'gemini-3.1-pro-preview',
    label: 'Gemini 3.1 Pro (preview)',
    contextWindow: WINDOW,
    maxOutput: 65_536,
    thinking: NO_MINIMAL,
    price: { ...price(2, 12, 0.2), above: { tokens: 200_000, input: 4, output: 18 } },
  },
  {
    id: 'gemini-3-flash-preview',
    label: 'Gemini 3 Flash (preview)',
    contextWindow: WINDOW,
    maxOutput: 65_536,
    thinking: MINIMAL,
    price: price(0.5, 3),
  },
  // The windows are the smallest that are documented; prices as of 2026-10 (copies of
  // ai.google.dev/gemini-api/docs/pricing; a picture of 1,120 tokens costs $0.0672 or $0.134).
  ...[
    {
      id: 'gemini-3.1-flash-image',
      label: 'Gemini 3.1 Flash Image',
      price: { ...price(0.5, 3), pictures: 60 },
    },
    { id: 'gemini-3-pro-image', label: 'Gemini 3 Pro Image', price: { ...price(2, 12), pictures: 120 } },
  ].map((row) => ({
    ...row,
    contextWindow: 65_536,
    maxOutput: 32_768,
    thinking: NO_THINKING,
    tools: false,
    makesPictures: true,
  })),
  {
    id: 'gemini-3.1-flash-lite',
    label: 'Gemini 3.1 Flash Lite',
    contextWindow: WINDOW,
    maxOutput: 65_536,
    thinking: MINIMAL,
    price: price(0.25, 1.5),
  },
  {
    id: 'gemini-2.5-pro',
    label: 'Gemini 2.5 Pro',
    contextWindow: WINDOW,
    maxOutput: 65_536,
    thinking: budget(false, 128, 32_768),
    price: { ...price(1.25, 10), above: { tokens: 200_000, input: 2.5, output: 15 } },
  },
  {
    id: 'gemini-2.5-flash',
    label: 'Gemini 2.5 Flash',
    contextWindow: WINDOW,
    maxOutput: 65_536,
    thinking: budget(true, 0, 24_576),
    price: price(0.3, 2.5),
  },
  {
    id: 'gemini-2.5-flash-lite',
    label: 'Gemini 2.5 Flash Lite',
    contextWindow: WINDOW,
    maxOutput: 65_536,
    thinking: budget(true, 512, 24_576),
    price: price(0.1, 0.4),
  },
]);

function guessThinking(id: string): ThinkingSupport {
  const version = Number(/gemini-(\d+(?:\.\d+)?)/.exec(id)?.[1] ?? 0);
  if (version >= 3) return level('low', 'high');
  if (version < 2.5) return NO_THINKING;
  return id.includes('pro') ? budget(false, 128, 32_768) : budget(true, 512, 24_576);
}

export const GEMINI: VendorDefinition = {
  name: 'Gemini',
  label: 'Google Gemini',
  protocol: 'gemini',
  baseUrl: 'https://generativelanguage.googleapis.com',
  auth: 'x-goog-api-key',
  key: {
    url: 'https://aistudio.google.com/apikey',
    variable: 'GEMINI_API_KEY',
    shapes: [/^AIza[\w-]{30,}$/, /^AQ\.[\w-]{20,}$/],
    inText: [/\bAIza[\w-]{20,}/g, /\bAQ\.[\w-]{20,}/g],
  },
  look: {
    shape: 'M6 0.9L11.1 6L6 11.1L0.9 6z',
    light: 'oklch(0.49 0.1 258)',
    dark: 'oklch(0.76 0.085 258)',
  },
  guess: {
    thinking: guessThinking,
    images: (id) => id.includes('gemini'),
    tools: (id) => !/\bgemma-?[23]/.test(id),
  },
  embeddings: ['gemini-embedding-001'],
  models: MODELS,
};
