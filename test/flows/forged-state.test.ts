import { assert, asyncProperty, constantFrom } from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { HistoryMessage } from '#core/message.ts';
import type { Target } from '#core/request.ts';
import { bodyDigest } from '#vendors/base/body-text.ts';
import { runs } from '#test/runs.ts';
import { cleanHistory, messyHistory } from '../core/arbitrary-history.ts';
import { SEAT_NAMES, seatTarget, TOOLS } from '../vendors/practice-lab.ts';
import { RecoveryLab } from './recovery-lab.ts';

const RUNS = runs(16);
const TIMEOUT = 900_000;

/** The history as if the target itself had made every answer in it: none of its opaque state is genuine. */
function forge(history: readonly HistoryMessage[], { vendor, model, endpoint }: Target): HistoryMessage[] {
  const origin = { vendor, model: model.id, endpoint, account: 'practice' };
  return history.map(({ role, parts, stop }) => ({
    role,
    // Invalid bytes can't be stored.
    parts: parts.filter((part) => !('data' in part) || part.data !== '%%%'),
    ...(role === 'assistant' ? { origin } : {}),
    ...(stop ? { stop } : {}),
  }));
}

describe.each([
  ['well-formed', cleanHistory],
  ['damaged', messyHistory],
])('a %s conversation full of state that nobody signed', (_kind, histories) => {
  it(
    'goes on at every vendor after one refusal at most',
    async () => {
      await assert(
        asyncProperty(histories, constantFrom(...SEAT_NAMES), async (history, name) => {
          const target = seatTarget(name, { tools: TOOLS, window: { messages: 1_000 } });
          const lab = await RecoveryLab.open();
          const forged = forge(history, target);
          if (forged.length > 0) await lab.put(...forged);
          const before = await lab.stored();
          const first = await lab.ask('And now?', target);
          expect(first.message.error).toBeUndefined();
          expect(first.bodies.length).toBeLessThanOrEqual(2);
          expect(new Set(first.bodies.map(bodyDigest)).size).toBe(first.bodies.length);
          expect(first.send?.repairs).toHaveLength(first.bodies.length - 1);
          expect((await lab.stored()).startsWith(before.slice(0, -1))).toBe(true);
          const second = await lab.ask('Go on.', target);
          expect(second.message.error).toBeUndefined();
          // One refusal in total: state that the first request left out for another reason may be refused here.
          expect(first.bodies.length + second.bodies.length).toBeLessThanOrEqual(3);
          expect(lab.errors).toEqual([]);
        }),
        { numRuns: RUNS },
      );
    },
    TIMEOUT,
  );
});
