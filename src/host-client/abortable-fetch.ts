import { RUN_HEADER } from '#contract/headers.ts';
import { runEndpoints } from '#contract/runs.ts';
import { hasNullBody } from '#core/null-body.ts';
import { createApiClient, type HostCallDeps, hostHeaders } from './api-client.ts';

export interface RunFetchDeps extends HostCallDeps {
  newRunId(): string;
  /** Ids of requests in progress, so that a closing page can end them. */
  running: Set<string>;
}

export interface RunRequest {
  method: string;
  headers: Headers;
  body?: BodyInit | null | undefined;
  signal?: AbortSignal | null | undefined;
}

/**
 * One streamed request to the host under its own run id. An abort also notifies the host by that id, because in
 * Electron the host does not see an abort before the response has headers.
 */
export async function abortableFetch(deps: RunFetchDeps, path: string, request: RunRequest): Promise<Response> {
  const { method, headers, body, signal } = request;
  const run = deps.newRunId();
  for (const [name, value] of Object.entries(hostHeaders(deps.token))) headers.set(name, value);
  headers.set(RUN_HEADER, run);
  const cancel = () => endRun(deps, run);
  const settle = () => {
    deps.running.delete(run);
    signal?.removeEventListener('abort', cancel);
  };
  signal?.throwIfAborted();
  signal?.addEventListener('abort', cancel, { once: true });
  deps.running.add(run);
  try {
    const response = await deps.fetch(`${deps.origin}${path}`, {
      method,
      headers,
      ...(body == null ? {} : { body }),
      ...(signal ? { signal } : {}),
      cache: 'no-store',
      redirect: 'error',
    });
    // Chromium gives these responses a stream, and refuses to construct a response with one.
    if (!response.body || hasNullBody(response.status)) {
      settle();
      return response;
    }
    return new Response(untilSettled(response.body, settle), {
      status: response.status,
      statusText: response.statusText,
      headers: response.headers,
    });
  } catch (error) {
    settle();
    throw error;
  }
}

/** `keepalive` lets the request outlive the page. If the host is gone, there is nothing left to end. */
export function endRun(deps: HostCallDeps, run: string): void {
  createApiClient(deps, runEndpoints)
    .cancel(run, { keepalive: true })
    .catch(() => undefined);
}

function untilSettled(body: ReadableStream<Uint8Array>, settle: () => void): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const { done, value } = await reader.read();
        if (done) {
          settle();
          controller.close();
        } else {
          controller.enqueue(value);
        }
      } catch (error) {
        settle();
        controller.error(error);
      }
    },
    async cancel(reason) {
      settle();
      await reader.cancel(reason);
    },
  });
}
