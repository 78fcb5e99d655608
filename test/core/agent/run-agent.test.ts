import { describe, expect, it } from 'vitest';
import { createCancel } from '#core/cancel.ts';
import { runAgent } from '#core/agent/run-agent.ts';
import { CANCELLED_RESULT, TAKEN_OVER_RESULT } from '#core/normalize/base/texts.ts';
import {
  createWorld,
  endOf,
  recordsOf,
  resultsOf,
  unannounced,
  userMessage,
  type ScriptedStep,
} from './agent-world.ts';
import { expectAccepted, expectClosed } from './check-history.ts';

const READ = { tool: 'files__read' };
const AUTO = { mode: 'auto' } as const;

describe('a run', () => {
  it('goes from answer to calls to answer until the model has finished', async () => {
    const world = createWorld({
      ...AUTO,
      script: [{ thinks: true, calls: [READ, READ] }, { calls: [READ] }, { text: 'All read.' }],
    });
    const events = await world.run();
    expect(endOf(events)).toBe('finished');
    expect(world.messages.map(({ role }) => role)).toEqual([
      'user',
      'assistant',
      'tool',
      'assistant',
      'tool',
      'assistant',
    ]);
    expect(recordsOf(events)).toEqual(world.records);
    expect(world.records.map(({ seq }) => seq)).toEqual(world.records.map((_, index) => index + 1));
    expectClosed(world.messages);
    await expectAccepted(world.messages);
  });

  it('answers parallel calls in call order, whatever the order in which they end', async () => {
    const world = createWorld({
      ...AUTO,
      script: [{ calls: [30, 10, 20].map((takes) => ({ ...READ, takes, text: `took ${takes}` })) }],
    });
    const events = await world.run();
    expect(resultsOf(world.messages)).toEqual(['took 30', 'took 10', 'took 20']);
    const ended = recordsOf(events).flatMap((record) => (record.type === 'call_ended' ? [record.result?.text] : []));
    expect(ended).toEqual(['took 10', 'took 20', 'took 30']);
  });

  it.each([
    [undefined, 4],
    [1, 1],
    [6, 6],
  ])('runs at most so many calls at a time: limit %s', async (parallel, most) => {
    const world = createWorld({
      ...AUTO,
      script: [{ calls: Array.from({ length: 9 }, () => ({ ...READ, takes: 10 })) }],
    });
    await world.run({ limits: parallel === undefined ? {} : { parallel } });
    expect(world.state.mostRunning).toBe(most);
    expect(world.started.size).toBe(9);
  });

  it('tells the model what was wrong with a call and goes on', async () => {
    const world = createWorld({
      ...AUTO,
      script: [
        {
          calls: [
            { tool: 'files_read' },
            { tool: 'nonsense' },
            { ...READ, rawArgs: '{"path": "/a' },
            { ...READ, args: [1, 2] },
            { ...READ, args: { misfit: 1 } },
            { ...READ, does: 'crash' },
            { ...READ, does: 'throw' },
            { ...READ, does: 'error', text: 'no such file' },
            READ,
          ],
        },
        { text: 'I see.' },
      ],
    });
    const events = await world.run();
    expect(endOf(events)).toBe('finished');
    const results = resultsOf(world.messages);
    expect(results[0]).toContain('files__read');
    expect(results[1]).toMatch(/no tool named "nonsense"\. Use only/);
    expect(results[2]).toMatch(/not a JSON object \(.*JSON.*\)/);
    expect(results[3]).toContain('they are a list');
    expect(results[4]).toContain('misfit is not allowed');
    expect(results[5]).toContain('the server ended with code 1');
    expect(results[6]).toContain('no such server');
    expect(results[7]).toBe('no such file');
    expect(world.messages[2]?.parts.map((part) => part.type === 'tool_result' && part.isError)).toEqual([
      ...Array.from({ length: 8 }, () => true),
      undefined,
    ]);
    expect(world.records.flatMap((one) => (one.type === 'call_ended' ? [one.status] : [])).toSorted()).toEqual(
      [
        'unknown_tool',
        'unknown_tool',
        'malformed',
        'malformed',
        'malformed',
        'crashed',
        'crashed',
        'error',
        'ok',
      ].toSorted(),
    );
    await expectAccepted(world.messages);
  });

  it('runs a call whose arguments fit once they are decoded, with those', async () => {
    const world = createWorld({
      ...AUTO,
      script: [{ calls: [{ ...READ, args: { path: '/a', misfit: 'readable' } }] }],
    });
    expect(endOf(await world.run())).toBe('finished');
    expect(world.called).toEqual([{ path: '/a' }]);
    expect(resultsOf(world.messages)).toEqual([expect.stringContaining('result of')]);
  });

  it('says so when arguments were cut at the output limit', async () => {
    const world = createWorld({
      ...AUTO,
      script: [{ stop: 'length', calls: [READ, { ...READ, rawArgs: '{"content": "abc' }] }],
    });
    expect(endOf(await world.run())).toBe('finished');
    expect(resultsOf(world.messages)).toEqual([
      expect.stringContaining('result of'),
      expect.stringContaining('smaller pieces'),
    ]);
    await expectAccepted(world.messages);
  });

  it('does not run a call that the output limit cut off before its arguments', async () => {
    const world = createWorld({
      ...AUTO,
      script: [
        { stop: 'length', calls: [READ, { ...READ, args: {} }] },
        { stop: 'length', calls: [{ ...READ, args: {} }, READ] },
      ],
    });
    expect(endOf(await world.run())).toBe('finished');
    expect(resultsOf(world.messages)).toEqual([
      expect.stringContaining('result of'),
      expect.stringContaining('smaller pieces'),
      expect.stringContaining('result of'),
      expect.stringContaining('result of'),
    ]);
    await expectAccepted(world.messages);
  });

  it('answers calls whose ids are the same or missing', async () => {
    for (const id of ['', 'same']) {
      const world = createWorld({
        ...AUTO,
        script: [{ calls: [1, 2, 3].map((n) => ({ ...READ, id, text: `text ${n}` })) }],
      });
      await world.run();
      expect(resultsOf(world.messages)).toEqual(['text 1', 'text 2', 'text 3']);
      const named = world.messages[2]?.parts.map((part) => 'callId' in part);
      expect(named).toEqual([id, id, id].map((one) => one !== ''));
      expect(world.started.size).toBe(3);
      await expectAccepted(world.messages);
    }
  });

  it.each<[string, ScriptedStep, string]>([
    [
      'an error',
      { text: 'half', calls: [READ], stop: 'error', error: { kind: 'overloaded', retryable: true, message: 'busy' } },
      'failed',
    ],
    ['a refusal', { text: 'I will not.', stop: 'refusal' }, 'refused'],
    ['the output limit', { text: 'and then', stop: 'length' }, 'length'],
    ['a port that throws', { text: 'half', throwsAfter: 2 }, 'failed'],
  ])('ends with %s as a stored message', async (_, step, reason) => {
    const world = createWorld({ ...AUTO, script: [step] });
    const events = await world.run();
    expect(endOf(events)).toBe(reason);
    expect(world.started.size).toBe(0);
    expect(world.messages[1]?.parts.length).toBeGreaterThan(0);
    expectClosed(world.messages);
    await expectAccepted(world.messages);
  });

  it('takes an abort that the model port reports for what it is, and not for a failure', async () => {
    const error = { kind: 'aborted' as const, retryable: false, message: 'aborted' };
    const world = createWorld({ script: [{ text: 'half', stop: 'aborted', error }] });
    const events = await world.run();
    expect(endOf(events)).toBe('cancelled');
    const answered = events.find((event) => event.type === 'record' && event.record.type === 'answered');
    expect(answered).toMatchObject({ message: { stop: 'aborted' } });
    expect(answered).not.toHaveProperty('message.error');
  });

  it('stores the error and the usage with the answer', async () => {
    const error = { kind: 'overloaded' as const, retryable: true, message: 'busy' };
    const world = createWorld({ script: [{ text: 'half', stop: 'error', error }] });
    const events = await world.run();
    const answered = events.find((event) => event.type === 'record' && event.record.type === 'answered');
    expect(answered).toMatchObject({ message: { error, usage: { input: 10, output: 5 }, stop: 'error' } });
  });
});

