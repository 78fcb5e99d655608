import { describe, expect, it } from 'vitest';
import type { McpServer } from '#contract/mcp.ts';
import { createMcpServers } from '#state/mcp-servers.ts';
import { FakeClock, until } from '#test/fakes/fake-clock.ts';

const server = (id: string): McpServer => ({
  id,
  label: id,
  builtin: false,
  enabled: true,
  definition: { kind: 'http', url: 'https://a.example/mcp', headerNames: [], client: null },
  hash: 'h',
  approved: true,
  trusted: false,
  health: { state: 'stopped', since: 0, reason: null, nextTry: null, crashes: 0 },
  name: null,
  version: null,
  instructions: null,
  tools: null,
  revision: 0,
  signedIn: false,
});

function open() {
  const clock = new FakeClock();
  const stored = new Set(['a', 'b']);
  const removed: string[] = [];
  const kept: string[] = [];
  const errors: unknown[] = [];
  let leave = (): void => undefined;
  const host = { away: false, asked: 0, slow: Promise.resolve() };
  const servers = createMcpServers({
    source: {
      async servers() {
        host.asked += 1;
        if (host.away) throw new Error('away');
        const list = [...stored].map(server);
        await host.slow;
        return { servers: list, warnings: [] };
      },
      consents: { list: async () => ({ lasts: 'kept' as const, open: [] }) },
      rules: async () => [],
      permissions: {
        list: async () => ({
          commands: [],
          folders: [],
          sandbox: { kind: 'none' as const, reason: null, on: false, network: false },
        }),
      },
      async remove(id, options) {
        if (host.away) throw new Error('away');
        if (options?.keepalive) kept.push(id);
        removed.push(id);
        stored.delete(id);
      },
    },
    setTimeout: clock.setTimeout,
    clearTimeout: clock.clearTimeout,
    onError: (error) => errors.push(error),
    onPageHide(fn) {
      leave = fn;
    },
  });
  const shown = () => servers.store.getState().servers?.map(({ id }) => id);
  return { clock, servers, removed, kept, errors, host, shown, leave: () => leave() };
}

describe('the servers of the host', () => {
  it('stay out of sight when a list was on its way while they were removed', async () => {
    const { clock, servers, removed, shown, host } = open();
    await servers.reload();
    servers.removeLater('a');
    const seen: unknown[] = [];
    servers.store.subscribe(() => seen.push(shown()));
    const slow = Promise.withResolvers<void>();
    host.slow = slow.promise;
    void servers.reload();
    await clock.advance(10_000);
    expect(removed).toEqual(['a']);
    slow.resolve();
    await until(() => host.asked === 3 && seen.length === 2);
    expect(seen).toEqual([['b'], ['b']]);
  });

  it('are out of sight at once when removed, and gone after the time to take it back', async () => {
    const { clock, servers, removed, shown } = open();
    await servers.reload();
    servers.removeLater('a');
    expect(shown()).toEqual(['b']);
    await servers.reload();
    expect(shown()).toEqual(['b']);
    await clock.advance(8000);
    expect(removed).toEqual([]);
    await clock.advance(2000);
    expect(removed).toEqual(['a']);
    expect(shown()).toEqual(['b']);
  });

  it('come back when the removal is taken back', async () => {
    const { clock, servers, removed, shown } = open();
    await servers.reload();
    servers.removeLater('a').undo();
    expect(shown()).toEqual(['a', 'b']);
    await clock.advance(20_000);
    expect(removed).toEqual([]);
  });

  it('say when there is nothing to take back any longer', async () => {
    const { clock, servers, removed } = open();
    await servers.reload();
    const gone: string[] = [];
    servers.removeLater('a', () => gone.push('a'));
    servers.removeLater('b', () => gone.push('b')).undo();
    await clock.advance(8000);
    expect(gone).toEqual([]);
    await clock.advance(2000);
    expect([gone, removed]).toEqual([['a'], ['a']]);
  });

  it('are gone with the page that removed them, without the time to take it back', async () => {
    const { clock, servers, removed, kept, leave } = open();
    await servers.reload();
    servers.removeLater('a');
    servers.removeLater('b').undo();
    leave();
    expect(kept).toEqual(['a']);
    await clock.advance(20_000);
    expect(removed).toEqual(['a']);
  });

  it('come back into sight when they could not be removed, and the failure is told', async () => {
    const { clock, servers, errors, host, shown } = open();
    await servers.reload();
    servers.removeLater('a');
    host.away = true;
    await clock.advance(10_000);
    expect(errors).toHaveLength(1);
    host.away = false;
    await servers.reload();
    expect(shown()).toEqual(['a', 'b']);
  });

  it('stay as last heard while the host is away', async () => {
    const { servers, host, shown } = open();
    await servers.reload();
    host.away = true;
    await servers.reload();
    expect(shown()).toEqual(['a', 'b']);
    expect(servers.store.getState().error?.message).toBe('away');
  });

  it('are asked for once more, not many times, when asked for meanwhile', async () => {
    const { servers, host } = open();
    await Promise.all([servers.reload(), servers.reload(), servers.reload(), servers.reload()]);
    expect(host.asked).toBe(2);
  });
});
