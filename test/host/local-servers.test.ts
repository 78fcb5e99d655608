import { describe, expect, test } from 'vitest';
import { findLocalServers } from '#host/base/find-local-servers.ts';
import { FakeClock } from '#test/fakes/fake-clock.ts';

type Table = Readonly<Record<string, unknown>>;

/** Servers by `address:port`, each with its answers by method and path. A function answers from the body. */
function computer(servers: Readonly<Record<string, Table>>) {
  const asked: string[] = [];
  const fetch = async (request: Request): Promise<Response> => {
    const url = new URL(request.url);
    const key = `${request.method} ${url.pathname}`;
    asked.push(url.host);
    const server = servers[url.host];
    if (!server) throw new TypeError('connection refused');
    const answer = server[key];
    if (answer === 'hangs')
      return new Promise((_, reject) => request.signal.addEventListener('abort', () => reject(new Error('aborted'))));
    if (answer === undefined) return Response.json({ error: 'not found' }, { status: 404 });
    if (typeof answer === 'string') return new Response(answer);
    return Response.json(
      typeof answer === 'function' ? await (answer as (body: unknown) => unknown)(await request.json()) : answer,
    );
  };
  const clock = new FakeClock();
  return { asked, clock, find: (ports = {}) => findLocalServers({ fetch, clock }, ports) };
}

const model = (id: string, contextWindow: number | null, maxContextWindow: number | null, remote = false) => ({
  id,
  contextWindow,
  maxContextWindow,
  remote,
});
const list = (...models: object[]) => ({ object: 'list', data: models.map((one) => ({ object: 'model', ...one })) });
const shown = (length: number, parameters = '', capabilities = ['completion']) => ({
  capabilities,
  parameters,
  model_info: { 'general.architecture': 'qwen3', 'qwen3.context_length': length },
});

/** What Ollama says of a model that only completes. */
const SAID = { tools: false, images: false, thinking: { kind: 'none' } };

const OLLAMA: Table = {
  'GET /api/version': { version: '0.12.6' },
  'GET /api/tags': {
    models: [
      { name: 'loaded:8b' },
      { name: 'set:8b' },
      { name: 'idle:8b' },
      { name: 'nomic-embed-text:latest' },
      { name: 'gpt-oss:120b-cloud', remote_host: 'https://ollama.com:443' },
    ],
  },
  'GET /api/ps': { models: [{ name: 'loaded:8b', context_length: 4096 }] },
  'POST /api/show': ({ model: name }: { model: string }) =>
    name.startsWith('nomic')
      ? shown(2048, '', ['embedding'])
      : shown(40_960, name === 'set:8b' ? 'stop "<|im_end|>"\nnum_ctx    16384' : 'temperature 0.6'),
};
const LM_STUDIO: Table = {
  'GET /api/v1/models': {
    models: [
      {
        key: 'qwen/qwen3-8b',
        type: 'llm',
        max_context_length: 262_144,
        loaded_instances: [{ id: 'qwen/qwen3-8b', config: { context_length: 4096 } }],
      },
      { key: 'nomic-embed', type: 'embedding', max_context_length: 2048, loaded_instances: [] },
      { key: 'gemma', type: 'llm', max_context_length: 8192, loaded_instances: [] },
    ],
  },
};
const LLAMA_CPP: Table = {
  'GET /props': { default_generation_settings: { n_ctx: 8192 }, total_slots: 4, build_info: 'b6700' },
  'GET /v1/models': list({ id: 'model.gguf', owned_by: 'llamacpp', meta: { n_ctx_train: 131_072 } }),
};
const VLLM: Table = { 'GET /v1/models': list({ id: 'Qwen/Qwen3-8B', owned_by: 'vllm', max_model_len: 32_768 }) };
const JAN: Table = { 'GET /v1/models': list({ id: 'jan-nano' }) };

