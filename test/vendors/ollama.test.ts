import { describe, expect, it } from 'vitest';
import { classifyError } from '#core/errors/classify-error.ts';
import { normalizeRequest } from '#core/normalize/normalize-request.ts';
import { withParameters } from '#core/normalize/resolve-parameters.ts';
import { mergeModel } from '#vendors/catalog/merge-model.ts';
import { practiceVendors } from './practice-lab.ts';
import {
  addressOf,
  answering,
  answerOf,
  eventsOf,
  fixture,
  HELLO,
  modelOf,
  requestOf,
  serviceFor,
  targetOf,
} from './support.ts';

const answer = async (name: string) => answerOf(await eventsOf('ollama', answering(fixture(name))));
const practice = practiceVendors();
const ask = (input: string | URL | Request, init?: RequestInit) => practice.fetch(new Request(addressOf(input), init));
const SERVER = 'https://ollama.practice.invalid';
const at = (id: string, of: Parameters<typeof targetOf>[1] = {}) =>
  targetOf('ollama', { endpoint: SERVER, ...of, of: { id, contextWindow: null, ...of.of } });

describe('what Ollama’s own API is sent', () => {
  const body = async (target = targetOf('ollama'), request = HELLO) =>
    (await serviceFor('ollama', ask)).prepare(request, target).body as Record<string, unknown>;

  it('never lets the server cut a prompt, and says how much is to be read', async () => {
    const sent = await body(targetOf('ollama', { of: { contextWindow: 16_384 } }));
    expect(sent).toMatchObject({ truncate: false, shift: false, options: { num_ctx: 16_384, num_predict: 4096 } });
    expect((await body(targetOf('ollama', { of: { contextWindow: null } })))['options']).not.toHaveProperty('num_ctx');
  });

  it.each([
    [{ kind: 'toggle', off: true, efforts: [] }, 'medium', true],
    [{ kind: 'toggle', off: true, efforts: [] }, 'off', false],
    [{ kind: 'effort', off: false, efforts: ['low', 'medium', 'high'] }, 'high', 'high'],
    [{ kind: 'effort', off: false, efforts: ['low', 'medium', 'high'] }, 'off', 'low'],
    [{ kind: 'none' }, 'medium', undefined],
  ] as const)('asks a model that thinks like %j at level %s with %s', async (thinking, level, expected) => {
    const sent = await body(targetOf('ollama', { of: { thinking } }), { ...HELLO, thinking: level });
    expect(sent['think']).toBe(expected);
  });

  it('has calls with objects, results with the name of their tool, pictures, and the model’s own thinking', async () => {
    const request = requestOf(
      [
        {
          role: 'user',
          parts: [
            { type: 'text', text: 'Where?' },
            { type: 'image', mime: 'image/png', data: 'iVBORw0KGgo=' },
          ],
        },
        {
          role: 'assistant',
          reasoning: 'I look it up.',
          parts: [{ type: 'tool_call', id: 'a', name: 'srv__weather', args: { city: 'Seoul' } }],
        },
        { role: 'tool', parts: [{ type: 'tool_result', callId: 'a', name: 'srv__weather', text: 'Rain' }] },
      ],
      { system: 'Be brief.', tools: [{ name: 'srv__weather', inputSchema: { type: 'object' } }] },
    );
    expect(await body(targetOf('ollama'), request)).toMatchObject({
      messages: [
        { role: 'system', content: 'Be brief.' },
        { role: 'user', content: 'Where?', images: ['iVBORw0KGgo='] },
        {
          role: 'assistant',
          content: '',
          thinking: 'I look it up.',
          tool_calls: [{ function: { name: 'srv__weather', arguments: { city: 'Seoul' } } }],
        },
        { role: 'tool', tool_name: 'srv__weather', content: 'Rain' },
      ],
      tools: [{ type: 'function', function: { name: 'srv__weather' } }],
    });
  });

  it('reads as much as the user set, up to what the model was trained for', async () => {
    const listed = { contextWindow: 4096, maxContextWindow: 40_960 };
    const model = mergeModel(modelOf('ollama', { contextWindow: null }), listed);
    const given = targetOf('ollama', { of: model });
    const request = (contextLength: number) => {
      const target = withParameters(given, {
        contextLength,
        temperature: 0.3,
        body: { keep_alive: '1h', shift: true },
      });
      return { target, ...normalizeRequest(HELLO.messages, [], target) };
    };
    const wide = request(32_768);
    expect(wide.target.model.contextWindow).toBe(32_768);
    expect(await body(wide.target, wide.request)).toMatchObject({
      shift: false,
      keep_alive: '1h',
      options: { num_ctx: 32_768, temperature: 0.3 },
    });
    expect(wide.report.notes).toContainEqual({ rule: 'drop-parameter', detail: 'body shift: decided' });
    expect((await body(request(1_000_000).target, request(1_000_000).request))['options']).toMatchObject({
      num_ctx: 40_960,
    });
  });
});