describe('what is stored', () => {
  it('is stored before the effect it announces', async () => {
    const world = createWorld({
      storeTakes: 3,
      script: [{ calls: [READ, { tool: 'files__write' }, { tool: 'shell__run', takes: 5 }] }, { text: 'ok' }],
    });
    await world.run();
    expect(unannounced(world.happenings)).toEqual([]);
    const records = world.records.filter((record) => 'call' in record && record.call.endsWith('#1'));
    expect(records.map(({ type }) => type)).toEqual([
      'approval_asked',
      'approval_decided',
      'call_started',
      'call_ended',
    ]);
    expect(world.started.size).toBe(3);
  });

  it('ends the run when storage refuses, with nothing done that was not written down', async () => {
    const script = [
      { text: 'x', calls: [READ, { tool: 'files__write', takes: 5 }, { ...READ, takes: 9 }] },
      { calls: [READ] },
    ];
    const uninterrupted = createWorld({ ...AUTO, script });
    await uninterrupted.run();
    for (let refuseFrom = 0; refuseFrom < uninterrupted.state.appends; refuseFrom++) {
      const world = createWorld({ ...AUTO, script, refuseFrom });
      const events = await world.run();
      expect(endOf(events)).toBe('broken_off');
      expect(events.at(-1)).toMatchObject({ error: new Error('the disk is full') });
      expect(world.records.length).toBe(refuseFrom);
      expect(unannounced(world.happenings)).toEqual([]);
      expect(world.state.running).toBe(0);
      expect(world.timers.size).toBe(0);
    }
  });
});

