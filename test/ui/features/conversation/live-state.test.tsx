// @vitest-environment jsdom
import { describe, expect, it } from 'vitest';
import { StorageError } from '#storage/storage-error.ts';
import type { StreamingAnswer } from '#state/streaming-answers.ts';
import { LiveState } from '#ui/features/conversation/message/answer-state.tsx';
import { InScene } from '../../support/chat-scene.tsx';
import { render } from '../../support/render.tsx';

const facts = {
  label: 'Claude',
  source: 'Anthropic',
  practice: false,
  connectionId: null,
  isOwn: false,
  keyUrl: null,
  model: null,
};

const run = (over: Partial<StreamingAnswer>): StreamingAnswer => ({
  sessionId: 's',
  messageId: 'm',
  phase: 'waiting',
  startedAt: Date.now(),
  parts: [],
  ...over,
});

const repaired = {
  kind: 'invalid_signature' as const,
  reason: 'messages.1.content.0: Invalid `signature` in `thinking` block',
  without: ['strip-state', 'thinking-off', 'strip-state'],
};

async function show(live: StreamingAnswer, language: 'en' | 'ko' = 'en') {
  const { container } = await render(
    <InScene status={{ running: true }}>
      <LiveState run={live} facts={facts} />
    </InScene>,
    language,
  );
  return container.textContent;
}

describe('while a stricter request is on its way', () => {
  it('says what went, and why in the vendor’s own words', async () => {
    const text = await show(run({ repaired }));
    expect(text).toContain('Claude refused the request, so Baton sent it again without earlier thinking and thinking');
    expect(text).toContain('Invalid `signature` in `thinking` block');
  });

  it('says it in Korean', async () => {
    expect(await show(run({ repaired }), 'ko')).toContain('앞선 생각 및 생각 기능');
  });

  it('has words for a kind that it does not know', async () => {
    expect(await show(run({ repaired: { ...repaired, without: ['of-tomorrow'] } }))).toContain(
      'without the part it refused',
    );
  });

  it('gives way to the answer, to stopping and to the next attempt', async () => {
    expect(await show(run({ repaired, parts: [{ type: 'text', text: 'Hello' }] }))).toBe('');
    expect(await show(run({ repaired, phase: 'stopping' }))).toBe('Stopping…');
    const retry = { at: Date.now() + 5_000, attempt: 2, reason: 'overloaded' };
    expect(await show(run({ repaired, phase: 'retrying', retry }))).toContain('Retrying in');
  });
});

it('an answer that storage refuses says why, in the language of the user', async () => {
  const unsaved = run({
    phase: 'unsaved',
    problem: new StorageError('quota'),
    parts: [{ type: 'text', text: 'Hello' }],
  });
  expect(await show(unsaved)).toContain('The disk is full');
  expect(await show(unsaved, 'ko')).toContain('디스크가 가득 차서');
});
