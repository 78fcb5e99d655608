import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { createPracticeVendors, type PracticeVendors } from '#practice/create-practice-vendors.ts';
import { type Frame, pacedBody, pause } from '#practice/base/pace.ts';
import { FakeClock, settle } from './support/fake-clock.ts';

const words = (count: number, size = 10): Frame[] =>
  Array.from({ length: count }, (_, index) => ({ data: `w${index} `, chars: size }));

const requestWith = (signal = new AbortController().signal) => new Request('https://a.invalid', { signal });

function body(frames: Iterable<Frame>, more: { speed?: number; signal?: AbortSignal; chunkBytes?: number } = {}) {
  const clock = new FakeClock();
  const ended = { count: 0, returned: 0, made: 0 };
  const source = (function* () {
    try {
      for (const frame of frames) {
        ended.made++;
        yield frame;
      }
    } finally {
      ended.returned++;
    }
  })();
  const stream = pacedBody(source, {
    clock,
    speed: more.speed ?? 10,
    request: requestWith(more.signal),
    chunkBytes: more.chunkBytes ?? 0,
    onEnd: () => void ended.count++,
  });
  return { clock, ended, reader: stream.getReader() };
}

/** Collects what arrives, without waiting for it. */
function collect(reader: ReadableStreamDefaultReader<Uint8Array>) {
  const seen = { text: '', chunks: 0, done: false, error: null as unknown };
  const decoder = new TextDecoder();
  const pump = async () => {
    for (;;) {
      const { value, done } = await reader.read();
      if (done) break;
      seen.text += decoder.decode(value, { stream: true });
      seen.chunks++;
    }
    seen.done = true;
  };
  pump().catch((error: unknown) => (seen.error = error));
  return seen;
}

describe('a paced body', () => {
  it('shows so many characters in a second', async () => {
    const { clock, reader, ended } = body(words(5));
    const seen = collect(reader);
    await settle();
    expect(seen.text).toBe('w0 ');
    await clock.advance(990);
    expect(seen.text).toBe('w0 ');
    await clock.advance(10);
    expect(seen.text).toBe('w0 w1 ');
    await clock.advance(2000);
    expect(seen.text).toBe('w0 w1 w2 w3 ');
    await clock.advance(2000);
    expect(seen).toMatchObject({ text: 'w0 w1 w2 w3 w4 ', done: true });
    expect(ended).toMatchObject({ count: 1, returned: 1 });
    expect(clock.waiting).toBe(0);
  });

  it('does nothing until it is read', async () => {
    const { clock, ended } = body(words(5));
    await clock.advance(60_000);
    expect(ended).toEqual({ count: 0, returned: 0, made: 0 });
    expect(clock.waiting).toBe(0);
  });

  it('sends everything at once without a speed', async () => {
    const { reader, clock } = body(words(1000), { speed: Infinity });
    const seen = collect(reader);
    await settle();
    expect(seen).toMatchObject({ done: true, chunks: 1 });
    expect(clock.waiting).toBe(0);
  });

  it('catches up after a pause of its reader instead of falling behind', async () => {
    const { reader, clock } = body(words(6));
    await reader.read();
    await clock.advance(3500);
    const { value } = await reader.read();
    expect(new TextDecoder().decode(value)).toBe('w1 w2 w3 ');
  });

  it('cuts into chunks of any size, also inside a character', async () => {
    const { reader } = body([{ data: '한글 🏃', chars: 5 }], { speed: Infinity, chunkBytes: 2 });
    const seen = collect(reader);
    await settle();
    expect(seen).toMatchObject({ text: '한글 🏃', chunks: 6, done: true });
  });

  it('stops at once when it is cancelled, and leaves nothing behind', async () => {
    const { clock, reader, ended } = body(words(100));
    await reader.read();
    const pending = reader.read();
    await settle();
    expect(clock.waiting).toBe(1);
    await reader.cancel();
    await expect(pending).resolves.toMatchObject({ done: true });
    expect(clock.waiting).toBe(0);
    expect(ended).toMatchObject({ count: 1, returned: 1 });
    const { made } = ended;
    await clock.advance(60_000);
    expect(ended.made).toBe(made);
  });

  it('fails with the reason when its request is aborted', async () => {
    const controller = new AbortController();
    const { clock, reader, ended } = body(words(100), { signal: controller.signal });
    const seen = collect(reader);
    await settle();
    const reason = new Error('stopped');
    controller.abort(reason);
    await settle();
    expect(seen.error).toBe(reason);
    expect([clock.waiting, ended.count, ended.returned]).toEqual([0, 1, 1]);
    const late = body(words(3), { signal: controller.signal });
    await expect(late.reader.read()).rejects.toBe(reason);
    expect(late.ended.count).toBe(1);
  });

  it('tears, or falls silent until it is cancelled', async () => {
    const torn = body([...words(1), { end: 'reset' }], { speed: Infinity });
    const seen = collect(torn.reader);
    await settle();
    expect(seen.text).toBe('w0 ');
    expect(seen.error).toMatchObject({ message: 'terminated', cause: { code: 'ECONNRESET' } });
    expect(torn.ended.count).toBe(1);

    const silent = body([...words(1), { end: 'stall' }], { speed: Infinity });
    const heard = collect(silent.reader);
    await silent.clock.advance(3_600_000);
    expect(heard).toMatchObject({ text: 'w0 ', done: false, error: null });
    expect([silent.ended.count, silent.clock.waiting]).toEqual([0, 0]);
    await silent.reader.cancel();
    await settle();
    expect(heard.done).toBe(true);
    expect(silent.ended.count).toBe(1);
  });
});

