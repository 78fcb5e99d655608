import type { Client } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { MCP_CALL_META } from '#contract/mcp-calls.ts';
import { createOutgoingFetch } from '#host/base/outgoing-fetch.ts';
import { type AskingHttp, type Legacy, askingOverHttp, askingOverStdio } from './support/asking-server.ts';
import { type McpBench, createMcpBench, eventually, newClient, textOf } from './support/bench.ts';

let bench: McpBench;
let http: AskingHttp | null;
let id: string;

/** One server for all tests of a group: it's stateless between calls. */
function serves(kind: 'stdio' | 'http', legacy: Legacy): void {
  beforeAll(async () => {
    bench = await createMcpBench({ deps: { fetch: createOutgoingFetch({}) } });
    http = kind === 'http' ? await askingOverHttp(legacy) : null;
    ({ id } = await bench.ready('Asking', http?.definition ?? askingOverStdio(legacy)));
  });
  afterAll(async () => {
    await bench.close();
    await http?.close();
  });
}

/** A page that answers the questions of servers with the result of `answer`. */
async function page(answer: (params: Record<string, unknown>) => unknown) {
  const questions: Record<string, unknown>[] = [];
  const client = newClient({ elicitation: { form: {}, url: {} } });
  client.setRequestHandler('elicitation/create', async ({ params }) => {
    questions.push(params);
    return (await answer(params)) as { action: 'accept' };
  });
  await bench.connect(id, client);
  return { client, questions };
}

const named = (name: string) => () => ({ action: 'accept', content: { name } });
const run = (client: Client, tool: string) => bench.run(client, id, tool);

describe.for([
  ['stdio', 'reject'],
  ['stdio', 'serve'],
  ['http', 'reject'],
  ['http', 'serve'],
] as const)('a server of the SDK over %s that lets older clients be and does: %s', ([kind, legacy]) => {
  serves(kind, legacy);

  test('asks for a form and goes on with the answer', async () => {
    const { client, questions } = await page(named('Grace'));
    expect(textOf(await run(client, 'greet'))).toBe('Hello Grace, in the same state');
    expect(questions).toMatchObject([{ message: 'Who are you?' }]);
    expect(JSON.stringify(questions)).not.toContain('opaque');
    const log = await (await bench.call('GET', `/api/mcp/servers/${id}/log`)).text();
    expect(log + bench.bench.deps.log.lines.join()).not.toMatch(/opaque|Grace/);
  });

  test('takes a no for an answer', async () => {
    const { client } = await page(() => ({ action: 'decline' }));
    expect(textOf(await run(client, 'greet'))).toBe('Nobody, in the same state');
  });

  test('sends the user to an address', async () => {
    const { client, questions } = await page(() => ({ action: 'accept' }));
    expect(textOf(await run(client, 'open-page'))).toBe('{"page":{"action":"accept"}}');
    expect(questions).toMatchObject([{ mode: 'url', url: 'https://example.com/sign' }]);
  });

  test('asks before it gives a resource', async () => {
    const { client } = await page(named('Ada'));
    const { contents } = await client.readResource({ uri: 'news://today' });
    expect(JSON.stringify(contents)).toContain('Ada');
  });

  test('a client that cannot ask answers nothing', async () => {
    const client = await bench.connect(id);
    expect(textOf(await run(client, 'open-page'))).toContain('cancel');
  });

  test('a call that is cancelled while it asks is over, and the next one runs', async () => {
    const stop = new AbortController();
    const first = await page(() => {
      stop.abort();
      return new Promise(() => undefined);
    });
    const call = bench.run(first.client, id, 'greet', {}, { signal: stop.signal });
    await expect(call).rejects.toThrow(/abort/i);
    const { client } = await page(named('Grace'));
    expect(textOf(await run(client, 'greet'))).toContain('Grace');
  });
});

