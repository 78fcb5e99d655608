import { describe, expect, it } from 'vitest';
import { startCallTimer } from '#core/agent/call-timer.ts';
import { callTool } from '#core/agent/call-tool.ts';
import { createChannel } from '#core/agent/channel.ts';
import { createGraceWait } from '#core/agent/grace-wait.ts';
import type { RunPorts } from '#core/agent/ports.ts';
import { createSemaphore } from '#core/agent/semaphore.ts';
import { createCancel, follow } from '#core/cancel.ts';
import { createWorld } from './agent-world.ts';
import { everythingReady, VirtualClock } from './virtual-clock.ts';

/** A signal that counts its listeners. */
function counted() {
  const cancel = createCancel();
  const state = { listeners: 0 };
  const { signal } = cancel;
  return {
    state,
    cancel: () => cancel.cancel(),
    signal: {
      get aborted() {
        return signal.aborted;
      },
      addEventListener(type: 'abort', listener: () => void) {
        state.listeners++;
        signal.addEventListener(type, listener);
      },
      removeEventListener(type: 'abort', listener: () => void) {
        state.listeners--;
        signal.removeEventListener(type, listener);
      },
    },
  };
}

describe('cancel', () => {
  it('tells each listener once, also one that follows late', () => {
    const cancel = createCancel();
    let notified = 0;
    cancel.signal.addEventListener('abort', () => notified++);
    cancel.cancel();
    cancel.cancel();
    expect(notified).toBe(1);
    const late = createCancel();
    follow(cancel.signal, late);
    expect(late.signal.aborted).toBe(true);
  });

  it('does not reach those that no longer follow', () => {
    const [above, below] = [createCancel(), createCancel()];
    follow(above.signal, below)();
    above.cancel();
    expect(below.signal.aborted).toBe(false);
    const real = new AbortController();
    follow(real.signal, below);
    real.abort();
    expect(below.signal.aborted).toBe(true);
  });
});

describe('patience', () => {
  it('waits for as long as nobody cancels, and a grace beyond', async () => {
    const clock = new VirtualClock();
    const { signal, cancel } = counted();
    const patience = createGraceWait(signal, clock, 100);
    expect(await clock.finish(patience.wait(clock.sleep(1_000).then(() => 'a')))).toEqual({ came: true, value: 'a' });
    cancel();
    expect(await clock.finish(patience.wait(clock.sleep(50).then(() => 'b')))).toEqual({ came: true, value: 'b' });
    const late: unknown[] = [];
    const left = patience.wait(
      clock.sleep(500).then(() => 'c'),
      (settled) => late.push(settled),
    );
    expect(await clock.finish(left)).toEqual({ came: false });
    expect(clock.monotonic()).toBe(1_100);
    await clock.advance(1_000);
    expect(late).toEqual([{ value: 'c' }]);
  });

  it('hands failures on, late ones to whom they concern', async () => {
    const clock = new VirtualClock();
    const patience = createGraceWait(createCancel().signal, clock, 100);
    await expect(patience.wait(Promise.reject(new Error('x')))).rejects.toThrow('x');
    const late: unknown[] = [];
    const waiting = patience.wait(
      clock.sleep(10).then(() => {
        throw new Error('y');
      }),
      (settled) => late.push(settled),
    );
    patience.dispose();
    expect(await waiting).toEqual({ came: false });
    await clock.advance(20);
    expect(late).toEqual([{ error: new Error('y') }]);
  });

  it('leaves nothing behind on the signal or the clock, however often it waited', async () => {
    const clock = new VirtualClock();
    const { signal, state, cancel } = counted();
    const patience = createGraceWait(signal, clock, 100);
    for (let count = 0; count < 1_000; count++) await patience.wait(Promise.resolve(count));
    expect(state.listeners).toBe(1);
    cancel();
    expect(clock.pending).toBe(1);
    patience.dispose();
    expect([state.listeners, clock.pending]).toEqual([0, 0]);
  });
});

describe('slots', () => {
  it('are given in the order in which they were asked for, and a cancelled wait takes none', async () => {
    const slots = createSemaphore(1);
    const cancel = createCancel();
    const order: string[] = [];
    const take = (name: string, signal = createCancel().signal) =>
      slots.take(signal).then((got) => order.push(`${name} ${got}`));
    void take('a');
    void take('b', cancel.signal);
    void take('c');
    await everythingReady();
    cancel.cancel();
    await everythingReady();
    slots.give();
    await everythingReady();
    expect(order).toEqual(['a true', 'b false', 'c true']);
    slots.give();
    expect(await slots.take(createCancel().signal)).toBe(true);
    expect(await slots.take(cancel.signal)).toBe(false);
  });
});

