import type { VendorDefinition } from './base/definition.ts';
import type { ThinkingSupport } from './base/model-facts.ts';
import { modelRows, NO_THINKING, price } from './base/models.ts';

type ClaudeThinking = Extract<ThinkingSupport, { kind: 'anthropic' }>;

const ALL_EFFORTS = ['low', 'medium', 'high', 'xhigh', 'max'];

/** Adaptive only; `enabled` with a budget is refused (A27). */
export function adaptive(off: boolean, binding: ClaudeThinking['binding']): ClaudeThinking {
  return { kind: 'anthropic', manual: false, adaptive: true, off, efforts: ALL_EFFORTS, binding };
}

/** Budget only (4.5 and older). */
export function manual(efforts: readonly string[]): ClaudeThinking {
  return { kind: 'anthropic', manual: true, adaptive: false, off: true, efforts, binding: 'none' };
}

/** Manual thinking between tool calls as well, with a beta header (A29). Adaptive models do this automatically. */
function interleaved(support: ClaudeThinking): ClaudeThinking {
  return { ...support, interleaved: true };
}

/** 4.6 accepts both forms. */
const BOTH_MODES: ClaudeThinking = {
  kind: 'anthropic',
  manual: true,
  adaptive: true,
  off: true,
  efforts: ['low', 'medium', 'high', 'max'],
  binding: 'none',
};

const MILLION = 1_000_000;

const SHARED = {
  images: true,
  files: true,
  // All of these are among the supported models of platform.claude.com/docs, context editing, 2026-11.
  contextEditing: true,
} as const;

/** vendor-rules A24, A27, A30 and section 6. */
const MODELS = modelRows(SHARED, [
  {
    id: 'claude-fable-5-2',
    label: 'Claude Fable 5.2',
    contextWindow: MILLION,
    maxOutput: 128_000,
    thinking: adaptive(false, 'all'),
    price: price(8, 40, 0.2, 10),
  },
  {
    id: 'claude-fable-5-1',
    label: 'Claude Fable 5.1',
    contextWindow: MILLION,
    maxOutput: 128_000,
    thinking: adaptive(false, 'new-accounts'),
    price: price(10, 50, 0.25, 12.5),
  },
  {
    id: 'claude-fable-5',
    label: 'Claude Fable 5',
    contextWindow: MILLION,
    maxOutput: 128_000,
    thinking: adaptive(false, 'none'),
    price: price(10, 50, 1, 12.5),
  },
  {
    id: 'claude-opus-5-5',
    label: 'Claude Opus 5.5',
    contextWindow: MILLION,
    maxOutput: 128_000,
    thinking: adaptive(false, 'new-accounts'),
    price: price(4, 20, 0.2, 5),
  },
  {
    id: 'claude-opus-5',
    label: 'Claude Opus 5',
    contextWindow: MILLION,
    maxOutput: 128_000,
    thinking: adaptive(true, 'none'),
    price: price(5, 25, 0.5, 6.25),
  },
  {
    id: 'claude-opus-4-8',
    label: 'Claude Opus 4.8',
    contextWindow: MILLION,
    maxOutput: 128_000,
    thinking: adaptive(true, 'none'),
    price: price(5, 25, 0.5, 6.25),
  },
  {
    id: 'claude-opus-4-7',
    label: 'Claude Opus 4.7',
    contextWindow: MILLION,
    maxOutput: 128_000,
    thinking: adaptive(true, 'none'),
    price: price(5, 25, 0.5, 6.25),
  },
  {
    id: 'claude-opus-4-6',
    label: 'Claude Opus 4.6',
    contextWindow: MILLION,
    maxOutput: 128_000,
    thinking: BOTH_MODES,
    price: price(5, 25, 0.5, 6.25),
  },
  {
    id: 'claude-sonnet-5-5',
    label: 'Claude Sonnet 5.5',
    contextWindow: MILLION,
    maxOutput: 128_000,
    thinking: adaptive(false, 'new-accounts'),
    price: price(2, 10, 0.1, 2.5),
  },
  {
    id: 'claude-sonnet-5',
    label: 'Claude Sonnet 5',
    contextWindow: MILLION,
    maxOutput: 128_000,
    thinking: adaptive(true, 'none'),
    price: price(2, 10, 0.2, 2.5),
  },
  {
    id: 'claude-sonnet-4-6',
    label: 'Claude Sonnet 4.6',
    contextWindow: MILLION,
    maxOutput: 128_000,
    thinking: BOTH_MODES,
    price: price(3, 15, 0.3, 3.75),
  },
  {
    id: 'claude-haiku-5-5',
    label: 'Claude Haiku 5.5',
    contextWindow: MILLION,
    maxOutput: 128_000,
    thinking: adaptive(true, 'new-accounts'),
    price: { ...price(0.1, 0.5, 0.01, 0.125), above: { tokens: 100_000, input: 0.5, output: 2.5 } },
  },
  {
    id: 'claude-opus-4-5',
    label: 'Claude Opus 4.5',
    contextWindow: 200_000,
    maxOutput: 64_000,
    thinking: interleaved(manual(['low', 'medium', 'high'])),
    price: price(5, 25, 0.5, 6.25),
  },
  {
    id: 'claude-sonnet-4-5',
    label: 'Claude Sonnet 4.5',
    contextWindow: 200_000,
    maxOutput: 64_000,
    thinking: interleaved(manual([])),
    price: price(3, 15, 0.3, 3.75),
  },
  {
    id: 'claude-haiku-4-5',
    label: 'Claude Haiku 4.5',
    contextWindow: 200_000,
    maxOutput: 64_000,
    thinking: manual([]),
    price: price(1, 5, 0.1, 1.25),
  },
]);

/**
 * Claude by generation (A24, A27). A name newer than this table gets the strictest kind: thinking always on and bound
 * to its prefix.
 */
function guessThinking(id: string): ThinkingSupport {
  const match = /claude-(opus|sonnet|haiku|fable|mythos)-(\d+)(?:[-.](\d)(?!\d))?/.exec(id);
  if (id.includes('claude-mythos-preview')) return { ...BOTH_MODES, off: false };
  if (!match) return /claude-3[-.]7/.test(id) ? manual([]) : NO_THINKING;
  const [, family = '', major = '0', minor = '0'] = match;
  const version = Number(major) + Number(minor) / 10;
  if (version > 5) return adaptive(family === 'haiku', 'all');
  if (version === 5) return adaptive(family !== 'fable' && family !== 'mythos', 'none');
  if (version >= 4.7) return adaptive(true, 'none');
  if (version >= 4.6) return BOTH_MODES;
  return family === 'haiku' ? manual([]) : interleaved(manual([]));
}

export const ANTHROPIC: VendorDefinition = {
  name: 'Anthropic',
  label: 'Anthropic',
  protocol: 'anthropic',
  baseUrl: 'https://api.anthropic.com',
  auth: 'x-api-key',
  key: {
    url: 'https://platform.claude.com/settings/keys',
    variable: 'ANTHROPIC_API_KEY',
    shapes: [/^sk-ant-/],
    inText: [],
  },
  look: {
    shape: 'M6 1.5a4.5 4.5 0 1 1 0 9a4.5 4.5 0 1 1 0 -9z',
    light: 'oklch(0.505 0.095 45)',
    dark: 'oklch(0.76 0.085 48)',
  },
  guess: { thinking: guessThinking, images: (id) => id.includes('claude') },
  models: MODELS,
};
