import { expect, it, vi } from 'vitest';
import type { HistoryMessage } from '#core/message.ts';
import type { Vendor } from '#core/vendor.ts';
import type * as Table from '#core/vendors/table.ts';
import type * as Dialects from '#practice/chat/compatible-dialects.ts';
import { FakeClock } from '#test/fakes/fake-clock.ts';
import { FIXTURE } from '#test/fakes/fixture-vendor.ts';

vi.mock('#core/vendors/table.ts', async (original) => {
  const { VENDOR_TABLE } = await original<typeof Table>();
  return { VENDOR_TABLE: { ...VENDOR_TABLE, fixture: FIXTURE } };
});
vi.mock('#practice/chat/compatible-dialects.ts', async (original) => {
  const { COMPATIBLE_DIALECTS } = await original<typeof Dialects>();
  const { COMPATIBLE } = await import('#practice/chat/dialects.ts');
  const { chatModel, LEVELS } = await import('#practice/chat/models.ts');
  const models = [chatModel('fixture-1', { efforts: LEVELS })];
  return { COMPATIBLE_DIALECTS: [...COMPATIBLE_DIALECTS, { ...COMPATIBLE, id: 'fixture', models }] };
});

const fixture = 'fixture' as Vendor;
const KEY = 'fix-0123456789abcdef';
const HISTORY: HistoryMessage[] = [
  { role: 'user', parts: [{ type: 'text', text: 'Which time is it?' }] },
  { role: 'assistant', parts: [{ type: 'tool_call', id: 'toolu_01', name: 'clock', args: {} }], stop: 'tool' },
  { role: 'tool', parts: [{ type: 'tool_result', callId: 'toolu_01', name: 'clock', text: 'noon' }] },
  { role: 'user', parts: [{ type: 'text', text: 'Thank you.' }] },
];

it('has its connection: address, key, test and label', async () => {
  const { VENDOR_ROWS } = await import('#host/base/vendor-table.ts');
  expect(VENDOR_ROWS.find(({ id }) => id === 'fixture')).toMatchObject({
    label: 'Fixture AI',
    vendor: 'fixture',
    protocol: 'openai-chat',
    baseUrl: 'https://api.fixture.example/v1',
    auth: 'bearer',
    needsKey: true,
    test: 'account',
    keyUrl: 'https://fixture.example/keys',
  });
});

it('is accepted wherever a vendor is stored or sent', async () => {
  const { Connection } = await import('#contract/connection.ts');
  const { SessionRecordSchema } = await import('#archive/records.ts');
  const row = { id: 'u', sessionId: 's', at: 1, connection: 'fixture', vendor: 'fixture', model: 'fixture-1', cost: 1 };
  const record = { type: 'usage', row: { ...row, usage: { input: 1, output: 1 } } };
  expect(Connection.shape.vendor.parse('fixture')).toBe('fixture');
  expect(SessionRecordSchema.parse(record)).toEqual(record);
});

it('is recognized by its key, which no log shows', async () => {
  const { detectVendor } = await import('#ui/shared/secrets/detect-key.ts');
  const { createRedactor } = await import('#core/log/redact.ts');
  expect(detectVendor(KEY)).toBe('fixture');
  expect(createRedactor().text(`refused ${KEY}!`)).toBe('refused [redacted]!');
});

it('has its models, and guesses those that it does not list', async () => {
  const { findModel, labelOf } = await import('#vendors/catalog/find-model.ts');
  const { listModelsOf } = await import('#vendors/catalog/list-models.ts');
  const connection = { vendor: fixture, protocol: 'openai-chat' as const, practice: false, custom: false };
  expect(listModelsOf(connection).map(({ id }) => id)).toEqual(['fixture-1']);
  expect(labelOf('fixture-1')).toBe('Fixture One');
  expect(findModel(fixture, 'fixture-1', 'openai-chat')).toMatchObject({ vendor: 'fixture', contextWindow: 100_000 });
  expect(findModel(fixture, 'Fixture-2-Vision', 'openai-chat')).toMatchObject({
    thinking: { kind: 'effort' },
    images: true,
    tools: true,
  });
  expect(findModel(fixture, 'base', 'openai-chat')).toMatchObject({ thinking: { kind: 'none' }, tools: false });
});

it('is shown in its own shape and colors, on the page and in exported files', async () => {
  const { VENDOR_LOOK } = await import('#ui/shared/vendors/vendor-look.ts');
  const { STYLE } = await import('#archive/render/html/style.ts');
  expect(VENDOR_LOOK[fixture]).toEqual({
    name: 'Fixture',
    shape: FIXTURE.look.shape,
    color: 'light-dark(oklch(0.49 0.1 200), oklch(0.76 0.1 200))',
  });
  expect(STYLE).toContain('  --fixture: oklch(0.49 0.1 200);');
  expect(STYLE).toContain('    --fixture: oklch(0.76 0.1 200);');
  expect(STYLE).toContain('.by-fixture { --by: var(--fixture); }');
});

async function compile(endpoint: string) {
  const { findModel } = await import('#vendors/catalog/find-model.ts');
  const { loadService } = await import('#vendors/registry.ts');
  const { createPracticeVendors } = await import('#practice/create-practice-vendors.ts');
  const practice = createPracticeVendors({ clock: new FakeClock(), charsPerSecond: () => Infinity, secret: 'secret' });
  const service = await loadService('openai-chat', {
    fetch: (input, init) => practice.fetch(new Request(input, init)),
  });
  const model = findModel(fixture, 'fixture-1', 'openai-chat');
  const target = { vendor: fixture, endpoint, model, thinking: 'high' as const, cacheKey: 'session' };
  const { request, report } = service.sanitizeMessages(HISTORY, [], target);
  expect(report.problem).toBeUndefined();
  return { service, target, request, captured: await service.capture(request, target) };
}

it('receives any history in the form that its row describes', async () => {
  const { captured } = await compile('https://api.fixture.example/v1');
  expect(captured.url).toBe('https://api.fixture.example/v1/chat/completions');
  expect(captured.body).toMatchObject({
    model: 'fixture-1',
    max_completion_tokens: 8_000,
    reasoning_effort: 'high',
    prompt_cache_key: 'session',
  });
  expect(JSON.stringify(captured.body)).toMatch(/"tool_call_id":"[a-zA-Z0-9]{9}"/);
  const gateway = await compile('https://gateway.example/v1');
  expect(gateway.captured.body).not.toHaveProperty('prompt_cache_key');
});

it('is played by its practice vendor', async () => {
  const { service, target, request } = await compile('https://fixture.practice.invalid/v1');
  const events = [];
  for await (const event of service.stream(request, target, new AbortController().signal)) events.push(event);
  expect(events.at(-1)).toMatchObject({ type: 'end', stop: 'end' });
});

it('is called from a shell with its own key', async () => {
  const { toCurl } = await import('#flows/request/to-curl.ts');
  const { captured } = await compile('https://api.fixture.example/v1');
  const sender = { vendor: fixture, protocol: 'openai-chat' as const, custom: false, needsKey: true };
  expect(toCurl(captured, sender)).toContain('-H "Authorization: Bearer $FIXTURE_API_KEY"');
});
