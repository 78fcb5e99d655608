import { assert, asyncProperty, boolean, nat } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { closeRun } from '#core/agent/close-run.ts';
import { describeRun, type RunDescription } from '#core/agent/describe-run.ts';
import { foldRun, NEW_RUN } from '#core/agent/fold-run.ts';
import type { RunMessage, RunRecord } from '#core/agent/run-record.ts';
import { NEVER_STARTED_RESULT } from '#core/agent/texts.ts';
import { MISSING_RESULT } from '#core/normalize/base/texts.ts';
import type { HistoryMessage } from '#core/message.ts';
import { runs } from '#test/runs.ts';
import { TARGETS } from '../targets.ts';
import {
  createWorld,
  endOf,
  partsOf,
  place,
  resultsOf,
  userMessage,
  type ScriptedStep,
  type World,
  type WorldOptions,
} from './agent-world.ts';
import { anyScript, FACTS } from './arbitrary-script.ts';
import { expectAccepted, expectClosed } from './check-history.ts';

const RUNS = runs(12);
const NAMES = Object.keys(TARGETS);

type Path = (HistoryMessage & { id: string })[];

/** What storage contains after a crash that follows the first `count` records; of a streaming answer, `grown` parts. */
function crashedAt(
  world: World,
  script: readonly ScriptedStep[],
  count: number,
  grown: number,
): { path: Path; records: RunRecord[] } {
  const records = world.records.slice(0, count);
  const brought = new Map<number, RunMessage>();
  for (const one of world.happenings)
    if (one.what === 'stored' && one.message) brought.set(one.record.seq, one.message);
  const path: Path = [{ ...userMessage('begin', 'u0') }];
  for (const record of records) {
    const message = brought.get(record.seq);
    if (message) place(path, message, record.type === 'answered' ? script[record.step - 1]?.source : undefined);
  }
  const last = records.at(-1);
  if (last?.type === 'step_started') {
    const step = script[last.step - 1] ?? { text: 'done.' };
    const parts = partsOf(step, last.step).slice(0, grown);
    if (grown % 3 !== 2) place(path, { id: last.answerId, role: 'assistant', parts }, step.source);
  }
  return { path, records };
}

function close(description: RunDescription, path: Path, records: RunRecord[]): void {
  let ids = 0;
  for (const { record, message } of closeRun(description, { newId: () => `closed${ids++}`, now: 5 })) {
    records.push(record);
    if (message) place(path, message, undefined);
  }
}

async function crashed(options: WorldOptions, at: (record: RunRecord) => boolean, grown = 0) {
  const world = createWorld(options);
  await world.run();
  const count = world.records.findIndex(at) + 1;
  expect(count).toBeGreaterThan(0);
  const { path, records } = crashedAt(world, options.script, count, grown);
  return { path, records, description: describeRun(path, records) };
}

const READ = { tool: 'files__read', takes: 10 };
const BUSY: WorldOptions = {
  mode: 'auto',
  script: [
    {
      text: 'Look.',
      calls: [
        { ...READ, text: 'quick', takes: 1 },
        { ...READ, takes: 20 },
        { tool: 'files__write', saysAfter: 50 },
      ],
    },
    { text: 'Done.' },
  ],
};