describe('a refusal of storage', () => {
  it('leaves no gap: nothing is stored after it, also when storage would take it again', async () => {
    const script = [
      {
        calls: [
          { ...READ, takes: 3 },
          { ...READ, takes: 3 },
          { ...READ, takes: 5 },
        ],
      },
      { text: 'x' },
    ];
    const uninterrupted = createWorld({ ...AUTO, script });
    await uninterrupted.run();
    for (let refuseOnly = 0; refuseOnly < uninterrupted.state.appends; refuseOnly++) {
      const world = createWorld({ ...AUTO, script, refuseOnly, storeTakes: 1 });
      expect(endOf(await world.run())).toBe('broken_off');
      expect(world.records.map(({ seq }) => seq)).toEqual(Array.from({ length: refuseOnly }, (_, index) => index + 1));
    }
  });

  it('stops the tools that are at work', async () => {
    const script = [
      {
        calls: [
          { ...READ, takes: 10 },
          { ...READ, does: 'hang' as const },
        ],
      },
    ];
    const world = createWorld({ ...AUTO, script, refuseFrom: 5 });
    expect(endOf(await world.run())).toBe('broken_off');
    expect(world.started.size).toBe(2);
    expect(world.clock.monotonic()).toBe(10);
    expect(world.state.running).toBe(0);
  });
});

describe('long outputs', () => {
  const text = Array.from({ length: 3_000 }, (_, line) => `line ${line} of the output`).join('\n');

  it('are kept whole beside the history and shortened in it, with the way to the rest', async () => {
    const world = createWorld({
      ...AUTO,
      facts: { files__read: { maxOutputTokens: 1_000 } },
      script: [{ calls: [{ ...READ, text }, READ] }],
    });
    await world.run();
    const [long, short] = resultsOf(world.messages);
    expect(long?.length).toBeLessThan(6_000);
    expect(long).toContain('read_tool_output {"id":"out-1"}');
    expect(long?.startsWith('line 0 ')).toBe(true);
    expect(long?.endsWith('line 2999 of the output')).toBe(true);
    expect([...world.outputs.values()]).toEqual([text]);
    expect(short).toContain('result of');
    expect(world.records.find((one) => one.type === 'call_ended' && one.shortened)).toMatchObject({
      shortened: { output: 'out-1' },
    });
  });

  it.each([
    ['lines', 'ten megabytes of text\n'.repeat(480_000)],
    ['one line', 'ten megabytes of text '.repeat(480_000)],
    ['an error', 'x'.repeat(10_000_000)],
  ])('of ten megabytes are shortened: %s', async (kind, huge) => {
    const does = kind === 'an error' ? 'error' : 'answer';
    const world = createWorld({ ...AUTO, script: [{ calls: [{ ...READ, does, text: huge }] }, { text: 'ok' }] });
    expect(endOf(await world.run())).toBe('finished');
    expect([...world.outputs.values()][0] === huge).toBe(true);
    expect(resultsOf(world.messages)[0]?.length).toBeLessThan(300_000);
    expect(JSON.stringify(world.records).length).toBeLessThan(350_000);
  });

  it('share what is left of the window', async () => {
    const window = { limit: 20_000, used: 12_000 };
    const world = createWorld({ ...AUTO, script: [{ window, calls: [1, 2, 3, 4].map(() => ({ ...READ, text })) }] });
    await world.run();
    const sizes = resultsOf(world.messages).map((result) => result.length);
    expect(Math.max(...sizes)).toBeLessThan(1_000 * 5);
    expect(world.outputs.size).toBe(4);
  });
});

