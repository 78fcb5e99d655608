import { array, assert, asyncProperty, integer, string } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { answerContentOf } from '#core/answer-content.ts';
import { Lab, opaqueStrings, PRACTICE_IDS, practiceTarget, practiceVendors, textOf, TOOLS } from './practice-lab.ts';

const lab = (charsPerSecond = 0) => {
  const vendors = practiceVendors(charsPerSecond);
  return { vendors, lab: new Lab((input, init) => vendors.fetch(new Request(input, init))) };
};
const THINKING = PRACTICE_IDS.filter((id) => id !== 'practice-chat');

describe.each(PRACTICE_IDS)('%s through its SDK', (id) => {
  const target = practiceTarget(id, { tools: TOOLS, system: 'Be brief.' });

  it('streams an answer with usage', async () => {
    const { lab: room } = lab();
    const [answer] = await room.say('!show markdown', target);
    expect(answer).toMatchObject({ stop: 'end', error: undefined });
    expect(textOf(answer?.parts ?? []).length).toBeGreaterThan(100);
    expect(answer?.usage?.input).toBeGreaterThan(0);
    expect(answer?.usage?.output).toBeGreaterThan(0);
  });

  it('keeps its own opaque state byte-identical through tool rounds', async () => {
    const { lab: room } = lab();
    const script = [
      '!think 2',
      '!parallel weather_server__get_weather {"city":"서울"} clock__now {}',
      '!tool clock__now {}',
      'What now?',
    ].join('\n');
    const answers = await room.say(script, target);
    expect(answers.map((answer) => answer.stop)).toEqual(['tool', 'tool', 'end']);
    expect(answers[0]?.parts.filter((part) => part.type === 'tool_call')).toMatchObject([
      { name: 'weather_server__get_weather', args: { city: '서울' } },
      { name: 'clock__now', args: {} },
    ]);
    const again = await room.say('!think 1\nAnd again?', target);
    expect(again.at(-1)).toMatchObject({ stop: 'end', error: undefined });
    const opaque = answers.slice(0, 2).flatMap((answer) => opaqueStrings(answer.parts));
    expect(opaque.length > 0).toBe(id !== 'practice-chat');
    const bodies = room.sent.map((one) => one.body);
    for (const secret of opaque) expect(bodies.at(-1)).toContain(JSON.stringify(secret));
  });

  it('keeps text exactly, whatever it is made of and however the network cuts it', async () => {
    const text = array(string({ unit: 'grapheme', minLength: 1, maxLength: 40 }), { minLength: 1, maxLength: 4 })
      .map((lines) => lines.join('\n').trim())
      .filter((said) => said !== '' && !/^\s*!|<\/?[a-z]/m.test(said));
    await assert(
      asyncProperty(text, integer({ min: 1, max: 64 }), async (said, bytes) => {
        const { lab: room } = lab();
        const [answer] = await room.say(`!bytes ${bytes}\n!echo\n${said}`, practiceTarget(id));
        expect(answer?.stop).toBe('end');
        expect(textOf(answer?.parts ?? [])).toBe(said);
      }),
      { numRuns: 60 },
    );
  }, 60_000);

  it.each([
    ['!fault 400', { kind: expect.any(String), retryable: false, status: 400 }],
    ['!fault 401', { kind: 'auth', retryable: false, status: 401 }],
    ['!fault 402', { kind: 'billing', retryable: false, status: 402 }],
    ['!fault 403', { kind: 'auth', retryable: false, status: 403 }],
    ['!fault 404', { retryable: false, status: 404 }],
    ['!fault 408', { retryable: true, status: 408 }],
    ['!fault 413', { kind: 'context_overflow', retryable: false, status: 413 }],
    ['!fault 429 retry-after=2', { kind: 'rate_limit', retryable: true, status: 429, retryAfterMs: 2000 }],
    ['!fault 500', { kind: 'server', retryable: true, status: 500 }],
    ['!fault 502', { retryable: true, status: 502 }],
    ['!fault 503', { retryable: true, status: 503 }],
    ['!fault 504', { kind: 'server', retryable: true, status: 504 }],
    ['!fault 529', { kind: 'overloaded', retryable: true }],
    ['!fault overflow', { kind: 'context_overflow', retryable: false }],
    ['!fault offline', { kind: 'network', retryable: true }],
    ['!fault model', { kind: 'model_not_found', retryable: false, message: expect.stringContaining(id) }],
    ['!fault 204', { kind: 'not_an_answer', retryable: false, code: 'no_content', status: 204 }],
    ['!fault 205', { kind: 'not_an_answer', retryable: false, code: 'no_content', status: 205 }],
    ['!fault 304', { kind: 'not_an_answer', retryable: false, code: 'no_content', status: 304 }],
    [
      '!fault login',
      { kind: 'not_an_answer', retryable: false, code: 'web_page', message: expect.stringMatching(/^Practice Hotel/) },
    ],
  ])('%s ends in its error', async (directive, expected) => {
    const { lab: room, vendors } = lab();
    const [answer] = await room.say(`${directive}\nhello`, target);
    expect(answer).toMatchObject({ stop: 'error', parts: [], error: expected });
    expect(answer?.error?.message).toMatch(/[a-z]{3}/i);
    expect(vendors.open()).toBe(0);
  });

  it.each([
    ['!fault reset after=100', { kind: 'cut_off', retryable: true }],
    ['!fault cut after=100', { kind: 'cut_off', retryable: true, code: 'incomplete_stream' }],
    ['!fault malformed after=100', { kind: 'server', retryable: true, code: 'malformed_stream' }],
    ['!fault error-event after=100', { retryable: true, vendor: target.vendor }],
  ])('%s keeps what had arrived', async (directive, expected) => {
    const { lab: room, vendors } = lab();
    const [answer] = await room.say(`${directive}\n!long 2000\nhello`, target);
    expect(answer).toMatchObject({ stop: 'error', error: expected });
    expect(textOf(answer?.parts ?? []).length).toBeGreaterThanOrEqual(60);
    expect(vendors.open()).toBe(0);
    const next = await room.say('and now?', target);
    expect(next.at(-1)).toMatchObject({ stop: 'end', error: undefined });
  });

  it('reads a whole answer that came instead of a stream as it would have been streamed', async () => {
    const script = [
      '!think 2',
      '!parallel weather_server__get_weather {"city":"서울"} clock__now {}',
      '!fault json times=1',
      'What now?',
    ].join('\n');
    const { lab: room, vendors } = lab();
    const again = new Lab((input, init) => vendors.fetch(new Request(input, init)));
    const [complete, next] = await room.say(script, target);
    const [streamed] = await again.say(script, target);
    expect(complete).toEqual(streamed);
    expect(complete?.stop).toBe('tool');
    // Its opaque state is valid enough to be sent back.
    expect(next).toMatchObject({ stop: 'end', error: undefined });
  });

  it('thinks and says nothing, and the next request is not refused', async () => {
    const { lab: room } = lab();
    const [answer] = await room.say('!think 1\n!fault thoughts\nhello', target);
    expect(answer).toMatchObject({ stop: 'end', error: undefined });
    expect(answerContentOf(answer?.parts ?? [])).toBe('thoughts');
    expect((await room.say('and now?', target)).at(-1)).toMatchObject({ stop: 'end', error: undefined });
  });

  it('a fault that passes lets the same request through', async () => {
    const { lab: room } = lab();
    const [refused] = await room.say('!fault 529 times=1\nhello', target);
    expect(refused?.stop).toBe('error');
    room.history.pop();
    expect((await room.carryOn(target)).at(-1)).toMatchObject({ stop: 'end', error: undefined });
  });

  it.each([
    ['!fault refusal', 'refusal'],
    ['!fault max_tokens after=50', 'length'],
    ['!fault empty', 'end'],
    // Google doesn't send a call with truncated arguments.
    [
      '!tool weather_server__get_weather {"city":"a rather long name of a city"}\n!fault cut-args',
      id === 'practice-gemini' ? 'error' : 'length',
    ],
  ])('%s stops with %s, and the next request is not refused', async (directive, stop) => {
    const { lab: room } = lab();
    const [answer] = await room.say(`${directive}\nhello`, target);
    expect(answer?.stop).toBe(stop);
    for (const part of answer?.parts ?? [])
      expect(part.type === 'tool_call' ? part.rawArgs : 'whole').not.toBeUndefined();
    const next = await room.say('and now?', target);
    expect(next.at(-1)?.error?.status).toBeUndefined();
  });

  it('stops mid-stream: the vendor notices, what had arrived stays, the chat goes on', async () => {
    const { lab: room, vendors } = lab(400);
    const abort = new AbortController();
    room.history.push({ id: 'u', role: 'user', parts: [{ type: 'text', text: '!long 4000\nhello' }] });
    const answer = await room.request(target, abort.signal, {}, (event) => {
      if (event.type === 'text_delta') abort.abort();
    });
    expect(answer).toMatchObject({ stop: 'aborted', error: undefined });
    expect(answer.parts.length).toBeGreaterThan(0);
    await expect.poll(() => vendors.open()).toBe(0);
    const next = await room.say('!speed 0\nand now?', target);
    expect(next.at(-1)).toMatchObject({ stop: 'end', error: undefined });
  });

  it('stops before headers', async () => {
    const { lab: room, vendors } = lab();
    const abort = new AbortController();
    room.history.push({ id: 'u', role: 'user', parts: [{ type: 'text', text: '!fault headers\nhello' }] });
    setTimeout(() => abort.abort(), 50);
    expect(await room.request(target, abort.signal)).toEqual({
      parts: [],
      stop: 'aborted',
      error: undefined,
      usage: undefined,
    });
    await expect.poll(() => vendors.open()).toBe(0);
  });

  it('gives up on a stalled stream after the idle time', async () => {
    const { lab: room, vendors } = lab();
    room.history.push({
      id: 'u',
      role: 'user',
      parts: [{ type: 'text', text: '!fault stall after=100\n!long 500\nhello' }],
    });
    const answer = await room.request(target, undefined, { idleMs: 150 });
    expect(answer).toMatchObject({ stop: 'error', error: { kind: 'cut_off', code: 'idle_timeout' } });
    expect(textOf(answer.parts).length).toBeGreaterThanOrEqual(60);
    await expect.poll(() => vendors.open()).toBe(0);
  });

  it('lists its models', async () => {
    const { lab: room } = lab();
    const service = await room.service(target);
    const models = await service.listModels(target.endpoint, new AbortController().signal);
    expect(models.map((model) => model.id)).toContain(id);
  });
});

describe('thinking', () => {
  it.each(THINKING)('%s thinks, and is not asked to when thinking is off', async (id) => {
    const { lab: room } = lab();
    const [on] = await room.say('!think 2\nhello', practiceTarget(id));
    expect(on?.parts[0]).toMatchObject({ type: 'thinking', text: expect.stringMatching(/\w/) });
    const [off] = await room.say('hello again', practiceTarget(id, { thinking: 'off' }));
    expect(off).toMatchObject({ stop: 'end', error: undefined });
  });

  it.each(['practice-claude', 'practice-claude-manual'])('%s gets its redacted thinking back unchanged', async (id) => {
    const { lab: room } = lab();
    const target = practiceTarget(id, { tools: TOOLS });
    const [first] = await room.say('!think 1\n!redacted\n!tool clock__now {}\nhello', target);
    const redacted = first?.parts.find((part) => part.type === 'redacted_thinking');
    expect(redacted?.data).toMatch(/./);
    expect(room.sent.at(-1)?.body).toContain(JSON.stringify(redacted?.data));
    expect(room.history.at(-1)?.stop).toBe('end');
  });
});
