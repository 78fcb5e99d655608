import { describe, expect, test, vi } from 'vitest';
import { createHandler } from '#host/create-handler.ts';
import type { Clock } from '#host/base/deps.ts';
import { createEventHub } from '#host/base/event-hub.ts';
import { passThrough } from '#host/base/pass-through.ts';
import { createRequestRegistry } from '#host/base/request-registry.ts';
import { createHostBench, createMemorySecrets, pageHeaders } from '#test/fakes/host-deps.ts';

/** Time that passes when the test says so. */
function createManualClock() {
  const waiting = new Map<object, { at: number; fn: () => void }>();
  let now = 0;
  const clock: Clock = {
    now: () => now,
    setTimeout(fn, ms) {
      const handle = {};
      waiting.set(handle, { at: now + ms, fn });
      return handle;
    },
    clearTimeout: (handle) => void waiting.delete(handle as object),
  };
  const pass = (ms: number) => {
    now += ms;
    for (const [handle, { at, fn }] of waiting)
      if (at <= now) {
        waiting.delete(handle);
        fn();
      }
  };
  return { clock, pass, waiting };
}

const decode = (bytes: Uint8Array | undefined) =>
  (JSON.parse(new TextDecoder().decode(bytes).replace(/^data: /, '')) as { type: string }).type;
const HELLO = {
  type: 'hello',
  version: '1',
  mount: 'test',
  window: { secret: 's', number: 1, known: true, resume: 'r' },
} as const;
const never = new AbortController().signal;

describe('event hub', () => {
  test('pings after twenty quiet seconds, and only then', async () => {
    const { clock, pass, waiting } = createManualClock();
    const hub = createEventHub(clock);
    const reader = hub.open(HELLO, never).getReader();
    expect(decode((await reader.read()).value)).toBe('hello');
    const next = reader.read();
    await vi.waitFor(() => expect(waiting.size).toBe(1));
    pass(19_999);
    hub.emit({ type: 'config-changed' });
    expect(decode((await next).value)).toBe('config-changed');
    const ping = reader.read();
    await vi.waitFor(() => expect(waiting.size).toBe(1));
    pass(20_000);
    expect(decode((await ping).value)).toBe('ping');
    await reader.cancel();
    expect([waiting.size, hub.listeners]).toEqual([0, 0]);
  });

  test('a reader that sleeps finds each change once, however often it came', async () => {
    const hub = createEventHub(createManualClock().clock);
    const reader = hub.open(HELLO, never).getReader();
    for (let count = 0; count < 1000; count++) {
      hub.emit({ type: 'connections-changed' });
      hub.emit({ type: 'secrets-changed' });
    }
    hub.close();
    const types: string[] = [];
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      types.push(decode(value));
    }
    expect(types).toEqual(['hello', 'connections-changed', 'secrets-changed']);
  });

  test('an abort and a cancel while it waits end it ignoreErrors', async () => {
    const hub = createEventHub(createManualClock().clock);
    const abort = new AbortController();
    const aborted = hub.open(HELLO, abort.signal).getReader();
    const cancelled = hub.open(HELLO, never).getReader();
    await aborted.read();
    await cancelled.read();
    const [end, waiting] = [aborted.read(), cancelled.read()];
    abort.abort();
    await cancelled.cancel();
    hub.emit({ type: 'ping' });
    expect([(await end).done, (await waiting).done, hub.listeners]).toEqual([true, true, 0]);
  });
});

describe('passThrough', () => {
  const bytes = (text: string) => new TextEncoder().encode(text);

  test('reads nothing before it is read', async () => {
    let pulls = 0;
    const source = new ReadableStream<Uint8Array>(
      {
        pull(controller) {
          pulls += 1;
          controller.enqueue(bytes('x'));
        },
      },
      { highWaterMark: 0 },
    );
    const reader = passThrough(source, {}).getReader();
    await new Promise((resolve) => setTimeout(resolve, 10));
    expect(pulls).toBe(0);
    await reader.read();
    await new Promise((resolve) => setTimeout(resolve, 10));
    expect(pulls).toBe(1);
    await reader.cancel();
  });

  test('tells its end once: read out, broken, cancelled, cancelled while waiting', async () => {
    const ends = { onEnd: vi.fn<() => void>(), onCancel: vi.fn<() => void>() };
    const complete = passThrough(new Blob(['abc']).stream(), ends);
    expect(await new Response(complete).text()).toBe('abc');
    expect(ends.onEnd).toHaveBeenCalledTimes(1);
    const broken = new ReadableStream<Uint8Array>({ pull: (controller) => controller.error(new Error('reset')) });
    await expect(new Response(passThrough(broken, ends)).text()).rejects.toThrow('reset');
    expect(ends.onEnd).toHaveBeenCalledTimes(2);
    expect(ends.onCancel).not.toHaveBeenCalled();

    let late: ReadableStreamDefaultController<Uint8Array> | undefined;
    const silent = new ReadableStream<Uint8Array>({ start: (controller) => void (late = controller) });
    const reader = passThrough(silent, ends).getReader();
    const waiting = reader.read();
    await reader.cancel();
    expect((await waiting).done).toBe(true);
    expect([ends.onEnd.mock.calls.length, ends.onCancel.mock.calls.length]).toEqual([3, 1]);
    expect(() => late?.enqueue(bytes('late'))).toThrow(TypeError);
  });

  test('a source that fails while it is cancelled hurts nobody', async () => {
    const source = new ReadableStream<Uint8Array>({ cancel: () => Promise.reject(new Error('socket gone')) });
    await expect(passThrough(source, {}).cancel()).resolves.toBeUndefined();
  });
});

describe('run registry', () => {
  test('remembers a bounded number of early cancels, each for one request', () => {
    const runs = createRequestRegistry();
    for (let count = 0; count < 300; count++) runs.cancel(`run-${count}`);
    expect(runs.open('run-0', never).signal.aborted).toBe(false);
    expect(runs.open('run-299', never).signal.aborted).toBe(true);
    expect(runs.open('run-299', never).signal.aborted).toBe(false);
  });

  test('every ended request is forgotten, whatever way it ended', async () => {
    const answers: (() => Promise<Response>)[] = [
      async () => Response.json({}),
      async () => new Response(null, { status: 204 }),
      async () => Response.json({}, { status: 500 }),
      async () => Response.redirect('https://elsewhere.example'),
      () => Promise.reject(new TypeError('fetch failed')),
    ];
    const bench = createHostBench({
      secrets: createMemorySecrets({ openai: 'sk-1234567890123456' }),
      fetch: () => (answers.shift() ?? (async () => Response.json({})))(),
    });
    const { parts, handle } = createHandler(bench.deps);
    const ask = (id: string, run?: string) =>
      handle(
        new Request(`app://ui/api/vendors/${id}/wire/models`, {
          headers: pageHeaders(run ? { 'x-baton-run': run } : {}),
        }),
      );
    for (let count = 0; count < 6; count++)
      await ask('openai', `run-${count}`).then(
        (one) => one.text(),
        () => null,
      );
    await ask('groq').catch(() => null);
    await ask('nope').catch(() => null);
    const open = await ask('openai');
    expect(parts.runs.size).toBe(1);
    await open.body?.cancel();
    expect(parts.runs.size).toBe(0);
    bench.dispose();
  });
});