describe('timeouts', () => {
  const timeouts = { idleMs: 1_000, totalMs: 5_000 };
  const facts = { files__read: { timeouts } };

  it('stop a tool that hangs, and the run goes on', async () => {
    const world = createWorld({
      ...AUTO,
      facts,
      script: [{ calls: [{ ...READ, does: 'hang' }, READ] }, { text: 'ok' }],
    });
    expect(endOf(await world.run())).toBe('finished');
    expect(resultsOf(world.messages)[0]).toBe('The tool gave no sign of life for 1 s and was stopped.');
    expect(world.state.running).toBe(0);
    expect(world.logged).toContain('late tool failure ignored');
  });

  it('leave a tool minutes in which it says nothing, and an hour with signs of life', async () => {
    const silent = { ...READ, takes: 4 * 60_000 };
    const telling = { ...READ, takes: 55 * 60_000, progress: 54 };
    const world = createWorld({ ...AUTO, script: [{ calls: [silent, telling] }] });
    await world.run();
    expect(resultsOf(world.messages)).toEqual([
      expect.stringMatching(/^result of/),
      expect.stringMatching(/^result of/),
    ]);
  });

  it('start again with every sign of life, up to a limit in all', async () => {
    const slow = createWorld({ ...AUTO, facts, script: [{ calls: [{ ...READ, takes: 4_000, progress: 7 }] }] });
    await slow.run();
    expect(resultsOf(slow.messages)[0]).toContain('result of');
    const slower = createWorld({ ...AUTO, facts, script: [{ calls: [{ ...READ, takes: 8_000, progress: 15 }] }] });
    await slower.run();
    const [text = ''] = resultsOf(slower.messages);
    expect(text).toMatch(/^The tool took longer than 5 s and was stopped\.\n\nOutput until then:\n\S+ 0\n/);
    expect(text.split('\n')).toHaveLength(13);
    expect(slower.clock.monotonic()).toBeLessThan(5_100);
  });

  it('ignore and log what comes after them', async () => {
    const world = createWorld({
      ...AUTO,
      facts,
      script: [{ calls: [{ ...READ, takes: 2_500, does: 'ignore-stop' }] }],
    });
    await world.run();
    expect(resultsOf(world.messages)).toEqual(['The tool gave no sign of life for 1 s and was stopped.']);
    expect(world.logged).toContain('late tool result ignored');
  });

  it('leave behind a tool that cannot be stopped, and say so', async () => {
    const world = createWorld({
      ...AUTO,
      facts,
      script: [{ calls: [{ ...READ, takes: 60_000, does: 'ignore-stop' }] }, { text: 'ok' }],
    });
    expect(endOf(await world.run())).toBe('finished');
    expect(resultsOf(world.messages)[0]).toContain('may still be at work');
    await world.clock.advance(60_000);
    expect(world.logged).toContain('late tool result ignored');
  });
});

