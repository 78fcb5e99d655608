import { describe, expect, test } from 'vitest';
import { toElectronHandler } from '#host/electron-mount.ts';
import { emulateProtocolHandle } from '#test/fakes/protocol-handle.ts';
import { until } from './conformance/context.ts';

const URL_OF_PAGE = 'app://ui/api/x';

describe('toElectronHandler', () => {
  test('takes headers about a connection away and keeps the rest', async () => {
    const handler = toElectronHandler({
      fetch: async () =>
        new Response('x', {
          status: 201,
          headers: {
            'transfer-encoding': 'chunked',
            connection: 'keep-alive',
            'keep-alive': 'timeout=5',
            'x-kept': 'yes',
          },
        }),
    });
    const response = await handler(new Request(URL_OF_PAGE));
    expect(response.status).toBe(201);
    expect([...response.headers.keys()]).toEqual(['content-type', 'x-kept']);
  });

  test('turns the end of the body into an abort of the request', async () => {
    let aborted = false;
    const handler = toElectronHandler({
      async fetch({ signal }) {
        signal.addEventListener('abort', () => (aborted = true));
        return new Response(new ReadableStream({ pull: () => new Promise(() => undefined) }));
      },
    });
    const response = await handler(new Request(URL_OF_PAGE));
    expect(aborted).toBe(false);
    await response.body?.cancel();
    expect(aborted).toBe(true);
  });

  test('hands method, headers and body on', async () => {
    const handler = toElectronHandler({
      fetch: async (request) => Response.json([request.method, request.headers.get('x-a'), await request.text()]),
    });
    const response = await handler(new Request(URL_OF_PAGE, { method: 'POST', headers: { 'x-a': 'b' }, body: 'body' }));
    expect(await response.json()).toEqual(['POST', 'b', 'body']);
  });
});

/** The emulation itself: it must have the same traps as Electron, or the conformance suite proves too much. */
describe('emulateProtocolHandle', () => {
  test('the handler sees no Origin: null, no Host, and no abort before it has answered', async () => {
    let seen: Request | null = null;
    const answer = Promise.withResolvers<Response>();
    const page = emulateProtocolHandle((request) => {
      seen = request;
      return answer.promise;
    });
    const abort = new AbortController();
    const waiting = page(URL_OF_PAGE, { headers: { origin: 'null', host: 'ui', 'x-a': 'b' }, signal: abort.signal });
    await until(() => seen !== null, 'the handler is called');
    const request = seen as Request | null;
    expect([...(request?.headers ?? [])]).toEqual([['x-a', 'b']]);
    abort.abort();
    await expect(waiting).rejects.toThrow(/abort/);
    expect(request?.signal.aborted).toBe(false);
    let cancelled = false;
    answer.resolve(new Response(new ReadableStream({ cancel: () => void (cancelled = true) })));
    await until(() => cancelled, 'the late answer is destroyed');
  });

  test('of several cookies the last one stays', async () => {
    const headers = new Headers([
      ['set-cookie', 'a=1'],
      ['set-cookie', 'b=2'],
    ]);
    const response = await emulateProtocolHandle(async () => new Response('x', { headers }))(URL_OF_PAGE);
    expect(response.headers.getSetCookie()).toEqual(['b=2']);
  });

  test('a handler that rejects and a body that fails are network errors', async () => {
    const rejecting = emulateProtocolHandle(() => Promise.reject(new Error('inside')));
    await expect(rejecting(URL_OF_PAGE)).rejects.toThrow('ERR_UNEXPECTED');
    const failing = emulateProtocolHandle(
      async () => new Response(new ReadableStream({ pull: (controller) => controller.error(new Error('inside')) })),
    );
    await expect((await failing(URL_OF_PAGE)).text()).rejects.toThrow('ERR_FAILED');
  });
});