describe('what Ollama’s own API answers', () => {
  it('reads thinking, text and usage', async () => {
    expect(await answer('ollama-small')).toEqual({
      parts: [
        { type: 'thinking', text: 'The user greets. 값' },
        { type: 'text', text: '답: 값 é 😀' },
      ],
      stop: 'end',
      error: undefined,
      usage: { input: 12, output: 9 },
    });
  });

  it('reads calls, with and without ids', async () => {
    const { parts, stop } = await answer('ollama-calls');
    expect(stop).toBe('tool');
    expect(parts.slice(1)).toEqual([
      { type: 'tool_call', id: 'call_1', name: 'srv/weather', args: { city: 'Seoul' } },
      { type: 'tool_call', id: 'call_9', name: 'srv/weather', args: { city: 'Busan' } },
    ]);
  });

  it('keeps what had arrived before an error in the stream, with its words', async () => {
    const { parts, error } = await answer('ollama-error');
    expect(parts).toEqual([{ type: 'text', text: 'Half an ans' }]);
    expect(error?.message).toContain('llama runner process has terminated');
  });

  it('keeps what came with an answer that broke off', async () => {
    const line = JSON.stringify({ message: { role: 'assistant', content: '<think>unsure</thi' }, done: false });
    expect(answerOf(await eventsOf('ollama', answering(`${line}\n`)))).toMatchObject({
      parts: [{ type: 'thinking', text: 'unsure</thi' }],
      error: { kind: 'cut_off' },
    });
  });

  it('reads the channels of gpt-oss in the content', async () => {
    const content = ['<|channel|>analysis<|mess', 'age|>So<|end|><|start|>assistant<|channel|>final<|message|>4.'];
    const lines = content.map((one, at) => JSON.stringify({ message: { content: one }, done: at === 1 }));
    expect(answerOf(await eventsOf('ollama', answering(`${lines.join('\n')}\n`)))).toMatchObject({
      parts: [
        { type: 'thinking', text: 'So' },
        { type: 'text', text: '4.' },
      ],
      stop: 'end',
    });
  });

  it('knows an answer that was cut at its length', async () => {
    expect((await answer('ollama-length')).stop).toBe('length');
  });

  it('reads a whole answer of a server that does not stream', async () => {
    const whole = JSON.stringify({ model: 'x', message: { role: 'assistant', content: 'All.' }, done: true });
    const headers = { 'content-type': 'application/json' };
    expect(answerOf(await eventsOf('ollama', answering(whole, { headers })))).toMatchObject({
      parts: [{ type: 'text', text: 'All.' }],
      stop: 'end',
    });
  });
});

describe('a prompt that is longer than what is read (L4)', () => {
  const LONG = requestOf([{ role: 'user', parts: [{ type: 'text', text: `Begin ${'and so on '.repeat(3000)}` }] }]);

  it('is refused in words and not cut', async () => {
    const { error, parts } = answerOf(
      await eventsOf('ollama', ask, {
        request: LONG,
        target: at('llama3.1:8b', { of: { thinking: { kind: 'none' } } }),
      }),
    );
    expect(parts).toEqual([]);
    expect(error).toMatchObject({ kind: 'context_overflow', status: 400 });
    expect(error?.message).toMatch(/request \(\d+ tokens\) exceeds the available context size \(4096 tokens\)/);
  });

  it('is read in full where the request asks for enough', async () => {
    const target = at('llama3.1:8b', { of: { contextWindow: 32_768, thinking: { kind: 'none' } } });
    expect(answerOf(await eventsOf('ollama', ask, { request: LONG, target }))).toMatchObject({ stop: 'end' });
  });

  it('knows the other words for it', () => {
    const message = 'the prompt is longer than the context length currently available to the model; try a shorter one';
    expect(classifyError({ vendor: 'ollama', status: 400, message })).toMatchObject({ kind: 'context_overflow' });
  });
});

describe('the list of models', () => {
  it('says what each reads, was trained to read, and can do', async () => {
    const service = await serviceFor('ollama', ask);
    expect(await service.listModels(SERVER, new AbortController().signal, 'ollama')).toEqual([
      {
        id: 'gpt-oss:20b',
        maxContextWindow: 131_072,
        tools: true,
        images: false,
        thinking: { kind: 'effort', off: false, efforts: ['low', 'medium', 'high'] },
      },
      {
        id: 'qwen3:8b',
        maxContextWindow: 40_960,
        tools: true,
        images: false,
        thinking: { kind: 'toggle', off: true, efforts: [] },
      },
      expect.objectContaining({ id: 'qwen3:8b-32k', contextWindow: 32_768, maxContextWindow: 40_960 }),
      expect.objectContaining({ id: 'llama3.1:8b', thinking: { kind: 'none' } }),
      expect.objectContaining({ id: 'gemma3:4b', tools: false, images: true }),
    ]);
  });
});