describe('steering', () => {
  it('goes in behind the results, never between them and their calls', async () => {
    const world = createWorld({
      ...AUTO,
      script: [
        {
          calls: [
            { ...READ, takes: 50 },
            { ...READ, takes: 20 },
          ],
        },
        { text: 'ok' },
      ],
    });
    world.onTick.at = (tick) => {
      if (tick === 12) world.queued.push(userMessage('stop reading', 'q1'), userMessage('and write', 'q2'));
    };
    expect(endOf(await world.run())).toBe('finished');
    expect(world.messages.map(({ id, role }) => (role === 'user' ? id : role))).toEqual([
      'u0',
      'assistant',
      'tool',
      'q1',
      'q2',
      'assistant',
    ]);
    expect(world.queued).toEqual([]);
    await expectAccepted(world.messages);
  });

  it('lets a run go on that had come to its end', async () => {
    const world = createWorld({ script: [{ text: 'done', pace: 5 }, { text: 'that too' }] });
    world.onTick.at = (tick) => void (tick === 6 && world.queued.push(userMessage('one more thing', 'q1')));
    expect(endOf(await world.run())).toBe('finished');
    expect(world.messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'user', 'assistant']);
  });

  it('stays queued when a limit or the user ends the run', async () => {
    const world = createWorld({ ...AUTO, script: [{ calls: [READ] }, { calls: [READ] }] });
    world.onTick.at = (tick) => void (tick === 5 && world.queued.push(userMessage('hm', 'q1')));
    expect(endOf(await world.run({ limits: { steps: 1 } }))).toBe('steps');
    expect(world.queued.length).toBe(1);
  });

  it('is taken once from a port that is slow to take it off', async () => {
    const world = createWorld({ script: [{ text: 'a' }, { text: 'b' }, { text: 'c' }] });
    const stubborn = [{ message: userMessage('hm', 'q1'), sources: [] }];
    world.ports.steering = { queued: () => stubborn, take: () => undefined };
    expect(endOf(await world.run())).toBe('finished');
    expect(world.messages.filter(({ id }) => id === 'q1').length).toBe(1);
  });
});

describe('limits', () => {
  const endless = (calls: (step: number) => ScriptedStep['calls'], cost = 0.01): ScriptedStep[] =>
    Array.from({ length: 400 }, (_, step) => ({ calls: calls(step) ?? [], cost }));

  it('end a run after a hundred steps unless told otherwise', async () => {
    const world = createWorld({ ...AUTO, script: endless(() => [READ]) });
    const events = await world.run();
    expect(recordsOf(events).at(-1)).toMatchObject({
      reason: { kind: 'steps', limit: 100 },
      message: expect.stringContaining('Resume'),
    });
    expect(world.messages.filter(({ role }) => role === 'assistant').length).toBe(100);
    await expectAccepted(world.messages, ['anthropic-adaptive', 'mistral']);
  });

  it('end a run at its cost, calls included', async () => {
    const world = createWorld({ ...AUTO, script: endless(() => [{ ...READ, outcome: { cost: 0.04 } }]) });
    const events = await world.run({ limits: { cost: 0.12 } });
    expect(recordsOf(events).at(-1)).toMatchObject({
      reason: { kind: 'cost', limit: 0.12, spent: expect.closeTo(0.15, 6) },
    });
    expect(world.messages.filter(({ role }) => role === 'assistant').length).toBe(3);
  });

  it('do not count what has no price', async () => {
    const script = [{ calls: [READ], cost: null }, { calls: [READ], cost: null }, { text: 'ok' }];
    expect(endOf(await createWorld({ ...AUTO, script }).run({ limits: { cost: 0.001 } }))).toBe('finished');
  });

  it('end a run that makes the same call with the same outcome three times', async () => {
    const keys = [
      { a: 1, b: [2, { c: 3, d: 4 }] },
      { b: [2, { d: 4, c: 3 }], a: 1 },
    ];
    const world = createWorld({
      ...AUTO,
      script: endless((step) => [{ ...READ, args: keys[step % 2], text: 'same' }]),
    });
    const events = await world.run();
    expect(recordsOf(events).at(-1)).toMatchObject({ reason: { kind: 'repeating', tool: 'files__read', times: 3 } });
    expect(world.started.size).toBe(3);
  });

  it('see a round of several calls that repeats', async () => {
    const world = createWorld({
      ...AUTO,
      script: endless((step) => [{ ...READ, args: { n: step % 3 }, text: 'same' }]),
    });
    expect(endOf(await world.run())).toBe('repeating');
    expect(world.started.size).toBeLessThan(12);
  });

  it.each<[string, (step: number) => ScriptedStep['calls']]>([
    ['outcomes that differ', (step) => [{ ...READ, args: {}, text: `${step}` }]],
    ['something new in between', (step) => [{ ...READ, args: step % 2 === 0 ? {} : { step }, text: 'same' }]],
    ['tools that are meant to be asked again', () => [{ tool: 'plan__poll', args: {}, text: 'same' }]],
  ])('let %s pass', async (_, calls) => {
    expect(endOf(await createWorld({ ...AUTO, script: endless(calls) }).run({ limits: { steps: 30 } }))).toBe('steps');
  });

  it('start the count of repeats again when the user says something', async () => {
    const world = createWorld({ ...AUTO, script: endless(() => [{ ...READ, args: {}, text: 'same' }]) });
    world.onTick.at = (tick) => void (tick === 25 && world.queued.push(userMessage('try again', 'q1')));
    expect(endOf(await world.run())).toBe('repeating');
    expect(world.started.size).toBeGreaterThan(3);
  });
});

