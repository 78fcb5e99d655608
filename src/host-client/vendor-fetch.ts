import type { Connection } from '#contract/connection.ts';
import { RUN_HEADER } from '#contract/headers.ts';
import { hostHeaders } from './call-host.ts';
import type { HostCallDeps } from './call-host.ts';

export interface VendorFetchDeps extends HostCallDeps {
  newRunId(): string;
  /** Ids of requests under way, so that a closing page can end them. */
  running: Set<string>;
}

/**
 * The fetch an SDK gets. Addresses below the connection's base URL go to the host's proxy, everything else is refused:
 * an SDK has no business elsewhere. An abort also tells the host by run id, because in Electron the host does not see
 * an abort before the response has headers.
 */
export function createVendorFetch(deps: VendorFetchDeps, connection: Pick<Connection, 'id' | 'baseUrl'>) {
  return async (input: string | URL | Request, init?: RequestInit): Promise<Response> => {
    const asked = input instanceof Request ? input : null;
    const rest = below(connection.baseUrl, input instanceof Request ? input.url : input.toString());
    if (rest === null) throw new TypeError(`not an address of ${connection.id}`);
    const run = deps.newRunId();
    const headers = new Headers(init?.headers ?? asked?.headers);
    for (const [name, value] of Object.entries(hostHeaders(deps.token))) headers.set(name, value);
    headers.set(RUN_HEADER, run);
    const method = init?.method ?? asked?.method ?? 'GET';
    const body = init?.body ?? (asked?.body ? await asked.arrayBuffer() : undefined);
    const signal = init?.signal ?? asked?.signal;

    const cancel = () => endRun(deps, run);
    const settle = () => {
      deps.running.delete(run);
      signal?.removeEventListener('abort', cancel);
    };
    signal?.throwIfAborted();
    signal?.addEventListener('abort', cancel, { once: true });
    deps.running.add(run);
    try {
      const response = await deps.fetch(
        `${deps.origin}/api/vendors/${encodeURIComponent(connection.id)}/wire/${rest}`,
        {
          method,
          headers,
          ...(body == null ? {} : { body }),
          ...(signal ? { signal } : {}),
          cache: 'no-store',
          redirect: 'error',
        },
      );
      if (!response.body) {
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
  };
}

/** `keepalive` lets the request outlive the page; a host that is gone has nothing left to end. */
export function endRun(deps: HostCallDeps, run: string): void {
  deps
    .fetch(`${deps.origin}/api/runs/${encodeURIComponent(run)}`, {
      method: 'DELETE',
      headers: hostHeaders(deps.token),
      keepalive: true,
    })
    .catch(() => undefined);
}

function below(baseUrl: string, address: string): string | null {
  const base = baseUrl.endsWith('/') ? baseUrl : `${baseUrl}/`;
  return address.startsWith(base) ? address.slice(base.length) : null;
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
