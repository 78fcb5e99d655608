import { describe, expect, it } from 'vitest';
import { classifyError } from '#core/errors/classify-error.ts';
import { normalizeRequest } from '#core/normalize/normalize-request.ts';
import { withParameters } from '#core/normalize/resolve-parameters.ts';
import type { RequestParameters } from '#core/vendors/base/request-parameters.ts';
import type { Target } from '#core/request.ts';
import { loadService } from '#vendors/registry.ts';
import { parameterTable } from '#test/core/parameter-table.ts';
import { target, TARGETS } from './targets.ts';

const EVERYTHING: RequestParameters = {
  temperature: 0.4,
  topP: 0.9,
  topK: 20,
  maxOutput: 3_000,
  thinkingBudget: 1_500,
  verbosity: 'low',
  stop: ['END', ' '],
  seed: 7,
  frequencyPenalty: 0.5,
  presencePenalty: 0.2,
  body: { chat_template_kwargs: { enable_thinking: false }, model: 'another' },
};

const HELLO = [{ role: 'user' as const, parts: [{ type: 'text' as const, text: 'Hello' }] }];

async function sent(given: Target): Promise<{ body: Record<string, unknown>; notes: string[] }> {
  const service = await loadService(given.model.protocol, { fetch: () => Promise.reject(new Error('offline')) });
  const { request, report } = service.sanitizeMessages(HELLO, [], given);
  const body = service.prepare(request, given).body as Record<string, unknown>;
  return { body, notes: report.notes.map(({ rule, detail }) => `${rule} ${detail}`) };
}

const named = (name: string, parameters = EVERYTHING): Target => {
  const given = TARGETS[name];
  if (!given) throw new Error(name);
  return withParameters(given, parameters);
};

describe('what a target gets of the user’s parameters', () => {
  it.each([
    ['anthropic-adaptive', { stop_sequences: ['END'], max_tokens: 3_000 }],
    ['anthropic-manual', { thinking: { type: 'enabled', budget_tokens: 1_500 }, stop_sequences: ['END'] }],
    ['anthropic-off', { temperature: 0.4, top_k: 20, stop_sequences: ['END'] }],
    ['openai-responses', { text: { verbosity: 'low' }, max_output_tokens: 3_000 }],
    ['openai-chat', { temperature: 0.4, top_p: 0.9, stop: ['END'], seed: 7, presence_penalty: 0.2 }],
    ['openai-compatible', { top_k: 20, chat_template_kwargs: { enable_thinking: false }, model: 'some-local-model' }],
    ['gemini-2.5', { generationConfig: expect.objectContaining({ topK: 20, seed: 7, stopSequences: ['END'] }) }],
    ['groq', { temperature: 0.4, seed: 7, stop: ['END'] }],
    ['mistral', { temperature: 0.4, random_seed: 7 }],
    ['xai', { temperature: 0.4, top_p: 0.9, seed: 7 }],
  ])('%s', async (name, expected) => {
    expect((await sent(named(name))).body).toMatchObject(expected);
  });

  it.each([
    ['anthropic-adaptive', ['temperature', 'top_p', 'top_k', 'seed', 'chat_template_kwargs']],
    ['anthropic-manual', ['temperature', 'top_k']],
    ['anthropic-off', ['top_p']],
    ['openai-responses', ['temperature', 'top_p', 'stop', 'seed', 'top_k']],
    ['deepseek', ['temperature', 'top_p', 'presence_penalty']],
    ['cerebras', ['presence_penalty', 'frequency_penalty', 'top_k']],
    ['xai', ['presence_penalty', 'stop', 'text']],
    ['gemini-3', ['presencePenalty']],
  ])('%s is not sent what it would refuse', async (name, absent) => {
    const { body, notes } = await sent(named(name));
    for (const field of absent) expect(body).not.toHaveProperty(field);
    expect(notes.some((note) => note.startsWith('drop-parameter'))).toBe(true);
  });

  it('sends sampling to a reasoning model of OpenAI that is asked not to reason', async () => {
    const silent = withParameters(target('openai', 'gpt-6-sol', { thinking: 'off' }), { temperature: 0.4 });
    expect((await sent(silent)).body).toMatchObject({ temperature: 0.4, reasoning: { effort: 'none' } });
  });

  it('brings a value into the range and says so', async () => {
    const { body, notes } = await sent(named('mistral', { temperature: 1.9 }));
    expect(body).toMatchObject({ temperature: 1.5 });
    expect(notes).toContain('clamp-parameter temperature: 1.9 -> 1.5');
  });

  it('changes nothing of a request without parameters', async () => {
    for (const given of Object.values(TARGETS))
      expect(normalizeRequest(HELLO, [], withParameters(given, {}))).toEqual(normalizeRequest(HELLO, [], given));
  });
});

it.each([
  [
    "Unsupported value: 'temperature' does not support 0.2 with this model. Only the default (1) value is supported.",
    'temperature',
  ],
  ['`temperature` is deprecated for this model', 'temperature'],
  ['`temperature` and `top_p` cannot both be specified for this model. Please use only one.', 'top_p'],
  ['Model grok-4.5 does not support parameter presencePenalty.', 'presence_penalty'],
])('knows the refusal %j', (message, parameter) => {
  expect(classifyError({ status: 400, message })).toMatchObject({ kind: 'unsupported_parameter', parameter });
});

it('docs/parameters.md is what the code says', async () => {
  await expect(parameterTable()).toMatchFileSnapshot('../../docs/parameters.md');
});
