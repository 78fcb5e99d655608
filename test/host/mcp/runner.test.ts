import { expect, test } from 'vitest';
import { createSecretRedactor } from '#host/mcp/base/redact-secrets.ts';
import { createLogTail } from '#host/mcp/base/log-tail.ts';
import type { Wire, WireEvents } from '#host/mcp/base/wire.ts';
import { createRunner } from '#host/mcp/runner.ts';
import { FakeClock } from '#test/fakes/fake-clock.ts';

const HANDSHAKE = {
  protocolVersion: '2025-11-25',
  capabilities: { tools: { listChanged: true } },
  serverInfo: { name: 's', version: '1' },
};

test('a listing that is never answered does not hold up the ones after it', async () => {
  const clock = new FakeClock();
  let listings = 0;
  let server: WireEvents | null = null;
  const wire: Wire = {
    start: async (events) => void (server = events),
    async send({ id, method }) {
      if (id === undefined) return;
      if (method === 'tools/list' && ++listings === 2) return;
      const result = method === 'tools/list' ? { tools: [{ name: `tool-${listings}` }] } : HANDSHAKE;
      queueMicrotask(() => server?.onMessage({ jsonrpc: '2.0', id, result }));
    },
    close: async () => undefined,
  };
  const passedOn: unknown[] = [];
  const runner = createRunner({
    clock,
    version: '1',
    log: createLogTail(
      () => clock.now(),
      (text) => text,
    ),
    connect: async () => ({ wire, scrub: createSecretRedactor([]) }),
    onTools: async () => undefined,
    onNotification: (message) => void passedOn.push(message.method),
    onChange: () => undefined,
    rootsOf: async () => [],
    mayRepeat: async () => undefined,
  });
  await runner.ensure();
  const change = () => server?.onMessage({ jsonrpc: '2.0', method: 'notifications/tools/list_changed' });
  change();
  await clock.advance(1000);
  change();
  await clock.advance(120_000);
  expect(runner.tools).toEqual([{ name: 'tool-3' }]);
  expect(passedOn).toHaveLength(2);
  expect(runner.current()?.busy).toBe(0);
});
