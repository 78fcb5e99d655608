import { describe, expect, it } from 'vitest';
import { comparedAnswers, completenessOf } from '#core/compared-answers.ts';
import type { ModelError } from '#core/error.ts';
import type { Message } from '#core/message.ts';

const error: ModelError = { kind: 'server', retryable: true, message: 'no' };

function answer(name: string, model: string | null, over: Partial<Message> = {}): Message {
  return {
    id: name,
    sessionId: 's',
    parentId: 'q',
    seq: 1,
    role: 'assistant',
    parts: [{ type: 'text', text: name }],
    status: 'complete',
    createdAt: 1,
    ...(model !== null && { origin: { vendor: 'openai', model } }),
    ...over,
  };
}

const shown = (...answers: Message[]) => comparedAnswers(answers).map(({ id }) => id);

describe('answers side by side', () => {
  it('are all that were given, also several of one model', () => {
    expect(shown(answer('a', 'x'), answer('b', 'y'), answer('c', 'x'))).toEqual(['a', 'b', 'c']);
  });

  it('have the newer one in the place of one that came to nothing', () => {
    expect(shown(answer('a', 'x', { error, parts: [] }), answer('b', 'y'), answer('c', 'x'))).toEqual(['c', 'b']);
    expect(shown(answer('a', 'x', { error }), answer('b', 'y', { error }), answer('c', 'y'))).toEqual(['a', 'c']);
    const growing = answer('c', 'x', { parts: [], status: 'streaming' });
    expect(shown(answer('a', 'x', { parts: [], status: 'interrupted' }), growing)).toEqual(['c']);
    const thinking: Message['parts'] = [{ type: 'thinking', text: 'Hm.' }];
    expect(shown(answer('a', 'x', { parts: thinking, stop: 'aborted' }), growing)).toEqual(['c']);
    expect(shown(growing, answer('d', 'x', { parts: [], status: 'streaming' }))).toEqual(['c', 'd']);
  });

  it('keep one that came to nothing and was not asked again', () => {
    expect(shown(answer('a', 'x', { error, parts: [] }), answer('b', 'y'))).toEqual(['a', 'b']);
  });

  it('leave out places that are for nobody, and what is no answer', () => {
    const place = answer('a', null, { parts: [], status: 'interrupted' });
    expect(shown(place, answer('b', 'x'), { ...answer('c', null), role: 'user' })).toEqual(['b']);
  });
});

it('an answer is whole, a part of one, or nothing to go on from', () => {
  const standing = (over: Partial<Message>) => completenessOf(answer('a', 'x', over));
  const thinking: Message['parts'] = [{ type: 'thinking', text: 'Hm.' }];
  expect(standing({ stop: 'end' })).toBe('whole');
  expect(standing({ status: 'streaming', parts: [] })).toBe('growing');
  for (const stop of ['aborted', 'length', 'refusal'] as const) {
    expect(standing({ stop })).toBe('part');
    expect(standing({ stop, parts: thinking })).toBe('nothing');
  }
  expect(standing({ status: 'interrupted' })).toBe('part');
  expect(standing({ error })).toBe('part');
  expect(standing({ error, parts: [] })).toBe('nothing');
});
