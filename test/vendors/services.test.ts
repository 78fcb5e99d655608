import { describe, expect, it } from 'vitest';
import { PROTOCOLS, type Protocol } from '#core/vendors/base/protocol.ts';
import type { VendorFetch } from '#vendors/base/base-ai-service.ts';
import { loadService } from '#vendors/registry.ts';
import { addressOf, answering, eventsOf, HELLO, requestOf, serviceFor, targetOf } from './support.ts';

const json = { headers: { 'content-type': 'application/json' } };
const list = async (protocol: Protocol, body: unknown) => {
  const service = await serviceFor(protocol, answering(JSON.stringify(body), json));
  return service.listModels(targetOf(protocol).endpoint, new AbortController().signal);
};

describe('registry', () => {
  it('makes one service per protocol and deps', async () => {
    const deps = { fetch: answering('') };
    for (const protocol of PROTOCOLS) {
      const service = await loadService(protocol, deps);
      expect(service.protocol).toBe(protocol);
      expect(await loadService(protocol, deps)).toBe(service);
      expect(await loadService(protocol, { fetch: deps.fetch })).not.toBe(service);
    }
  });

  it('sanitizes with the engine before anything is rendered', async () => {
    const service = await loadService('anthropic', { fetch: answering('') });
    const { request, report } = service.sanitizeMessages(
      [
        { role: 'user', parts: [{ type: 'text', text: 'hi' }] },
        {
          role: 'assistant',
          parts: [
            { type: 'thinking', text: 'foreign', encrypted: 'x' },
            { type: 'text', text: 'ho' },
          ],
          origin: { vendor: 'openai', model: 'gpt-6-sol' },
        },
        { role: 'user', parts: [{ type: 'text', text: 'again' }] },
      ],
      [],
      targetOf('anthropic'),
    );
    expect(JSON.stringify(request.messages)).not.toContain('foreign');
    expect(report.notes.map((note) => note.rule)).toContain('drop-foreign-thinking');
  });
});

describe('the last look before the network', () => {
  it.each(PROTOCOLS)('%s sends nothing that its vendor would refuse', async (protocol) => {
    let asked = 0;
    const orphan = requestOf([
      { role: 'user', parts: [{ type: 'text', text: 'hi' }] },
      { role: 'assistant', parts: [{ type: 'tool_call', id: 'call00001', name: 'ping', args: {} }] },
      { role: 'user', parts: [{ type: 'text', text: 'never mind' }] },
    ]);
    const events = await eventsOf(
      protocol,
      () => {
        asked++;
        return Promise.reject(new Error('asked'));
      },
      { request: orphan },
    );
    expect(events).toEqual([
      {
        type: 'end',
        stop: 'error',
        error: {
          kind: 'invalid_parameter',
          retryable: false,
          code: 'unsendable_request',
          message: expect.stringMatching(/^[A-Z]\d+\w* .+: \w/),
        },
      },
    ]);
    expect(asked).toBe(0);
  });
});

describe('a request without a network', () => {
  it.each(PROTOCOLS)('%s is captured without asking the injected fetch', async (protocol) => {
    let asked = 0;
    const service = await serviceFor(protocol, () => {
      asked++;
      return Promise.reject(new Error('asked'));
    });
    const captured = await service.capture(HELLO, targetOf(protocol));
    expect(captured.method).toBe('POST');
    expect(captured.url.startsWith(targetOf(protocol).endpoint)).toBe(true);
    expect(JSON.stringify(captured.body)).toContain('hello');
    expect(asked).toBe(0);
    expect(await service.capture(HELLO, targetOf(protocol))).toEqual(captured);
  });
});

