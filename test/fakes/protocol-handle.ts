import { Readable } from 'node:stream';
import type { ReadableStream as NodeReadableStream } from 'node:stream/web';

/**
 * Emulates `protocol.handle` as Electron 45 does it (electron/electron lib/browser/api/protocol.ts and
 * shell/browser/net/node_stream_loader.cc, read 2026-08-22; security.md T1). Differences from HTTP:
 * - the handler's Request has a signal that never aborts; an abort before the response exists isn't noticed at all;
 * - `Origin: null` is removed before the handler receives the request; there is no Host header;
 * - response headers are flattened into a record, so the last one of several equal names wins;
 * - the body becomes a Node Readable that is destroyed when the page aborts, immediately if it already has;
 * - a handler that rejects, or a body that fails, is a network error to the page.
 */
export function emulateProtocolHandle(
  handler: (request: Request) => Promise<Response>,
): (url: string, init?: RequestInit) => Promise<Response> {
  return async (url, init = {}) => {
    const signal = init.signal ?? null;
    signal?.throwIfAborted();
    const answer = answerOf(handler, await toProtocolRequest(url, init));
    const given = signal ? await raceAbort(answer, signal) : await answer;
    return toPageResponse(given, signal);
  };
}

interface Given {
  status: number;
  headers: Record<string, string>;
  data: Readable | null;
}

async function toProtocolRequest(url: string, init: RequestInit): Promise<Request> {
  const plain = new Request(url, { ...init, signal: null });
  const headers = new Headers(plain.headers);
  if (headers.get('origin') === 'null') headers.delete('origin');
  headers.delete('host');
  const body = plain.body ? await plain.arrayBuffer() : null;
  return new Request(url, { method: plain.method, headers, body });
}

async function answerOf(handler: (request: Request) => Promise<Response>, request: Request): Promise<Given> {
  let response: Response;
  try {
    response = await handler(request);
  } catch (error) {
    throw new TypeError('net::ERR_UNEXPECTED', { cause: error });
  }
  return {
    status: response.status,
    headers: Object.fromEntries(response.headers),
    data: response.body ? Readable.fromWeb(response.body as NodeReadableStream<Uint8Array>) : null,
  };
}

function raceAbort(answer: Promise<Given>, signal: AbortSignal): Promise<Given> {
  return new Promise((resolve, reject) => {
    const onAbort = () => {
      reject(signal.reason as Error);
      // The loader is gone: any later response of the handler is destroyed unread.
      answer.then(
        ({ data }) => data?.on('error', () => undefined).destroy(),
        () => undefined,
      );
    };
    signal.addEventListener('abort', onAbort, { once: true });
    answer.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort));
  });
}

function toPageResponse({ status, headers, data }: Given, signal: AbortSignal | null): Response {
  if (!data) return new Response(null, { status, headers });
  const chunks = data[Symbol.asyncIterator]() as AsyncIterator<Uint8Array>;
  const body = new ReadableStream<Uint8Array>(
    {
      start(controller) {
        data.on('error', () => undefined);
        signal?.addEventListener('abort', () => {
          data.destroy();
          controller.error(signal.reason);
        });
      },
      async pull(controller) {
        try {
          const { done, value } = await chunks.next();
          if (signal?.aborted) return;
          if (done) controller.close();
          else controller.enqueue(value);
        } catch (error) {
          controller.error(new TypeError('net::ERR_FAILED', { cause: error }));
        }
      },
      cancel() {
        data.destroy();
      },
    },
    { highWaterMark: 0 },
  );
  return new Response(body, { status, headers });
}
