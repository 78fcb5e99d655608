import { describe, expect, it } from 'vitest';
import { createMcpHost } from '#host-client/create-mcp-host.ts';
import { RUN_HEADER, TOKEN_HEADER } from '#contract/headers.ts';

function open(answer: (url: string, init: RequestInit) => Response) {
  const calls: { url: string; init: RequestInit }[] = [];
  const hidden: (() => void)[] = [];
  let runs = 0;
  const host = createMcpHost({
    origin: 'http://baton.test',
    token: 'secret',
    fetch: async (url, init = {}) => {
      calls.push({ url, init });
      return answer(url, init);
    },
    newRunId: () => `run-${(runs += 1)}`,
    onPageHide: (fn) => hidden.push(fn),
  });
  return { host, calls, hidden };
}

describe('the way to MCP servers', () => {
  it('sends the SDK’s requests with token and run id, and to no other address', async () => {
    const { host, calls } = open(() => new Response('{}'));
    await host.fetch(host.endpoint('my server'), { method: 'POST', headers: { accept: 'a/b' }, body: '{}' });
    const headers = new Headers(calls[0]?.init.headers);
    expect(calls[0]?.url).toBe('http://baton.test/api/mcp/my%20server');
    expect([headers.get(TOKEN_HEADER), headers.get(RUN_HEADER), headers.get('accept')]).toEqual([
      'secret',
      'run-1',
      'a/b',
    ]);
    await expect(host.fetch('https://elsewhere.example/', {})).rejects.toThrow('not an address');
    expect(calls).toHaveLength(1);
  });

  it('ends what still runs when the page goes away, and what is aborted', async () => {
    const { host, calls, hidden } = open(() => new Response(new ReadableStream()));
    const stop = new AbortController();
    await host.fetch(host.endpoint('a'), { method: 'POST', signal: stop.signal });
    stop.abort();
    expect(calls.at(-1)).toMatchObject({ url: 'http://baton.test/api/runs/run-1', init: { method: 'DELETE' } });
    await host.fetch(host.endpoint('a'), { method: 'POST' });
    for (const fn of hidden) fn();
    expect(calls.at(-1)?.url).toBe('http://baton.test/api/runs/run-2');
  });
});