describe('connections to one address', () => {
  /** The addresses that a connection was asked for. Never answers. */
  const connection = () => {
    const asked: string[] = [];
    const fetch: VendorFetch = (input) => {
      asked.push(addressOf(input));
      return Promise.reject(new Error('asked'));
    };
    return { asked, fetch };
  };

  it.each(PROTOCOLS)('%s: each request goes through its own', async (protocol) => {
    const [first, second] = [connection(), connection()];
    await Promise.all([eventsOf(protocol, first.fetch), eventsOf(protocol, second.fetch)]);
    expect([first.asked.length, second.asked.length]).toEqual([1, 1]);
    await eventsOf(protocol, second.fetch);
    expect([first.asked.length, second.asked.length]).toEqual([1, 2]);
  });

  it.each(PROTOCOLS)('%s: each request goes to the address that the connection has now', async (protocol) => {
    const { asked, fetch } = connection();
    const service = await serviceFor(protocol, fetch);
    const endpoints = ['https://one.example/v1', 'https://two.example/v1', 'https://one.example/v1'];
    for (const endpoint of endpoints) {
      const target = { ...targetOf(protocol), endpoint };
      for await (const event of service.stream(HELLO, target, new AbortController().signal))
        expect(event.type).toBe('end');
    }
    expect(asked.map((address) => new URL(address).host)).toEqual(['one.example', 'two.example', 'one.example']);
  });

  it.each(PROTOCOLS)('%s: stopping one request leaves the other', async (protocol) => {
    const stop = new AbortController();
    const signals: AbortSignal[] = [];
    const waiting: VendorFetch = (_input, init) => {
      if (init?.signal) signals.push(init.signal);
      if (signals.length === 2) stop.abort();
      return answering('')('');
    };
    const [stopped, other] = await Promise.all([
      eventsOf(protocol, waiting, { signal: stop.signal }),
      eventsOf(protocol, waiting),
    ]);
    expect(stopped.at(-1)).toMatchObject({ stop: 'aborted' });
    expect(other.at(-1)).toMatchObject({ stop: 'error' });
  });
});

describe('model lists', () => {
  it('reads Anthropic, leaving out what is retired', async () => {
    const model = (id: string, change: object) => ({
      type: 'model',
      id,
      display_name: `Claude ${id}`,
      created_at: '',
      ...change,
    });
    expect(
      await list('anthropic', {
        data: [
          model('a', { max_input_tokens: 1_000_000, max_tokens: 128_000, lifecycle: 'active' }),
          model('b', {}),
          model('c', { lifecycle: 'retired' }),
        ],
        has_more: false,
      }),
    ).toEqual([
      { id: 'a', label: 'Claude a', contextWindow: 1_000_000, maxOutput: 128_000 },
      { id: 'b', label: 'Claude b' },
    ]);
  });

  it('reads Gemini, leaving out what cannot generate', async () => {
    expect(
      await list('gemini', {
        models: [
          {
            name: 'models/gemini-3.8-flash',
            displayName: 'Gemini 3.8 Flash',
            inputTokenLimit: 1_048_576,
            outputTokenLimit: 65_536,
            supportedGenerationMethods: ['generateContent', 'countTokens'],
          },
          { name: 'models/embedding-001', supportedGenerationMethods: ['embedContent'] },
        ],
      }),
    ).toEqual([{ id: 'gemini-3.8-flash', label: 'Gemini 3.8 Flash', contextWindow: 1_048_576, maxOutput: 65_536 }]);
  });

  it('reads every dialect of the OpenAI list, leaving out what cannot chat', async () => {
    const data = [
      { id: 'gpt-6-sol', object: 'model', created: 1, owned_by: 'openai' },
      { id: 'text-embedding-3-large' },
      { id: 'whisper-1' },
      { id: 'gpt-image-2' },
      { id: 'gpt-6-realtime' },
      { id: 'omni-moderation-latest' },
      { id: 'openai/gpt-oss-120b', active: true, context_window: 131_072, max_completion_tokens: 65_536 },
      { id: 'gone', active: false },
      {
        id: 'mistral-large-4',
        name: 'Mistral Large 4',
        max_context_length: 1_048_576,
        capabilities: { completion_chat: true },
      },
      { id: 'mistral-embed', capabilities: { completion_chat: false } },
      {
        id: 'anthropic/claude-opus-5',
        name: 'Claude Opus 5',
        context_length: 1_000_000,
        architecture: { output_modalities: ['text'] },
        top_provider: { max_completion_tokens: 128_000 },
      },
      { id: 'x/painter', architecture: { output_modalities: ['image'] } },
      { id: 'local', max_model_len: 32_768 },
      { nonsense: true },
    ];
    const expected = [
      { id: 'gpt-6-sol' },
      { id: 'openai/gpt-oss-120b', contextWindow: 131_072, maxOutput: 65_536 },
      { id: 'mistral-large-4', label: 'Mistral Large 4', contextWindow: 1_048_576 },
      { id: 'anthropic/claude-opus-5', label: 'Claude Opus 5', contextWindow: 1_000_000, maxOutput: 128_000 },
      { id: 'local', contextWindow: 32_768 },
    ];
    expect(await list('openai-chat', { object: 'list', data })).toEqual(expected);
    expect(await list('openai-responses', { object: 'list', data })).toEqual(expected);
  });
});