describe('a channel', () => {
  it('gives everything in order, joins what nobody has read, and ends with its error', async () => {
    const channel = createChannel<string>();
    const read: string[] = [];
    const reading = (async () => {
      for await (const item of channel) read.push(item);
    })();
    channel.push('a');
    await everythingReady();
    channel.merge('k', 'b', (one, two) => one + two);
    channel.merge('k', 'c', (one, two) => one + two);
    channel.merge('l', 'x', (one, two) => one + two);
    channel.push('d');
    await everythingReady();
    channel.merge('k', 'e', (one, two) => one + two);
    channel.close(new Error('end'));
    channel.push('never');
    await expect(reading).rejects.toThrow('end');
    expect(read).toEqual(['a', 'bc', 'x', 'd', 'e']);
  });
});

describe('a call', () => {
  it('lets go of signal and clock, however it ends', async () => {
    for (const ends of ['returns', 'fails', 'hangs'] as const) {
      const clock = new VirtualClock();
      const { signal, state, cancel } = counted();
      const call = () => {
        if (ends === 'fails') return Promise.reject(new Error('x'));
        return ends === 'hangs' ? new Promise<never>(() => undefined) : Promise.resolve({ text: '' });
      };
      const { ports } = createWorld({ script: [] });
      const world: RunPorts = { ...ports, clock, tools: { ...ports.tools, call } };
      const called = callTool(world, { key: 'k', name: 'n', args: {} }, undefined, signal, () => undefined);
      expect(state.listeners).toBe(1);
      clock.setTimeout(ends === 'hangs' ? cancel : () => undefined, 10);
      const how = { returns: 'returned', fails: 'crashed', hangs: 'cancelled' }[ends];
      expect((await clock.finish(called)).how).toBe(how);
      await clock.advance(20);
      expect([state.listeners, clock.pending]).toEqual([0, 0]);
    }
  });
});

describe('a call whose tool tells how far it is while the user is asked', () => {
  it('leaves the user all the time', async () => {
    const clock = new VirtualClock();
    const { ports } = createWorld({ script: [] });
    const tools: RunPorts['tools'] = {
      ...ports.tools,
      async call(_call, { onProgress }) {
        onProgress({ waitsForUser: true });
        onProgress({ message: 'Waiting for your answer' });
        await new Promise<void>((resolve) => clock.setTimeout(resolve, 3_600_000));
        onProgress({ waitsForUser: false });
        return { text: 'answered' };
      },
    };
    const called = callTool(
      { ...ports, clock, tools },
      { key: 'k', name: 'n', args: {} },
      undefined,
      createCancel().signal,
      () => undefined,
    );
    expect(await clock.finish(called)).toEqual({ how: 'returned', outcome: { text: 'answered' } });
  });
});

describe('the timer of a call', () => {
  it('stands still while the tool waits for the user', async () => {
    const clock = new VirtualClock();
    const ended: string[] = [];
    const timer = startCallTimer(clock, { idleMs: 100, totalMs: 250 }, (kind) =>
      ended.push(`${kind} ${clock.monotonic()}`),
    );
    await clock.advance(50);
    timer.touch(true);
    await clock.advance(10_000);
    expect(ended).toEqual([]);
    timer.touch(false);
    await clock.advance(90);
    timer.touch(false);
    await clock.advance(90);
    timer.touch(false);
    await clock.advance(1_000);
    expect(ended).toEqual(['total 10250']);
  });

  it('says once which limit it was, and nothing after a stop', async () => {
    const clock = new VirtualClock();
    const ended: string[] = [];
    const idle = startCallTimer(clock, { idleMs: 100, totalMs: 250 }, (kind) => ended.push(kind));
    await clock.advance(1_000);
    idle.touch(false);
    await clock.advance(1_000);
    expect(ended).toEqual(['idle']);
    startCallTimer(clock, { idleMs: 100, totalMs: 250 }, (kind) => ended.push(kind)).stop();
    await clock.advance(1_000);
    expect(ended).toEqual(['idle']);
    expect(clock.pending).toBe(0);
  });
});
