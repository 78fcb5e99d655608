import { describe, expect, it } from 'vitest';
import type { ErrorKind, ModelError } from '#core/error.ts';
import type { MessageRow } from '#storage/database.ts';
import { ChatWorld, CONNECTION, TARGET, textOf } from '#test/fakes/chat-world.ts';
import { required, until } from '#test/fakes/fake-clock.ts';
import { fails, Feed, says } from '#test/fakes/scripted-service.ts';

const plain = (text: string) => ({ text, attachments: [] });

async function begin() {
  const world = await ChatWorld.open();
  const page = world.window();
  const { id } = await page.flows.createSession(TARGET);
  return { world, id, flows: page.flows, liveRuns: page.liveRuns, errors: page.errors };
}

const complete = async (world: ChatWorld): Promise<MessageRow[]> =>
  (await world.db.messages.toArray()).filter(({ status }) => status === 'complete');

/** Lets waits run out until the work is done. */
async function finish(world: ChatWorld, work: Promise<void>): Promise<void> {
  const state = { done: false };
  const settled = work.finally(() => (state.done = true));
  for (let turn = 0; turn < 400 && !state.done; turn += 1) await world.clock.advance(1_000);
  await settled;
}

const TRANSIENT: readonly ErrorKind[] = ['rate_limit', 'overloaded', 'server', 'network', 'cut_off'];
const KINDS: readonly ErrorKind[] = [
  ...TRANSIENT,
  'aborted',
  'auth',
  'billing',
  'quota',
  'context_overflow',
  'invalid_signature',
  'prefix_binding',
  'thinking_modified',
  'thinking_block_order',
  'thinking_disabled_violation',
  'prefill_unsupported',
  'tool_result_missing',
  'orphan_tool_result',
  'tool_pairing',
  'unavailable_tool',
  'empty_content',
  'invalid_tool_schema',
  'missing_thought_signature',
  'unsupported_parameter',
  'invalid_parameter',
  'refused',
  'model_not_found',
  'not_an_answer',
  'unknown',
];

const failure = (kind: ErrorKind): ModelError => ({
  kind,
  retryable: TRANSIENT.includes(kind),
  message: `the vendor says ${kind}`,
  vendor: 'anthropic',
  requestId: 'req_1',
});

describe.each(KINDS)('a failure of kind %s', (kind) => {
  it('before any output ends in a chat that goes on, with the vendor’s words, and changes nothing said before', async () => {
    const { world, id, flows, liveRuns } = await begin();
    world.service.answer(says(['before']));
    await flows.send(id, plain('first'));
    const before = await complete(world);
    const attempts = TRANSIENT.includes(kind) ? 4 : 1;
    world.service.answer(...Array.from({ length: attempts }, () => fails(failure(kind))), says(['after']));
    await finish(world, flows.send(id, plain('second')));
    expect(world.service.sent).toHaveLength(1 + attempts);
    const failed = (await world.path(id))[3];
    expect(failed).toMatchObject({ role: 'assistant', status: 'complete', parts: [] });
    expect(failed?.error).toEqual(kind === 'aborted' ? undefined : failure(kind));
    expect(failed?.stop).toBe(kind === 'aborted' ? 'aborted' : 'error');
    expect(liveRuns.store.getState().runs.size).toBe(0);
    await finish(world, flows.send(id, plain('third')));
    expect((await world.path(id)).map(textOf)).toEqual(['first', 'before', 'second', '', 'third', 'after']);
    const rows = new Map((await complete(world)).map((row) => [row.id, row]));
    for (const row of before) expect(rows.get(row.id)).toEqual(row);
  });

  it('after some output keeps what was said, and is not sent again by itself', async () => {
    const { world, id, flows } = await begin();
    world.service.answer(fails(failure(kind), ['half ', 'an answer']), says(['whole']));
    await finish(world, flows.send(id, plain('first')));
    expect(world.service.sent).toHaveLength(1);
    const [, partial] = await world.path(id);
    expect(textOf(partial)).toBe('half an answer');
    const stored = await world.db.messages.get(required(partial).id);
    await finish(world, flows.retry(id, required(partial).id));
    expect((await world.path(id)).map(textOf)).toEqual(['first', 'whole']);
    expect(await world.db.messages.get(required(partial).id)).toEqual(stored);
  });
});

describe('waiting before another attempt', () => {
  it('is visible with a countdown, honours retry-after and then succeeds', async () => {
    const { world, id, flows, liveRuns } = await begin();
    const busy: ModelError = { ...failure('rate_limit'), retryAfterMs: 7_000 };
    world.service.answer(fails(busy), says(['finally']));
    const started = world.clock.now();
    const sent = flows.send(id, plain('q'));
    await until(async () => {
      await world.clock.advance(20);
      return liveRuns.store.getState().runs.get(id)?.phase === 'retrying';
    });
    const run = liveRuns.store.getState().runs.get(id);
    expect(run?.retry).toMatchObject({ attempt: 2, reason: busy.message });
    expect(required(run?.retry).at - started).toBeGreaterThanOrEqual(7_000);
    await world.clock.advance(6_000);
    expect(world.service.sent).toHaveLength(1);
    await world.clock.advance(3_000);
    await sent;
    expect(world.service.sent).toHaveLength(2);
    expect((await world.path(id)).map(textOf)).toEqual(['q', 'finally']);
  });

  it('ends at once when it is stopped, and tells the failure', async () => {
    const { world, id, flows, liveRuns } = await begin();
    world.service.answer(fails(failure('overloaded')));
    const sent = flows.send(id, plain('q'));
    await until(async () => {
      await world.clock.advance(20);
      return liveRuns.store.getState().runs.get(id)?.phase === 'retrying';
    });
    flows.stop(id);
    await sent;
    expect(world.service.sent).toHaveLength(1);
    expect((await world.path(id))[1]).toMatchObject({ stop: 'error', error: failure('overloaded') });
  });

  it('is not begun for a vendor that asks for more patience than a person has', async () => {
    const { world, id, flows } = await begin();
    world.service.answer(fails({ ...failure('rate_limit'), retryAfterMs: 3_600_000 }));
    await flows.send(id, plain('q'));
    expect((await world.path(id))[1]?.error).toMatchObject({ kind: 'rate_limit', retryAfterMs: 3_600_000 });
  });
});

