import { assert, integer, property } from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { HistoryMessage } from '#core/message.ts';
import { MessageNormalizer } from '#core/normalize/message-normalizer.ts';
import { normalizeRequest } from '#core/normalize/normalize-request.ts';
import { runs } from '#test/runs.ts';
import { anyMoments } from './incremental-compile.ts';
import { target } from './targets.ts';

const to = target('anthropic', 'claude-opus-4-8');

/** Questions and answers of one word. */
const chat = (length: number, word = 'word'): HistoryMessage[] =>
  Array.from({ length }, (_, index) => ({
    id: `${index}`,
    role: index % 2 === 0 ? 'user' : 'assistant',
    parts: [{ type: 'text', text: `${word} ${index}` }],
  }));

/** Where each piece came to. */
function piecesOf(normalizer: MessageNormalizer, history: readonly HistoryMessage[], count = 256): number[] {
  const places: number[] = [];
  for (let from = 0; ;) {
    const piece = normalizer.advance(history, [], to, { from, count });
    if (!piece) return places;
    places.push((from = piece.to));
  }
}

describe('a request that is worked out in pieces', () => {
  it('is the same as one that is worked out at once', () => {
    assert(
      property(anyMoments, integer({ min: 1, max: 5 }), (moments, count) => {
        const normalizer = new MessageNormalizer();
        for (const { history, overlays, target: given } of moments) {
          let from = 0;
          for (let piece = normalizer.advance(history, overlays, given, { from, count }); piece;) {
            expect(piece.to).toBeGreaterThan(from);
            from = piece.to;
            piece = normalizer.advance(history, overlays, given, { from, count });
          }
          expect(normalizer.normalize(history, overlays, given)).toEqual(normalizeRequest(history, overlays, given));
        }
      }),
      { numRuns: runs(60) },
    );
  });

  it('takes a few hundred messages at a time, and fewer large ones', () => {
    const steps = (places: readonly number[]) => places.map((to, index) => to - (places[index - 1] ?? 0));
    for (const step of steps(piecesOf(new MessageNormalizer(), chat(1_001)))) expect(step).toBeLessThanOrEqual(256);
    const large = piecesOf(new MessageNormalizer(), chat(41, 'x'.repeat(100_000)));
    expect(large.length).toBeGreaterThan(5);
    for (const step of steps(large)) expect(step).toBeLessThanOrEqual(4);
  });

  it('begins after what is known, and leaves the rest of a short history to one call', () => {
    const history = chat(1_001);
    const normalizer = new MessageNormalizer();
    const [first = 0] = piecesOf(normalizer, history);
    expect(first).toBeGreaterThan(200);
    expect(piecesOf(normalizer, history)).toEqual([]);
    const longer = [...history, ...chat(301).map((message) => ({ ...message, id: `more ${message.id}` }))];
    expect(piecesOf(normalizer, longer)[0]).toBeGreaterThan(1_000);
    expect(piecesOf(new MessageNormalizer(), chat(200))).toEqual([]);
  });
});