describe('a stop', () => {
  it('keeps real results and gives the others the documented one', async () => {
    const world = createWorld({
      ...AUTO,
      script: [
        {
          calls: [
            { ...READ, takes: 5, text: 'done' },
            { ...READ, does: 'hang' },
            { tool: 'files__write', says: 'never' },
          ],
        },
      ],
    });
    world.clock.setTimeout(world.cancel, 100);
    expect(endOf(await world.run())).toBe('cancelled');
    expect(resultsOf(world.messages)).toEqual(['done', CANCELLED_RESULT, CANCELLED_RESULT]);
    expect(world.state.running).toBe(0);
    expect(world.timers.size).toBe(0);
    await expectAccepted(world.messages);
  });

  it('by another window, which has taken over, is told as one', async () => {
    const printing = { tool: 'web__fetch', takes: 1_000, progress: 9, does: 'hang' as const };
    const world = createWorld({
      ...AUTO,
      script: [{ calls: [printing, { ...READ, does: 'hang' }, { tool: 'files__write', says: 'never' }] }],
    });
    const lost = createCancel();
    world.clock.setTimeout(() => {
      lost.cancel();
      world.cancel();
    }, 150);
    const events = await world.run({ lost: lost.signal });
    expect(events.at(-1)).toMatchObject({ record: { reason: { kind: 'cancelled', by: 'window' } } });
    const [printed = '', ...others] = resultsOf(world.messages);
    expect(printed.startsWith(`${TAKEN_OVER_RESULT}\n\nOutput until then:`)).toBe(true);
    expect(others).toEqual([TAKEN_OVER_RESULT, TAKEN_OVER_RESULT]);
    await expectAccepted(world.messages);
  });

  it('keeps what the tool printed until then, as content from outside', async () => {
    const fetch = { tool: 'web__fetch', takes: 1_000, progress: 9, does: 'hang' as const };
    const world = createWorld({ ...AUTO, script: [{ calls: [fetch] }] });
    world.clock.setTimeout(world.cancel, 350);
    const [ended] = (await world.run()).flatMap((event) =>
      event.type === 'record' && event.record.type === 'call_ended' ? [event.record] : [],
    );
    const lines = [0, 1, 2].map((sign) => `${ended?.call} ${sign}\n`).join('');
    expect(ended).toMatchObject({ status: 'cancelled', source: { kind: 'web', tool: 'web__fetch' } });
    expect(resultsOf(world.messages)).toEqual([`${CANCELLED_RESULT}\n\nOutput until then:\n${lines}`]);
    await expectAccepted(world.messages);
  });

  it('ends soon, also when tools and stream do not hear it', async () => {
    const tools = createWorld({ ...AUTO, script: [{ calls: [{ ...READ, takes: 1e6, does: 'ignore-stop' }] }] });
    tools.clock.setTimeout(tools.cancel, 100);
    expect(endOf(await tools.run())).toBe('cancelled');
    expect(tools.clock.monotonic()).toBe(2_100);
    const stream = createWorld({ script: [{ text: 'abc', calls: [READ], pace: 30, deaf: true }] });
    stream.clock.setTimeout(stream.cancel, 160);
    expect(endOf(await stream.run())).toBe('cancelled');
    expect(stream.clock.monotonic()).toBe(5_160);
    expect(stream.messages[1]).toMatchObject({
      stop: 'aborted',
      parts: [{ type: 'text', text: 'abc' }, { type: 'tool_call' }],
    });
    await expectAccepted(stream.messages);
  });

  it('shows nothing more of tools that do not hear it', async () => {
    const calls = [{ ...READ, takes: 1_000, progress: 9, does: 'ignore-stop' as const }];
    const world = createWorld({ ...AUTO, script: [{ calls }] });
    world.clock.setTimeout(world.cancel, 350);
    const events = await world.run();
    expect(events.filter(({ type }) => type === 'progress').length).toBe(3);
    expect(world.logged).toContain('late tool result ignored');
  });

  it.each(['blocked', 'scope'] as const)('does not wait for what nobody says of a call (%s)', async (question) => {
    const world = createWorld({ ...AUTO, script: [{ calls: [READ] }] });
    const silent = () => new Promise<null>(() => undefined);
    Object.assign(world.ports.tools, { [question]: silent });
    world.clock.setTimeout(world.cancel, 100);
    expect(endOf(await world.run())).toBe('cancelled');
    expect(resultsOf(world.messages)).toEqual([CANCELLED_RESULT]);
    expect(world.clock.monotonic()).toBe(100);
  });

  it('does not wait for what nobody says again before a question', async () => {
    const world = createWorld({ script: [{ calls: [{ tool: 'files__write' }] }] });
    let count = 0;
    world.ports.tools.scope = () =>
      count++ === 0 ? Promise.resolve({ own: false, unasked: null }) : new Promise(() => undefined);
    world.clock.setTimeout(world.cancel, 100);
    expect(endOf(await world.run())).toBe('cancelled');
    expect(resultsOf(world.messages)).toEqual([CANCELLED_RESULT]);
  });

  it('before the start does nothing but say so', async () => {
    const world = createWorld({ script: [{ text: 'x' }] });
    world.cancel();
    expect(endOf(await world.run())).toBe('cancelled');
    expect(world.messages.length).toBe(1);
  });

  it('by leaving the generator stops the tools and leaves the run open', async () => {
    const world = createWorld({ ...AUTO, script: [{ calls: [{ ...READ, does: 'hang' }] }] });
    const read = async (): Promise<void> => {
      for await (const event of runAgent(world.ports, { run: 'r1', after: 'u0', signal: new AbortController().signal }))
        if (event.type === 'record' && event.record.type === 'call_started') break;
    };
    await world.clock.finish(read());
    await world.clock.advance(10_000);
    expect(world.state.running).toBe(0);
    expect(world.records.at(-1)?.type).toBe('call_started');
  });
});