describe('a server with the handshake', () => {
  serves('stdio', 'serve');

  test('is called again, within what the user allowed, once they have been at the address that it needs', async () => {
    const { client, questions } = await page(() => ({ action: 'accept' }));
    expect(textOf(await run(client, 'pay'))).toBe('paid');
    expect(questions).toMatchObject([{ mode: 'url', url: 'https://example.com/pay', elicitationId: 'p' }]);
    const refusing = await page(() => ({ action: 'decline' }));
    await expect(run(refusing.client, 'pay')).rejects.toThrow('didn’t visit the address');
    expect(textOf(await run(client, 'pay'))).toBe('paid');
  });
});

describe.for(['stdio', 'http'] as const)('a server without the handshake over %s', (kind) => {
  serves(kind, 'reject');

  test('a question says which of two calls it belongs to', async () => {
    const { client, questions } = await page(({ _meta }) => ({
      action: 'accept',
      content: { name: (_meta as Record<string, string>)[MCP_CALL_META] },
    }));
    const calls = ['left', 'right'].map(async (key) =>
      textOf(
        await client.callTool({
          name: 'greet',
          arguments: {},
          _meta: { ...(await bench.ticket(id, 'greet', {})), [MCP_CALL_META]: key },
        }),
      ),
    );
    expect(await Promise.all(calls)).toEqual(['left', 'right'].map((key) => `Hello ${key}, in the same state`));
    expect(questions).toHaveLength(2);
  });

  test('who closes the first of two questions is not asked the second; the folders are told', async () => {
    const { client, questions } = await page(() => ({ action: 'cancel' }));
    expect(JSON.parse(textOf(await run(client, 'survey')))).toEqual({
      first: { action: 'cancel' },
      second: { action: 'cancel' },
      where: { roots: [] },
    });
    expect(questions).toHaveLength(1);
  });

  test('tells when its tools change, and they are listed again', async () => {
    const { client } = await page(named('x'));
    await run(client, 'open-page');
    if (http) {
      await eventually(() => http?.listeners() === 1, 'it is listened to');
      http.grow();
    } else await run(client, 'change');
    const added = async () => (await bench.server(id)).tools?.find(({ name }) => name === 'added');
    await eventually(async () => (await added()) !== undefined, 'listed again');
    expect(await added()).toMatchObject({ name: 'added', enabled: true });
  });
});

describe('over HTTP without the handshake', () => {
  serves('http', 'reject');

  test('an argument goes along as a header, in the encoding of the specification', async () => {
    const { client } = await page(named('x'));
    for (const [region, header] of [
      ['eu-1', 'eu-1'],
      ['서울', '=?base64?7ISc7Jq4?='],
      ['a\r\nAuthorization: Bearer x', '=?base64?YQ0KQXV0aG9yaXphdGlvbjogQmVhcmVyIHg=?='],
    ] as const) {
      expect(textOf(await bench.run(client, id, 'route', { region }))).toBe(`sent to ${region}`);
      const { headers } = http?.seen.findLast(({ method }) => method === 'tools/call') ?? {};
      expect(headers?.get('mcp-param-region')).toBe(header);
      expect(headers?.get('authorization')).toBe(null);
    }
    await expect(bench.run(client, id, 'route', { region: 'x'.repeat(9000) })).rejects.toThrow(/region.*too long/);
  });

  test('a resource that is followed is told of, and no longer when nobody follows it', async () => {
    const { client } = await page(named('x'));
    await run(client, 'open-page');
    const notified: string[] = [];
    client.setNotificationHandler('notifications/resources/updated', ({ params }) => void notified.push(params.uri));
    await client.subscribeResource({ uri: 'news://today' });
    await eventually(() => http?.listeners() === 1, 'it is listened to once');
    await eventually(() => {
      http?.resourceUpdated('news://today');
      return notified.length > 0;
    }, 'told');
    expect(new Set(notified)).toEqual(new Set(['news://today']));
    await client.unsubscribeResource({ uri: 'news://today' });
    await client.close();
    await eventually(() => http?.listeners() === 1, 'the lists are still listened to');
    await bench.call('POST', `/api/mcp/servers/${id}/stop`);
    await eventually(() => http?.listeners() === 0, 'nothing is left open');
  });
});