describe('a run after a crash', () => {
  it('tells that calls were running, and closes them on resume without running them again', async () => {
    const { path, records, description } = await crashed(BUSY, (one) => one.type === 'call_ended');
    expect(description.status).toBe('calls_interrupted');
    expect(description.calls.map(({ todo, canRunAgain }) => [todo.as, canRunAgain])).toEqual([
      ['keep', false],
      ['close', true],
      ['run', false],
    ]);
    const world = createWorld({ ...BUSY, messages: path, records });
    expect(endOf(await world.run({ resume: { from: description } }))).toBe('finished');
    expect(resultsOf(world.messages).slice(0, 2)).toEqual(['quick', MISSING_RESULT]);
    expect([...world.started.keys()].map((key) => key.slice(-1))).toEqual(['3']);
    await expectAccepted(world.messages);
  });

  it('keeps real results when it is closed, and says of each other call what became of it', async () => {
    const { path, records, description } = await crashed(BUSY, (one) => one.type === 'call_ended');
    close(description, path, records);
    expect(resultsOf(path)).toEqual(['quick', MISSING_RESULT, NEVER_STARTED_RESULT]);
    expect(records.slice(-2).map((one) => one.type)).toEqual(['results_stored', 'run_ended']);
    await expectAccepted(path);
  });

  it('runs a read-only call once more when the user says so, and nothing else', async () => {
    const { path, records, description } = await crashed(BUSY, (one) => one.type === 'call_ended');
    const again = new Set(description.calls.map(({ key }) => key));
    const world = createWorld({ ...BUSY, messages: path, records });
    await world.run({ resume: { from: description, again } });
    expect([...world.started.keys()].map((key) => key.slice(-1))).toEqual(['2', '3']);
    const changed = createWorld({ ...BUSY, messages: path, records, facts: { files__read: { kind: 'write' } } });
    await changed.run({ resume: { from: description, again } });
    expect([...changed.started.keys()].map((key) => key.slice(-1))).toEqual(['3']);
  });

  it('tells that it waits for approval, and asks again on resume', async () => {
    const options: WorldOptions = { script: [{ calls: [{ tool: 'files__write', says: 'once' }] }, { text: 'ok' }] };
    for (const type of ['approval_asked', 'approval_decided'] as const) {
      const { path, records, description } = await crashed(options, (one) => one.type === type);
      expect(description.status).toBe(type === 'approval_asked' ? 'waiting_for_approval' : 'calls_waiting');
      const world = createWorld({ ...options, messages: path, records });
      expect(endOf(await world.run({ resume: { from: description } }))).toBe('finished');
      expect(world.happenings.filter(({ what }) => what === 'asked the user').length).toBe(1);
      expect(world.started.size).toBe(1);
    }
  });

  it.each([0, 1, 2, 3])('goes on from an answer of which %i parts had come', async (grown) => {
    const { path, records, description } = await crashed(BUSY, (one) => one.type === 'step_started', grown);
    expect(description.status).toBe('answer_interrupted');
    const world = createWorld({ ...BUSY, messages: path, records });
    expect(endOf(await world.run({ resume: { from: description } }))).toBe('finished');
    expect(world.started.size).toBe(0);
    expect(world.messages.at(-1)?.parts).toEqual([{ type: 'text', text: 'Done.' }]);
    await expectAccepted(world.messages);
  });

  it('knows what had come to an end', async () => {
    const done = await crashed(BUSY, (one) => one.type === 'run_ended');
    expect(done.description).toMatchObject({ status: 'finished', can: { resume: false, close: false } });
    const nearly = await crashed(BUSY, (one) => one.type === 'answered' && one.step === 2);
    expect(nearly.description.status).toBe('finished');
    const between = await crashed(BUSY, (one) => one.type === 'results_stored');
    expect(between.description.status).toBe('between_steps');
    const begun = await crashed(BUSY, (one) => one.type === 'run_started');
    expect(begun.description.status).toBe('between_steps');
    expect(describeRun([], [])).toMatchObject({ status: 'between_steps', state: NEW_RUN });
  });

  it('has no place any more when the conversation went on without it', async () => {
    for (const type of ['step_started', 'answered', 'call_started', 'results_stored', 'run_ended'] as const) {
      const script = [...BUSY.script.slice(0, 1), { text: 'I will not.', stop: 'refusal' as const }];
      const { path, records } = await crashed({ ...BUSY, script }, (one) => one.type === type, 1);
      const description = describeRun([...path, userMessage('never mind', 'u9')], records);
      expect(description.can.resume).toBe(false);
      const before = records.length;
      close(description, path, records);
      expect(records.slice(before).map((one) => one.type)).toEqual(type === 'run_ended' ? [] : ['run_ended']);
    }
  });

  it('may go on after a loop, and is stopped again when it is still one', async () => {
    const script = Array.from({ length: 10 }, (): ScriptedStep => ({ calls: [{ ...READ, args: {}, text: 'same' }] }));
    const first = createWorld({ mode: 'auto', script });
    expect(endOf(await first.run())).toBe('repeating');
    const from = describeRun(first.messages, first.records);
    const second = createWorld({ mode: 'auto', script, messages: first.messages, records: first.records });
    expect(endOf(await second.run({ resume: { from } }))).toBe('repeating');
    expect([first.started.size, second.started.size]).toEqual([3, 3]);
  });

  it('may go on after a limit, with the limit anew', async () => {
    const script = Array.from({ length: 10 }, (): ScriptedStep => ({ calls: [READ] }));
    const first = createWorld({ mode: 'auto', script });
    expect(endOf(await first.run({ limits: { steps: 3 } }))).toBe('steps');
    const description = describeRun(first.messages, first.records);
    expect(description).toMatchObject({ status: 'stopped', can: { resume: true, close: false } });
    const second = createWorld({ mode: 'auto', script, messages: first.messages, records: first.records });
    expect(endOf(await second.run({ limits: { steps: 3 }, resume: { from: description } }))).toBe('steps');
    expect(second.started.size).toBe(3);
    expect(second.records.at(-1)?.seq).toBe(second.records.length);
  });

  it('counts steps and cost of the time before the crash', async () => {
    const script = Array.from({ length: 10 }, (): ScriptedStep => ({ calls: [READ], cost: 0.5 }));
    const options: WorldOptions = { mode: 'auto', script };
    const { path, records, description } = await crashed(
      options,
      (one) => one.type === 'results_stored' && one.step === 4,
    );
    expect(description.state.used).toEqual({ steps: 4, cost: 2 });
    const world = createWorld({ ...options, messages: path, records });
    await world.run({ limits: { cost: 3 }, resume: { from: description } });
    expect(world.started.size).toBe(2);
  });

  it('remembers outside content of the time before the crash', async () => {
    const options: WorldOptions = {
      mode: 'auto',
      rules: { web__fetch: 'session', files__write: 'always' },
      script: [
        { calls: [{ tool: 'web__fetch' }] },
        { calls: [{ tool: 'files__write', says: 'deny' }] },
        { text: 'ok' },
      ],
    };
    const { path, records, description } = await crashed(options, (one) => one.type === 'results_stored');
    const world = createWorld({ ...options, messages: path, records });
    await world.run({ resume: { from: description } });
    expect(world.started.size).toBe(0);
    expect(world.records.find((one) => one.type === 'approval_asked')).toMatchObject({ because: 'tainted' });
  });
});