describe('what cannot be sent', () => {
  it.each([
    [
      'no_model',
      'invalid_parameter',
      async (world: ChatWorld, id: string) => world.db.sessions.update(id, { target: null }),
    ],
    [
      'unknown_connection',
      'invalid_parameter',
      async (world: ChatWorld) => {
        world.connections = [];
      },
    ],
    [
      'key_missing',
      'auth',
      async (world: ChatWorld) => {
        world.connections = [{ ...CONNECTION, needsKey: true, configured: false }];
      },
    ],
    [
      'host_unreachable',
      'network',
      async (world: ChatWorld) => {
        world.connections = new Error('nobody there');
      },
    ],
    [
      'not_sent',
      'unknown',
      async (world: ChatWorld) => {
        world.loadFailure = new Error('the chunk did not load');
      },
    ],
  ])('says %s on the answer and keeps the question', async (code, kind, arrange) => {
    const { world, id, flows, liveRuns } = await begin();
    await arrange(world, id);
    await flows.send(id, plain('my question'));
    const [question, answer] = await world.path(id);
    expect(textOf(question)).toBe('my question');
    expect(answer).toMatchObject({ status: 'complete', stop: 'error', error: { code, kind } });
    expect(required(answer?.error).message).not.toBe('');
    expect(world.service.sent).toEqual([]);
    expect(liveRuns.store.getState().runs.size).toBe(0);
  });

  it('holds for a history that cannot be compiled, and for a stream that throws or never ends properly', async () => {
    const { world, id, flows } = await begin();
    world.service.answer(
      async function* () {
        yield { type: 'part_start', index: 0, part: { type: 'text', text: 'begun' } };
        throw new Error('broken service');
      },
      async function* () {
        yield { type: 'part_start', index: 0, part: { type: 'text', text: 'begun' } };
      },
    );
    await flows.send(id, plain('one'));
    expect((await world.path(id))[1]).toMatchObject({
      stop: 'error',
      error: { message: 'broken service' },
      parts: [{ type: 'text', text: 'begun' }],
    });
    await flows.send(id, plain('two'));
    expect((await world.path(id))[3]).toMatchObject({ stop: 'error', parts: [{ type: 'text', text: 'begun' }] });
    world.service.sanitizeMessages = () => {
      throw new Error('no fixed point');
    };
    await flows.send(id, plain('three'));
    expect((await world.path(id))[5]?.error?.message).toBe('no fixed point');
  });
});

describe('stopping', () => {
  it('keeps what has arrived as a complete, aborted answer', async () => {
    const { world, id, flows, liveRuns } = await begin();
    const feed = new Feed();
    world.service.answer(feed.script);
    const sent = flows.send(id, plain('q'));
    await until(() => feed.started);
    feed.text('half');
    await world.clock.advance(20);
    expect(liveRuns.store.getState().runs.get(id)).toMatchObject({ phase: 'answering', parts: [{ text: 'half' }] });
    flows.stop(id);
    await sent;
    const [, answer] = await world.path(id);
    expect(answer).toMatchObject({ status: 'complete', stop: 'aborted', parts: [{ type: 'text', text: 'half' }] });
    expect(answer?.error).toBeUndefined();
  });

  it('works on a stream that does not listen', async () => {
    const { world, id, flows, liveRuns } = await begin();
    const feed = new Feed(true);
    world.service.answer(feed.script);
    const sent = flows.send(id, plain('q'));
    await until(() => feed.started);
    feed.text('half');
    await world.clock.advance(20);
    flows.stop(id);
    await world.clock.advance(20);
    expect(liveRuns.store.getState().runs.get(id)?.phase).toBe('stopping');
    await world.clock.advance(2_000);
    await sent;
    feed.text(' too late');
    expect((await world.path(id))[1]).toMatchObject({ stop: 'aborted', parts: [{ text: 'half' }] });
  });

  it('before the vendor was asked leaves an empty, aborted answer', async () => {
    const { world, id, flows } = await begin();
    const sent = flows.send(id, plain('q'));
    flows.stop(id);
    await sent;
    expect((await world.path(id))[1]).toMatchObject({ status: 'complete', stop: 'aborted', parts: [] });
    expect(world.service.sent).toEqual([]);
  });

  it('of a deleted session ends its run', async () => {
    const { world, id, flows } = await begin();
    const feed = new Feed();
    world.service.answer(feed.script);
    const sent = flows.send(id, plain('q'));
    await until(() => feed.started);
    await flows.deleteSession(id);
    await sent;
    await flows.restoreSession(id);
    expect((await world.path(id))[1]).toMatchObject({ status: 'complete', stop: 'aborted' });
  });
});
