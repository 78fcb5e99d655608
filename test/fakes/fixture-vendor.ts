import type { VendorDefinition } from '#core/vendors/base/definition.ts';
import { CHAT, COMPATIBLE } from '#core/vendors/base/dialects.ts';
import { effort, modelRows, NO_THINKING, price } from '#core/vendors/base/models.ts';

/** A vendor that doesn't exist: all that a new one needs in `src`. */
export const FIXTURE: VendorDefinition = {
  name: 'Fixture',
  label: 'Fixture AI',
  protocol: 'openai-chat',
  baseUrl: 'https://api.fixture.example/v1',
  auth: 'bearer',
  test: 'account',
  key: {
    url: 'https://fixture.example/keys',
    variable: 'FIXTURE_API_KEY',
    shapes: [/^fix-/],
    inText: [/\bfix-[\w-]{8,}/g],
  },
  look: { shape: 'M1 1H11V11z', light: 'oklch(0.49 0.1 200)', dark: 'oklch(0.76 0.1 200)' },
  dialects: {
    'openai-chat': ({ ownService }) => ({
      ...COMPATIBLE,
      name: 'chat-fixture',
      callId: /^[a-zA-Z0-9]{9}$/,
      chat: { ...CHAT, maxTokensField: 'max_completion_tokens', thinkingParameter: 'reasoning_effort' },
      extras: ownService ? { cacheKey: true } : {},
    }),
  },
  guess: {
    thinking: (id) => (id.startsWith('fixture-2') ? effort('low', 'high') : NO_THINKING),
    images: (id) => id.includes('vision'),
    tools: (id) => !id.includes('base'),
  },
  models: modelRows({ images: false, files: false }, [
    {
      id: 'fixture-1',
      label: 'Fixture One',
      contextWindow: 100_000,
      maxOutput: 8_000,
      thinking: effort('low', 'high'),
      price: price(1, 2),
    },
  ]),
};
