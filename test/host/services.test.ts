import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createVendorFetch } from '#host-client/vendor-fetch.ts';
import { type Host, createHost } from '#host/create-host.ts';
import { toElectronHandler } from '#host/electron-mount.ts';
import { PRACTICE_ROWS, VENDOR_ROWS } from '#host/base/vendor-table.ts';
import { TEST_TOKEN, createHostBench, createMemorySecrets } from '#test/fakes/host-deps.ts';
import { emulateProtocolHandle } from '#test/fakes/protocol-handle.ts';
import { type Upstream, createUpstream } from '#test/fakes/upstream.ts';
import { Lab, PRACTICE_IDS, TOOLS, practiceTarget, practiceVendors, textOf } from '#test/vendors/practice-lab.ts';
import { loadService } from '#vendors/registry.ts';
import { until } from './conformance/context.ts';

const KEY = 'sk-1234567890-of-the-host';
const practice = practiceVendors();
let bench: ReturnType<typeof createHostBench>;
let host: Host;
let upstream: Upstream;

beforeEach(async () => {
  upstream = await createUpstream();
  const keys = Object.fromEntries(VENDOR_ROWS.map(({ id }) => [id, KEY]));
  bench = createHostBench({ secrets: createMemorySecrets(keys), fetch: (request) => upstream.fetch(request) });
  host = createHost(bench.deps, { practice });
});
afterEach(async () => {
  await host.close();
  await upstream.close();
  bench.dispose();
});

/** What an SDK in the page receives, down to the handler of app://ui. */
function fetchFor(connection: { id: string; baseUrl: string }) {
  const page = emulateProtocolHandle(toElectronHandler(host));
  return createVendorFetch(
    { origin: 'app://ui', token: TEST_TOKEN, fetch: page, newRunId: () => randomUUID(), running: new Set() },
    connection,
  );
}

function rowOf(endpoint: string) {
  const row = PRACTICE_ROWS.find(({ baseUrl }) => baseUrl === endpoint);
  if (!row) throw new Error(`no connection for ${endpoint}`);
  return row;
}

describe.each(PRACTICE_IDS)('%s through the host', (id) => {
  const target = practiceTarget(id, { tools: TOOLS });
  const lab = () => new Lab(fetchFor(rowOf(target.endpoint)));

  test('answers, runs a tool and takes its own state back', async () => {
    const answers = await lab().say('!think 1\n!tool weather_server__get_weather {"city":"부산"}\n날씨는?', target);
    expect(answers.map(({ stop }) => stop)).toEqual(['tool', 'end']);
    expect(textOf(answers[1]?.parts ?? [])).toContain('부산');
  });

  test('is stopped mid-stream and before headers', async () => {
    for (const text of ['!speed 400\n!long 4000\nhello', '!fault headers\nhello']) {
      const abort = new AbortController();
      const one = lab();
      one.history.push({ role: 'user', parts: [{ type: 'text', text }] });
      setTimeout(() => abort.abort(), 150);
      expect(await one.request(target, abort.signal)).toMatchObject({ stop: 'aborted' });
      await until(() => practice.open() === 0, 'the practice vendor has stopped');
    }
  });

  test('lists its models', async () => {
    const service = await loadService(target.model.protocol, { fetch: fetchFor(rowOf(target.endpoint)) });
    const models = await service.listModels(target.endpoint, new AbortController().signal);
    expect(models.map((model) => model.id)).toContain(id);
  });
});

describe('the real connections', () => {
  test.for(VENDOR_ROWS)(
    '$label: what its SDK asks for is on the list, and arrives with the host’s key',
    async (row) => {
      upstream.answer = (request, response) => {
        response.writeHead(request.method === 'GET' ? 200 : 429, { 'content-type': 'application/json' });
        response.end(request.method === 'GET' ? '{"data":[],"models":[]}' : '{"error":{"message":"slow down"}}');
      };
      const service = await loadService(row.protocol, { fetch: fetchFor(row) });
      await service.listModels(row.baseUrl, new AbortController().signal);
      const model = { ...practiceTarget('practice-chat').model, id: 'org/some-model:1', protocol: row.protocol };
      const target = { vendor: row.vendor, endpoint: row.baseUrl, model, thinking: 'off' as const };
      const history = [{ role: 'user' as const, parts: [{ type: 'text' as const, text: 'hello' }] }];
      const { request } = service.sanitizeMessages(history, [], target);
      const events = [];
      for await (const event of service.stream(request, target, new AbortController().signal)) events.push(event);
      expect(events.at(-1)).toMatchObject({ type: 'end', stop: 'error', error: { kind: 'rate_limit' } });
      // Ollama lists its models and which of them are loaded.
      const lists = row.protocol === 'ollama' ? ['GET', 'GET'] : ['GET'];
      expect(upstream.seen.map(({ method }) => method)).toEqual([...lists, 'POST']);
      for (const { target: address, headers } of upstream.seen) {
        expect(address.startsWith(`${row.baseUrl}/`)).toBe(true);
        const sent = [headers['x-api-key'], headers['x-goog-api-key'], headers['authorization']].filter(Boolean);
        expect(sent).toEqual(row.needsKey ? [row.auth === 'bearer' ? `Bearer ${KEY}` : KEY] : []);
        expect(Object.keys(headers).filter((name) => /stainless|baton|goog-api-client|dangerous/.test(name))).toEqual(
          [],
        );
      }
    },
  );
});
