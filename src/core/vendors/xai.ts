import type { VendorDefinition } from './base/definition.ts';
import { CHAT, COMPATIBLE, RESPONSES, RESPONSES_BLOCKS } from './base/dialects.ts';
import { effort, modelRows, NO_THINKING, price } from './base/models.ts';

/** docs.x.ai, image understanding, 2026. */
const IMAGES = ['image/png', 'image/jpeg'];

const GROK = effort('low', 'medium', 'high', 'xhigh');

/** vendor-rules X1-X3 and section 6. All on the Responses API: Chat Completions is deprecated there (X1). */
const MODELS = modelRows({ images: true, files: false, makesPictures: true }, [
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

export const XAI: VendorDefinition = {
  name: 'xAI',
  label: 'xAI',
  protocol: 'openai-responses',
  baseUrl: 'https://api.x.ai/v1',
  auth: 'bearer',
  key: {
    url: 'https://console.x.ai',
    variable: 'XAI_API_KEY',
    shapes: [/^xai-/],
    inText: [/\bxai-[\w-]{16,}/g],
  },
  look: {
    shape: 'M1.6 3L3 1.6L6 4.6L9 1.6L10.4 3L7.4 6L10.4 9L9 10.4L6 7.4L3 10.4L1.6 9L4.6 6z',
    light: 'oklch(0.41 0.012 250)',
    dark: 'oklch(0.8 0.01 250)',
  },
  dialects: {
    // A system message in `input` is documented, and reasoning summaries are sent unasked (docs.x.ai, 2026).
    'openai-responses': () => ({
      ...RESPONSES,
      name: 'responses-xai',
      // It calls some of its own tools by name; the client answers none of them.
      vendorBlocks: [...RESPONSES_BLOCKS, 'x_search_call', 'code_execution_call', 'custom_tool_call'],
      userFirst: true,
      imageTypes: IMAGES,
      responses: { system: 'system-message', askSummary: false, partialPictures: 0 },
    }),
    'openai-chat': () => ({
      ...COMPATIBLE,
      name: 'chat-xai',
      imageTypes: IMAGES,
      chat: { ...CHAT, maxTokensField: 'max_completion_tokens', thinkingParameter: 'reasoning_effort' },
    }),
  },
  guess: {
    thinking: (id) => (/^grok-(4\.[3-9]|[5-9])/.test(id) ? effort('low', 'medium', 'high') : NO_THINKING),
    images: (id) => id.startsWith('grok-4'),
  },
  models: MODELS,
};