describe('model servers on this computer', () => {
  test('each is recognized by its answers, with the context length that it really has', async () => {
    const { find, asked } = computer({
      '127.0.0.1:11434': OLLAMA,
      '127.0.0.1:1234': LM_STUDIO,
      '127.0.0.1:8080': LLAMA_CPP,
      '127.0.0.1:8000': VLLM,
      '[::1]:1337': JAN,
    });
    const found = await find();
    expect(found.map(({ label, vendor, baseUrl }) => [label, vendor, baseUrl])).toEqual([
      ['Ollama', 'ollama', 'http://127.0.0.1:11434'],
      ['LM Studio', 'openai', 'http://127.0.0.1:1234/v1'],
      ['llama.cpp', 'openai', 'http://127.0.0.1:8080/v1'],
      ['vLLM', 'openai', 'http://127.0.0.1:8000/v1'],
      ['Jan', 'openai', 'http://[::1]:1337/v1'],
    ]);
    expect(found.map(({ models }) => models)).toEqual([
      [
        { ...model('loaded:8b', 4096, 40_960), ...SAID },
        { ...model('set:8b', 16_384, 40_960), ...SAID },
        { ...model('idle:8b', null, 40_960), ...SAID },
        { ...model('gpt-oss:120b-cloud', null, 40_960, true), ...SAID },
      ],
      [model('qwen/qwen3-8b', 4096, 262_144), model('gemma', null, 8192)],
      [model('model.gguf', 8192, 131_072)],
      [model('Qwen/Qwen3-8B', 32_768, null)],
      [model('jan-nano', null, null)],
    ]);
    const usual = [11_434, 1234, 8080, 8000, 1337].flatMap((port) => [`127.0.0.1:${port}`, `[::1]:${port}`]);
    expect(new Set(asked)).toEqual(new Set(usual));
  });

  test('an earlier LM Studio, and a server on both addresses', async () => {
    const server = {
      'GET /api/v0/models': {
        object: 'list',
        data: [
          { id: 'phi-4', type: 'llm', state: 'loaded', max_context_length: 16_384, loaded_context_length: 4096 },
          { id: 'embedder', type: 'embeddings', state: 'not-loaded', max_context_length: 512 },
        ],
      },
    };
    const found = await computer({ '127.0.0.1:1234': server, '[::1]:1234': server }).find();
    expect(found.map(({ baseUrl, models }) => [baseUrl, models])).toEqual([
      ['http://127.0.0.1:1234/v1', [model('phi-4', 4096, 16_384)]],
    ]);
  });

  test('another port, where the user says so', async () => {
    const { find, asked } = computer({ '127.0.0.1:4711': OLLAMA });
    expect(await find({ ollama: [4711], jan: [] })).toHaveLength(1);
    expect(asked).not.toContain('127.0.0.1:11434');
    expect(asked).not.toContain('127.0.0.1:1337');
  });

  const page = '<!doctype html><title>Some other program</title>';
  const others: [string, Readonly<Record<string, Table>>][] = [
    ['nothing', {}],
    ['web pages', { '127.0.0.1:8080': { 'GET /props': page, 'GET /v1/models': page } }],
    ['a program with a version only', { '127.0.0.1:11434': { 'GET /api/version': { version: '3' } } }],
    ['lists of other things', { '127.0.0.1:1234': { 'GET /api/v0/models': { data: [{ id: 'a' }] } } }],
    ['an OpenAI-compatible server on the port of vLLM', { '127.0.0.1:8000': { 'GET /v1/models': list({ id: 'a' }) } }],
    [
      'arrays and numbers',
      { '127.0.0.1:1337': { 'GET /v1/models': [1, 2] }, '127.0.0.1:8000': { 'GET /v1/models': 7 } },
    ],
  ];
  test.for(others)('%s is no model server', async ([, servers]) => {
    expect(await computer(servers).find()).toEqual([]);
  });

  test('a server that hangs costs its own answer only, and not for long', async () => {
    const { clock, find } = computer({ '127.0.0.1:8000': { 'GET /v1/models': 'hangs' }, '127.0.0.1:1337': JAN });
    const found = find();
    await clock.advance(500);
    expect((await found).map(({ label }) => label)).toEqual(['Jan']);
    expect(clock.pending).toBe(0);
  });

  test('a server that answers has time for what it says about each model', async () => {
    const shown = Promise.withResolvers<unknown>();
    const slow = computer({ '127.0.0.1:11434': { ...OLLAMA, 'POST /api/show': () => shown.promise } });
    const found = slow.find();
    await slow.clock.advance(4_900);
    shown.resolve({ model_info: { 'general.architecture': 'x', 'x.context_length': 40_960 } });
    expect((await found)[0]?.models[0]).toMatchObject({ id: 'loaded:8b', maxContextWindow: 40_960 });

    const silent = computer({ '127.0.0.1:11434': { ...OLLAMA, 'POST /api/show': 'hangs' } });
    const without = silent.find();
    await silent.clock.advance(5_000);
    expect((await without)[0]?.models[0]).toEqual(model('loaded:8b', 4096, null));
    expect(silent.clock.pending).toBe(0);
  });
});
