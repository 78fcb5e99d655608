import { describe, expect, test } from 'vitest';
import { HostEvent } from '#contract/events.ts';
import { HostLog } from '#contract/logs.ts';
import { listRoutes } from '#host/create-api.ts';
import { createHandler } from '#host/create-handler.ts';
import { createHostBench } from '#test/fakes/host-deps.ts';
import { type MountKind, until, useHost } from './context.ts';

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const;

function allRoutes() {
  const bench = createHostBench();
  const routes = listRoutes(createHandler(bench.deps).parts);
  bench.dispose();
  return routes;
}

const toPath = (pattern: string) =>
  pattern.replace(':connection', 'openai').replace(':id', 'openai').replace('*', 'models');

async function readEvents(response: Response, count: number): Promise<HostEvent[]> {
  let text = '';
  for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    text += chunk;
    if (text.split('\n\n').length > count) break;
  }
  const lines = text.split('\n\n').filter((one) => one !== '');
  return lines.map((line) => HostEvent.parse(JSON.parse(line.replace(/^data: /, ''))));
}

/** S30 and the small routes. */
export function describeRoutes(kind: MountKind): void {
  describe('routes', () => {
    const context = useHost(kind);

    test('every address takes its own methods and no other', async () => {
      const routes = allRoutes();
      expect(routes.length).toBeGreaterThanOrEqual(13);
      for (const { path, methods } of routes)
        for (const method of METHODS.filter((one) => !(one in methods))) {
          const response = await context.call(toPath(path), { method });
          expect(`${method} ${path} ${response.status}`).toBe(`${method} ${path} 405`);
          expect(response.headers.get('allow')).toBe(Object.keys(methods).join(', '));
        }
    });

    test('no GET changes anything on disk', async () => {
      // Whether the system has a sandbox is found out by running `true` in it, which is listed while it runs.
      const files = () => Object.entries(context.bench.readHome()).filter(([name]) => !name.startsWith('mcp-running.'));
      const before = files();
      for (const { path, methods } of allRoutes()) {
        if (!methods.GET || path === '/api/events') continue;
        const query = path.endsWith('/import/version') ? '?from=npm&name=x' : '';
        const response = await context.call(toPath(path) + query);
        // There is no such MCP server, session, output, file, snapshot or journal; `x` is neither a device nor a hash.
        const unknown =
          /^\/api\/(?:mcp\/.*:(?:id|output)|desktop\/opened\/:id|snapshots\/:id|journals\/:profile\/records)/.test(
            path,
          );
        const malformed = /^\/api\/(?:sync\/.*:|journals\/.*:hash)/.test(path);
        // Nobody agreed to ask the registry.
        const refused = path === '/api/mcp-directory/servers';
        expect(`${path} ${response.status}`).toBe(`${path} ${unknown ? 404 : malformed ? 400 : refused ? 403 : 200}`);
        await response.text();
      }
      expect(files()).toEqual(before);
    });

    test('what happened in a window reaches the log, and nothing that is no line', async () => {
      const line = { at: '2026-11-21T10:00:00.000Z', level: 'info', event: 'session.idle', from: 'page' };
      const post = (lines: unknown) => context.call('/api/logs', { method: 'POST', json: { lines } });
      expect((await post([{ ...line, sessionID: 's' }])).status).toBe(204);
      expect((await post([{ ...line, level: 'loud' }])).status).toBe(400);
      expect((await post(Array.from({ length: 201 }, () => line))).status).toBe(400);
      expect(context.bench.deps.log.adopted).toEqual([{ ...line, sessionID: 's' }]);
      const answer = HostLog.parse(await (await context.call('/api/logs?after=0')).json());
      expect(answer).toEqual({ lines: [], file: null });
    });

    test('bodies must be JSON, of the right shape and not too large', async () => {
      const path = '/api/shell/open-external';
      const post = (body: BodyInit, type: string) =>
        context.call(path, { method: 'POST', body, as: { 'content-type': type } });
      expect((await post('{"url":"https://a.example"}', 'text/plain')).status).toBe(415);
      expect((await post('{"url":"https://a.example"}', 'application/jsonx')).status).toBe(415);
      expect((await post('{"url":', 'application/json')).status).toBe(400);
      expect((await post('{"url":7}', 'application/json; charset=utf-8')).status).toBe(400);
      expect((await post(JSON.stringify({ url: 'x'.repeat(70_000) }), 'application/json')).status).toBe(413);
      expect((await post('{"url":"https://a.example"}', 'application/json')).status).toBe(200);
    });

    test('an address is opened only if it is one for outside', async () => {
      const open = async (url: string) =>
        (await context.call('/api/shell/open-external', { method: 'POST', json: { url } })).status;
      expect(await open('https://a.example/b?c=d')).toBe(200);
      expect(await open('mailto:someone@a.example')).toBe(200);
      for (const url of [
        // oxlint-disable-next-line no-script-url -- what must be refused
        'javascript:alert(1)',
        'file:///etc/passwd',
        'https://u:p@a.example',
        'https://a\nb',
        'x',
        'data:,x',
      ])
        expect(await open(url)).toBe(400);
    });

    test('events: hello first, then what changes; a reader that leaves is forgotten', async () => {
      const response = await context.call('/api/events');
      expect(response.headers.get('content-type')).toContain('text/event-stream');
      const reading = readEvents(response, 3);
      await context.call('/api/secrets/keys/groq', { method: 'PUT', json: { key: 'gsk-1234567890' } });
      await context.call('/api/config', { method: 'PATCH', json: { practiceCharsPerSecond: 50 } });
      expect((await reading).map(({ type }) => type)).toEqual(['hello', 'connections-changed', 'config-changed']);
      const second = await context.call('/api/events');
      const reader = second.body?.getReader();
      await reader?.read();
      await context.host.close();
      expect((await reader?.read())?.done).toBe(true);
    });

    test('config: defaults, a change, a change that is none', async () => {
      const read = async () => (await context.call('/api/config')).json();
      expect(await read()).toMatchObject({ config: { version: 1 }, warnings: [] });
      const patch = (json: unknown) => context.call('/api/config', { method: 'PATCH', json });
      expect((await patch({ practiceCharsPerSecond: 77 })).status).toBe(200);
      expect(await read()).toMatchObject({ config: { practiceCharsPerSecond: 77 } });
      expect((await patch({ practiceCharsPerSecond: 0 })).status).toBe(400);
      expect((await patch({ somethingElse: 1 })).status).toBe(400);
      expect((await patch({ version: 2 })).status).toBe(400);
      expect(await read()).toMatchObject({ config: { practiceCharsPerSecond: 77 } });
    });

    test('an unknown run ends without fuss', async () => {
      expect((await context.call('/api/runs/nobody', { method: 'DELETE' })).status).toBe(204);
    });

    test('seven answers stream at once and the host still answers at once', async () => {
      let open = 0;
      context.upstream.answer = (_request, response) => {
        open += 1;
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        response.write('data: 1\n\n');
      };
      const streams = await Promise.all(
        Array.from({ length: 7 }, () =>
          context.call('/api/vendors/openai/wire/responses', { method: 'POST', json: {} }),
        ),
      );
      await until(() => open === 7, 'seven open streams');
      const began = Date.now();
      expect((await context.call('/api/ping')).status).toBe(200);
      expect(Date.now() - began).toBeLessThan(500);
      for (const stream of streams) await stream.body?.cancel();
      expect(await Promise.all(context.upstream.seen.map((one) => one.brokenOff))).toEqual(Array(7).fill(true));
    });
  });
}