describe('leaving the generator', () => {
  it('closes the stream that is being read', async () => {
    const world = createWorld({ script: [{ text: 'x' }] });
    const closed: string[] = [];
    world.ports.model.answer = async function* answer() {
      try {
        yield { type: 'start' };
        yield { type: 'end', stop: 'end' };
        return { cost: null, window: null };
      } finally {
        closed.push('closed');
      }
    };
    const read = async (): Promise<void> => {
      for await (const event of runAgent(world.ports, { run: 'r1', after: 'u0', signal: new AbortController().signal }))
        if (event.type === 'stream') break;
    };
    await world.clock.finish(read());
    expect(closed).toEqual(['closed']);
    expect(world.records.at(-1)?.type).toBe('step_started');
    expect(world.timers.size).toBe(0);
  });
});

describe('live events', () => {
  it('carry the stream and the progress of tools between the records', async () => {
    const world = createWorld({ ...AUTO, script: [{ text: 'hi', calls: [{ ...READ, takes: 30, progress: 2 }] }] });
    const events = await world.run();
    const kinds = events.map((event) => (event.type === 'record' ? event.record.type : event.type));
    expect(kinds.indexOf('stream')).toBeGreaterThan(kinds.indexOf('step_started'));
    expect(kinds.lastIndexOf('progress')).toBeLessThan(kinds.indexOf('call_ended'));
    const output = events.map((event) => (event.type === 'progress' ? event.progress.output : '')).join('');
    expect(output.split('\n').length).toBe(3);
  });
});