describe('a pause', () => {
  it('ends by time or by abort and leaves no timer', async () => {
    const clock = new FakeClock();
    const controller = new AbortController();
    const first = pause(clock, 100, requestWith(controller.signal));
    await clock.advance(100);
    await expect(first).resolves.toBeUndefined();
    const second = pause(clock, 100, requestWith(controller.signal));
    const third = pause(clock, null, requestWith(controller.signal));
    controller.abort(new Error('stopped'));
    await expect(second).rejects.toThrow('stopped');
    await expect(third).rejects.toThrow('stopped');
    expect(clock.waiting).toBe(0);
  });
});

describe('the speed of an answer', () => {
  const ask = (vendors: PracticeVendors, text: string, more: { stream?: boolean; signal?: AbortSignal } = {}) =>
    vendors.fetch(
      new Request('https://chat.practice.invalid/v1/chat/completions', {
        method: 'POST',
        body: JSON.stringify({
          model: 'practice-chat',
          stream: more.stream ?? true,
          messages: [{ role: 'user', content: text }],
        }),
        ...(more.signal ? { signal: more.signal } : {}),
      }),
    );
  const at = (speed: number) => {
    const clock = new FakeClock();
    return { clock, vendors: createPracticeVendors({ clock, charsPerSecond: () => speed, secret: 's' }) };
  };
  const reading = async (vendors: PracticeVendors, text: string) => {
    const response = await ask(vendors, text);
    if (!response.body) throw new Error('no body');
    return collect(response.body.getReader());
  };
  const LINE = 'x'.repeat(88);

  it('comes from the settings, or from the message itself', async () => {
    const { clock, vendors } = at(100);
    const seen = await reading(vendors, `!think 0\n!echo ${LINE}`);
    // 12 characters stand for the time before the first word.
    await clock.advance(980);
    expect(seen.done).toBe(false);
    await clock.advance(30);
    expect(seen.done).toBe(true);

    const quick = await reading(vendors, `!think 0\n!speed 0\n!echo ${LINE}`);
    await settle();
    expect(quick.done).toBe(true);
    const slow = await reading(vendors, `!think 0\n!speed 10\n!echo ${LINE}`);
    await clock.advance(9800);
    expect(slow.done).toBe(false);
    await clock.advance(300);
    expect(slow.done).toBe(true);
    expect(vendors.open()).toBe(0);
  });

  it('is as long without a stream', async () => {
    const { clock, vendors } = at(100);
    let status = 0;
    void ask(vendors, `!think 0\n!echo ${LINE}`, { stream: false }).then((response) => (status = response.status));
    await clock.advance(990);
    expect([status, vendors.open()]).toEqual([0, 1]);
    await clock.advance(20);
    expect([status, vendors.open()]).toEqual([200, 0]);
  });

  it('is waited for by nobody after an abort, before headers and in the stream', async () => {
    const { clock, vendors } = at(100);
    const controller = new AbortController();
    const silent = ask(vendors, 'Hello\n!fault headers', { signal: controller.signal });
    const slow = ask(vendors, 'Hello\n!fault slow ms=5000', { signal: controller.signal });
    const stream = await ask(vendors, `!echo ${LINE}`, { signal: controller.signal });
    const text = stream.text();
    await clock.advance(100);
    expect(vendors.open()).toBe(3);
    controller.abort();
    await expect(silent).rejects.toThrow(/abort/i);
    await expect(slow).rejects.toThrow(/abort/i);
    await expect(text).rejects.toThrow(/abort/i);
    expect([vendors.open(), clock.waiting]).toEqual([0, 0]);
    await expect(ask(vendors, 'Hello', { signal: controller.signal })).rejects.toThrow(/abort/i);
  });

  it('hears an abort also after the garbage collector went by', async () => {
    setFlagsFromString('--expose-gc');
    const collectGarbage: unknown = runInNewContext('gc');
    const { vendors } = at(100);
    // Aborts while waiting before headers, while waiting within a stream, and in a silent stream.
    const begun = ['Hello\n!fault headers', `!echo ${LINE}`, 'Hello\n!speed 0\n!fault stall after=5'].map((text) => {
      const controller = new AbortController();
      const ended = ask(vendors, text, { signal: controller.signal })
        .then((response) => response.text())
        .then(
          () => 'read',
          (error: unknown) => (error instanceof Error ? error.name : 'failed'),
        );
      return { controller, ended };
    });
    for (let round = 0; round < 5; round++) {
      await new Promise((resolve) => setTimeout(resolve, 5));
      if (typeof collectGarbage === 'function') collectGarbage();
    }
    for (const { controller } of begun) controller.abort();
    const late = new Promise((resolve) => setTimeout(resolve, 500, 'still waiting'));
    for (const { ended } of begun) expect(await Promise.race([ended, late])).toBe('AbortError');
    expect(vendors.open()).toBe(0);
  });

  it('makes late headers late', async () => {
    const { clock, vendors } = at(Infinity);
    let status = 0;
    void ask(vendors, 'Hello\n!fault slow ms=5000').then((response) => (status = response.status));
    await clock.advance(4999);
    expect(status).toBe(0);
    await clock.advance(1);
    expect(status).toBe(200);
  });
});
