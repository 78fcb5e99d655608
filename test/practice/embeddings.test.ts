import { describe, expect, it } from 'vitest';
import { embedTexts } from '#vendors/embeddings/embed-texts.ts';
import { instantVendors, post } from './support/vendors.ts';

const OPENAI = 'https://openai.practice.invalid/v1/embeddings';
const GEMINI = 'https://gemini.practice.invalid/v1beta/models/practice-embedding:batchEmbedContents';
const ask = (url: string, body: unknown) => post(instantVendors(), url, body, {});
const one = (text: string, more: object = {}) => ({
  model: 'models/practice-embedding',
  content: { parts: [{ text }] },
  ...more,
});

describe('embeddings', () => {
  it('are the same for the same text, of length 1, and nearer for one meaning than for another', async () => {
    const input = ['vacation', '휴가', 'a nurse in a hospital'];
    const [first, again, google] = await Promise.all([
      ask(OPENAI, { model: 'practice-embedding', input }),
      ask(OPENAI, { model: 'text-embedding-3-small', input }),
      ask(GEMINI, { requests: input.map((text) => one(text, { taskType: 'RETRIEVAL_DOCUMENT' })) }),
    ]);
    const data = first.json.data as { index: number; embedding: number[] }[];
    const vectors = data.map(({ embedding }) => embedding);
    expect(data.map(({ index }) => index)).toEqual([0, 1, 2]);
    expect((again.json.data as typeof data).map(({ embedding }) => embedding)).toEqual(vectors);
    expect(google.json.embeddings).toEqual(vectors.map((values) => ({ values })));
    const likeness = (a = 0, b = 0) => vectors[a]?.reduce((sum, value, at) => sum + value * (vectors[b]?.[at] ?? 0), 0);
    expect(likeness(0, 0)).toBeCloseTo(1, 6);
    expect(likeness(0, 1)).toBeGreaterThan(0.5);
    expect(likeness(0, 2)).toBeLessThan(0.3);
  });

  it('of Ollama’s own API are the same', async () => {
    const texts = ['vacation', 'a nurse in a hospital'];
    const vendors = instantVendors();
    const vectors = (protocol: 'ollama' | 'openai-chat', baseUrl: string) =>
      embedTexts({
        vendor: 'ollama',
        protocol,
        baseUrl,
        fetch: (input, init) => vendors.fetch(new Request(input, init)),
        model: 'bge-m3',
        texts,
        use: 'document',
        signal: new AbortController().signal,
      });
    const own = await vectors('ollama', 'https://ollama.practice.invalid');
    expect(own).toHaveLength(2);
    expect(own).toEqual(await vectors('openai-chat', 'https://ollama.practice.invalid/v1'));
  });

  it.each([
    [OPENAI, { model: 'practice-embedding', input: [] }, 400, "'$.input' is invalid"],
    [OPENAI, { model: 'practice-embedding', input: ['a', ''] }, 400, "'$.input' is invalid"],
    [OPENAI, { model: 'practice-embedding', input: 'a', truncate: true }, 400, 'Unrecognized request argument'],
    [OPENAI, { model: 'practice-gpt', input: 'a' }, 404, 'does not exist'],
    [OPENAI, { model: 'practice-embedding', input: 'word '.repeat(40_000) }, 400, 'maximum context length is 8192'],
    [OPENAI, { model: 'practice-embedding', input: Array.from({ length: 2_049 }, () => 'a') }, 400, 'array too long'],
    [
      OPENAI,
      { model: 'practice-embedding', input: Array.from({ length: 60 }, () => 'word '.repeat(5_000)) },
      400,
      '300000',
    ],
    [GEMINI, { requests: [] }, 400, 'must not be empty'],
    [GEMINI, { requests: Array.from({ length: 101 }, () => one('a')) }, 400, 'at most 100'],
    [GEMINI, { requests: [one('')] }, 400, 'must not be empty'],
    [GEMINI, { requests: [one('a', { dimensions: 3 })] }, 400, 'Unknown name "dimensions"'],
    [GEMINI, { requests: [{ ...one('a'), model: 'models/other' }] }, 400, 'must match'],
  ])('refuse what the vendor refuses: %s, %j', async (url, body, status, message) => {
    const answer = await ask(url, body);
    expect([answer.status, answer.text]).toEqual([status, expect.stringContaining(message.replaceAll('"', '\\"'))]);
  });

  it('are no part of vendors that have none', async () => {
    const body = { model: 'practice-embedding', input: 'a' };
    expect((await ask('https://anthropic.practice.invalid/v1/embeddings', body)).status).toBe(404);
    expect((await ask('https://deepseek.practice.invalid/embeddings', body)).status).toBe(404);
  });
});
