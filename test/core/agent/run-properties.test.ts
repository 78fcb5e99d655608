import { assert, asyncProperty, constantFrom, nat } from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ApprovalMode } from '#core/agent/approval/decide-approval.ts';
import { CANCELLED_RESULT } from '#core/normalize/base/texts.ts';
import { runs } from '#test/runs.ts';
import { TARGETS } from '../targets.ts';
import {
  createWorld,
  endOf,
  recordsOf,
  unannounced,
  userMessage,
  type ScriptedStep,
  type World,
} from './agent-world.ts';
import { anyParallel, anyScript, FACTS } from './arbitrary-script.ts';
import { expectAccepted, expectClosed } from './check-history.ts';

const RUNS = runs(15);
const TIMEOUT = 600_000;

const NAMES = Object.keys(TARGETS);
const mode = constantFrom<ApprovalMode>('ask', 'auto', 'plan');

const rejections: unknown[] = [];
const note = (reason: unknown): void => void rejections.push(reason);
beforeAll(() => void process.on('unhandledRejection', note));
afterAll(() => void process.off('unhandledRejection', note));

function worldOf(script: readonly ScriptedStep[], as: ApprovalMode, storeTakes = 0): World {
  return createWorld({ script, mode: as, facts: FACTS, storeTakes });
}

/** Every third target, a different third each time. */
function some(seed: number): string[] {
  return NAMES.filter((_, index) => index % 3 === seed % 3);
}

/** What must be true at the end of any run, however it ended. */
function expectSettled(world: World): void {
  expectClosed(world.messages);
  expect(world.timers.size).toBe(0);
  for (const times of world.started.values()) expect(times).toBe(1);
  expect(unannounced(world.happenings)).toEqual([]);
}

describe('any run', () => {
  it(
    'keeps its promises and leaves a history that every vendor takes',
    async () => {
      await assert(
        asyncProperty(anyScript, mode, anyParallel, nat(5), async (script, as, parallel, storeTakes) => {
          const world = worldOf(script, as, storeTakes);
          const { answer } = world.ports.model;
          world.ports.model.answer = (ask) => {
            // Live calls never appear in a path that is compiled.
            expect(world.state.running - abandoned(world)).toBeLessThanOrEqual(0);
            expectClosed(world.messages);
            return answer(ask);
          };
          const events = await world.run({ limits: { parallel } });
          expect(['finished', 'failed', 'refused', 'repeating']).toContain(endOf(events));
          expect(world.state.mostRunning - abandoned(world)).toBeLessThanOrEqual(parallel);
          expect(recordsOf(events)).toEqual(world.records);
          expectSettled(world);
          await expectAccepted(world.messages, some(storeTakes));
          // The same script with the same clock gives the same run.
          const again = worldOf(script, as, storeTakes);
          await again.run({ limits: { parallel } });
          expect(again.messages).toEqual(world.messages);
        }),
        { numRuns: RUNS },
      );
    },
    TIMEOUT,
  );

  it(
    'stopped at any moment ends as cancelled, keeps what was finished, and every vendor takes the next message',
    async () => {
      await assert(
        asyncProperty(anyScript, mode, anyParallel, nat(1_000_000), async (script, as, parallel, seed) => {
          const uninterrupted = worldOf(script, as);
          await uninterrupted.run({ limits: { parallel } });
          const at = seed % uninterrupted.state.ticks;
          const world = worldOf(script, as);
          world.onTick.at = (tick) => {
            // The second time changes nothing.
            if (tick === at || tick === at + 3) world.cancel();
          };
          const events = await world.run({ limits: { parallel } });
          const ends = ['cancelled', 'finished', 'failed', 'refused', 'repeating'];
          expect(ends).toContain(endOf(events));
          expectSettled(world);
          expectRealResults(world);
          await expectAccepted(world.messages, some(seed));
        }),
        { numRuns: RUNS },
      );
    },
    TIMEOUT,
  );

  it('stopped at every single moment of one busy run', async () => {
    const script: ScriptedStep[] = [
      {
        thinks: true,
        text: 'Look.',
        pace: 1,
        calls: [
          { tool: 'files__read', takes: 9, progress: 2 },
          { tool: 'files__write', saysAfter: 7 },
          { tool: 'nothing__here' },
          { tool: 'shell__run', does: 'hang', saysAfter: 3 },
        ],
      },
      { source: 'gemini-3', calls: [{ tool: 'files__read', text: 'a long line of output\n'.repeat(400) }] },
      { text: 'Done.', pace: 1 },
    ];
    const uninterrupted = worldOf(script, 'auto', 1);
    await uninterrupted.run();
    const ends = new Map<string, number>();
    for (let at = 0; at < uninterrupted.state.ticks; at++) {
      const world = worldOf(script, 'auto', 1);
      world.onTick.at = (tick) => void (tick === at && world.cancel());
      const events = await world.run();
      ends.set(endOf(events), (ends.get(endOf(events)) ?? 0) + 1);
      expectSettled(world);
      expectRealResults(world);
      await expectAccepted(world.messages, some(at));
    }
    // Only a stop after the model's last output is too late.
    expect([...ends.keys()].toSorted()).toEqual(['cancelled', 'finished']);
    expect(ends.get('finished')).toBeLessThan(12);
    expect(ends.get('cancelled')).toBeGreaterThan(60);
  });

  it(
    'takes what the user says meanwhile in behind results, once and in order',
    async () => {
      await assert(
        asyncProperty(anyScript, nat(80), nat(80), async (script, first, second) => {
          const world = worldOf(script, 'auto');
          world.onTick.at = (tick) => {
            if (tick === first) world.queued.push(userMessage('one', 'q1'));
            if (tick === first + second + 1) world.queued.push(userMessage('two', 'q2'));
          };
          await world.run();
          expectSettled(world);
          const said = world.messages.flatMap(({ id }) => (id.startsWith('q') ? [id] : []));
          expect([...said, ...world.queued.map(({ id }) => id)]).toEqual(
            ['q1', 'q2'].slice(0, said.length + world.queued.length),
          );
          await expectAccepted(world.messages, some(first));
        }),
        { numRuns: RUNS },
      );
    },
    TIMEOUT,
  );

  it('leaves no rejection without a handler', async () => {
    await new Promise((resolve) => {
      setTimeout(resolve, 20);
    });
    expect(rejections).toEqual([]);
  });
});

/** Tools that ignored the stop and were abandoned. */
function abandoned(world: World): number {
  const stopped = new Set(world.happenings.flatMap((one) => (one.what === 'stopped' ? [one.key] : [])));
  return world.records.filter(
    (one) => one.type === 'call_ended' && world.started.has(one.call) && !stopped.has(one.call),
  ).length;
}

/** A call that ended on its own has its own result in the history. Every other call's result says why it has none. */
function expectRealResults(world: World): void {
  const texts = new Set(
    world.messages.flatMap(({ parts }) => parts.flatMap((part) => (part.type === 'tool_result' ? [part.text] : []))),
  );
  const ended = world.records.flatMap((record) => (record.type === 'call_ended' ? [record] : []));
  expect(ended.filter(({ result }) => !texts.has(result?.text ?? ''))).toEqual([]);
  const cancelled = ended.filter(({ status }) => status === 'cancelled').map(({ result }) => result);
  expect(cancelled.filter((result) => !result?.text.startsWith(CANCELLED_RESULT) || !result.isError)).toEqual([]);
  const own = ended.filter(({ status }) => status === 'ok').map(({ result }) => result?.text ?? '');
  expect(own.filter((text) => !/^(result of|a long line)/.test(text))).toEqual([]);
}