describe('any crash', () => {
  it('resumed or closed, leaves a history that every vendor takes, and runs no call twice', async () => {
    await assert(
      asyncProperty(anyScript, nat(7), boolean(), async (script, grown, cancelled) => {
        const options: WorldOptions = { script, mode: 'auto', facts: FACTS };
        const uninterrupted = createWorld(options);
        if (cancelled) uninterrupted.onTick.at = (tick) => void (tick === 30 + grown * 5 && uninterrupted.cancel());
        await uninterrupted.run();
        for (let count = 1; count <= uninterrupted.records.length; count++) {
          const { path, records } = crashedAt(uninterrupted, script, count, grown);
          const description = describeRun(path, records);
          const target = [NAMES[(count + grown) % NAMES.length] ?? ''];
          const announced = new Set(records.flatMap((one) => (one.type === 'call_started' ? [one.call] : [])));

          const closedPath = [...path];
          const closedRecords = [...records];
          close(description, closedPath, closedRecords);
          expectClosed(closedPath);
          await expectAccepted(closedPath, target);
          const closed = describeRun(closedPath, closedRecords);
          expect([closed.can.close, closed.open]).toEqual([false, false]);

          if (!description.can.resume) continue;
          const world = createWorld({ ...options, messages: path, records });
          const events = await world.run({ resume: { from: description } });
          expect(endOf(events)).not.toBe('broken_off');
          expect(endOf(events)).not.toBe('no end');
          for (const [key, times] of world.started) expect([announced.has(key), times]).toEqual([false, 1]);
          expect(world.records.map(({ seq }) => seq)).toEqual(world.records.map((_, index) => index + 1));
          expectClosed(world.messages);
          await expectAccepted(world.messages, target);
        }
      }),
      { numRuns: RUNS },
    );
  }, 600_000);

  it('reads the same state from stored records, however often they are read', async () => {
    await assert(
      asyncProperty(anyScript, async (script) => {
        const world = createWorld({ script, mode: 'auto', facts: FACTS });
        await world.run();
        const once = world.records.reduce(foldRun, NEW_RUN);
        const twice = world.records.flatMap((one) => [one, one]).reduce(foldRun, NEW_RUN);
        expect(twice).toEqual(once);
        expect(JSON.parse(JSON.stringify(world.records))).toEqual(world.records);
      }),
      { numRuns: RUNS },
    );
  }, 600_000);
});
