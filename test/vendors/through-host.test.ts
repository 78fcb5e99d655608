import { afterAll, describe, expect, it } from 'vitest';
import type { Protocol } from '#core/vendors/base/protocol.ts';
import { createHost } from '#host/create-host.ts';
import { createVendorFetch } from '#host-client/vendor-fetch.ts';
import { createHostBench, TEST_TOKEN } from '#test/fakes/host-deps.ts';
import { Lab, opaqueStrings, PRACTICE_IDS, practiceTarget, practiceVendors, textOf, TOOLS } from './practice-lab.ts';
import { eventsOf, answerOf, targetOf } from './support.ts';

const bench = createHostBench();
const host = createHost(bench.deps, { practice: practiceVendors() });
afterAll(async () => {
  await host.close();
  bench.dispose();
});

const CONNECTIONS: Readonly<Record<string, string>> = {
  'practice-claude': 'practice-anthropic',
  'practice-claude-manual': 'practice-anthropic',
  'practice-gpt': 'practice-openai',
  'practice-chat': 'practice-chat',
  'practice-gemini': 'practice-gemini',
};

let runs = 0;
const running = new Set<string>();
const through = (id: string, baseUrl: string) =>
  createVendorFetch(
    {
      origin: bench.deps.origin,
      token: TEST_TOKEN,
      fetch: (input, init) => host.fetch(new Request(input, init)),
      newRunId: () => `run-${(runs += 1)}`,
      running,
    },
    { id, baseUrl },
  );

describe.each(PRACTICE_IDS)('%s through the host', (id) => {
  const target = practiceTarget(id, { tools: TOOLS });
  const fetch = through(CONNECTIONS[id] ?? '', target.endpoint);

  it('answers, runs tools, brings its state back and lists its models', async () => {
    const lab = new Lab(fetch);
    const answers = await lab.say(
      '!speed 0\n!think 1\n!tool weather_server__get_weather {"city":"제주"}\n날씨는?',
      target,
    );
    expect(answers.map((answer) => answer.stop)).toEqual(['tool', 'end']);
    expect(textOf(answers[1]?.parts ?? [])).toContain('제주');
    for (const secret of opaqueStrings(answers[0]?.parts ?? []))
      expect(lab.sent.at(-1)?.body).toContain(JSON.stringify(secret));
    const service = await lab.service(target);
    const models = await service.listModels(target.endpoint, new AbortController().signal);
    expect(models.map((model) => model.id)).toContain(id);
    expect(running.size).toBe(0);
  });

  it('passes retry advice on', async () => {
    const [answer] = await new Lab(fetch).say('!fault 429 retry-after=7\nhello', target);
    expect(answer?.error).toMatchObject({ kind: 'rate_limit', status: 429, retryAfterMs: 7000, vendor: target.vendor });
  });

  it('stops before headers and mid-stream', async () => {
    for (const script of ['!fault headers', '!speed 300\n!long 4000']) {
      const lab = new Lab(fetch);
      const abort = new AbortController();
      lab.history.push({ role: 'user', parts: [{ type: 'text', text: `${script}\nhello` }] });
      setTimeout(() => abort.abort(), 150);
      expect(await lab.request(target, abort.signal)).toMatchObject({ stop: 'aborted', error: undefined });
    }
    expect(running.size).toBe(0);
  });
});

describe('problems of the host', () => {
  it.each<[string, Protocol]>([
    ['anthropic', 'anthropic'],
    ['openai', 'openai-responses'],
    ['gemini', 'gemini'],
  ])('%s without a key says so and names no vendor', async (id, protocol) => {
    const { endpoint } = targetOf(protocol);
    const answer = answerOf(await eventsOf(protocol, through(id, endpoint)));
    expect(answer).toMatchObject({ stop: 'error', error: { kind: 'auth', retryable: false, code: 'key_missing' } });
    expect(answer.error).not.toHaveProperty('vendor');
  });

  it('an unknown connection is not the vendor either', async () => {
    const { endpoint } = targetOf('anthropic');
    const answer = answerOf(await eventsOf('anthropic', through('nowhere', endpoint)));
    expect(answer.error).toMatchObject({ code: 'unknown_connection', retryable: false });
    expect(answer.error).not.toHaveProperty('vendor');
  });
});
