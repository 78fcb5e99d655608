import { describe, expect, it } from 'vitest';
import { createStreamingAnswers } from '#state/streaming-answers.ts';
import type { StreamingAnswer } from '#state/streaming-answers.ts';

const run = (sessionId: string, parts: StreamingAnswer['parts'] = []): StreamingAnswer => ({
  sessionId,
  messageId: `answer-${sessionId}`,
  phase: 'answering',
  startedAt: 1,
  parts,
});

function frames() {
  const waiting: (() => void)[] = [];
  return {
    request: (fn: () => void) => void waiting.push(fn),
    paint: () => waiting.splice(0).forEach((fn) => fn()),
    waiting,
  };
}

describe('live runs', () => {
  it('publish once per frame, and ask for the text only then', () => {
    const { request, paint, waiting } = frames();
    const live = createStreamingAnswers(request);
    let published = 0;
    let asked = 0;
    live.store.subscribe(() => (published += 1));
    for (let delta = 0; delta < 1_000; delta += 1) {
      live.publish('a', () => {
        asked += 1;
        return run('a', [{ type: 'text', text: String(delta) }]);
      });
      live.publish('b', () => run('b'));
    }
    expect([published, asked, waiting.length]).toEqual([0, 0, 1]);
    paint();
    expect([published, asked]).toEqual([1, 1]);
    expect(live.store.getState().runs.get('a')?.parts).toEqual([{ type: 'text', text: '999' }]);
    paint();
    expect(published).toBe(1);
  });

  it('show nothing that was asked for before the end', () => {
    const { request, paint } = frames();
    const live = createStreamingAnswers(request);
    live.publish('a', () => run('a'));
    paint();
    expect(live.isLive('answer-a')).toBe(true);
    live.publish('a', () => run('a', [{ type: 'text', text: 'late' }]));
    live.end('a', null);
    paint();
    expect(live.store.getState().runs.has('a')).toBe(false);
    expect(live.isLive('answer-a')).toBe(false);
  });

  it('keep the identity of runs that did not change', () => {
    const { request, paint } = frames();
    const live = createStreamingAnswers(request);
    live.publish('a', () => run('a'));
    paint();
    const before = live.store.getState().runs.get('a');
    live.publish('b', () => run('b'));
    paint();
    expect(live.store.getState().runs.get('a')).toBe(before);
  });
});
