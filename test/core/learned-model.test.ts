import { describe, expect, it } from 'vitest';
import { EVERY_MESSAGE } from '#core/normalize/base/overlays.ts';
import { readLearnedModel } from '#core/repairs/learned-model.ts';
import type { Overlay } from '#core/request.ts';
import { TARGETS } from './targets.ts';

let count = 0;
const fact = (name: string, kind: string, data: object, at = 1): Overlay => {
  const to = TARGETS[name];
  return {
    id: `o${++count}`,
    sessionId: '*',
    kind,
    target: { message: EVERY_MESSAGE },
    reason: 'words',
    at,
    data: { vendor: to?.vendor, endpoint: to?.endpoint, model: to?.model.id, ...data },
  };
};

function learn(name: string, ...overlays: Overlay[]) {
  const to = TARGETS[name];
  if (!to) throw new Error(`no target ${name}`);
  return readLearnedModel(to, overlays);
}

describe('what refusals have taught about a model', () => {
  it.each<[target: string, field: string, missing: 'all' | 'level' | undefined]>([
    ['anthropic-adaptive', 'thinking', 'all'],
    ['anthropic-adaptive', 'output_config.effort', 'level'],
    ['anthropic-adaptive', 'output_config', 'level'],
    ['anthropic-adaptive', 'thinking.block_binding', undefined],
    ['anthropic-adaptive', 'context_management', undefined],
    ['openai-responses', 'reasoning', 'all'],
    ['openai-responses', 'reasoning.effort', 'level'],
    ['openai-responses', 'include', undefined],
    ['gemini-3', 'generationConfig.thinkingConfig', 'all'],
    ['gemini-3', 'generationConfig.thinkingConfig.thinkingLevel', 'level'],
    ['groq', 'reasoning_effort', 'all'],
    ['groq', 'reasoning_format', undefined],
    ['deepseek', 'thinking', 'all'],
    ['deepseek', 'reasoning_effort', 'level'],
    ['openrouter', 'reasoning', 'all'],
  ])('%s without %s: %s of thinking is missing', (name, field, missing) => {
    const one = fact(name, 'omit-field', { field });
    expect(learn(name, one).thinking).toEqual(missing === undefined ? null : { missing, because: [one] });
  });

  it('names the refusal for which thinking is off, and all facts from the newest on', () => {
    const off = fact('anthropic-adaptive', 'thinking-off', { fact: true }, 2);
    const window = fact('anthropic-adaptive', 'model-window', { tokens: 100_000 }, 3);
    const elsewhere = fact('gemini-3', 'model-window', { tokens: 5 }, 4);
    const { model, facts, thinking } = learn('anthropic-adaptive', off, elsewhere, window);
    expect(facts).toEqual([window, off]);
    expect(model.contextWindow).toBe(100_000);
    expect(thinking).toEqual({ missing: 'all', because: [off] });
  });

  it('says how thinking is asked for now, and that of a message as nothing of the model', () => {
    const form = fact('anthropic-manual', 'thinking-form', { form: 'adaptive' });
    const open = { ...fact('anthropic-manual', 'thinking-off', {}), target: { message: 'm1' } };
    const { model, thinking } = learn('anthropic-manual', form, open);
    expect(model.thinking).toMatchObject({ adaptive: true, manual: false });
    expect(thinking).toBeNull();
  });
});
