import { isJSONRPCNotification, isJSONRPCRequest, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { FetchLike, JSONRPCMessage } from '@modelcontextprotocol/client';
import { withPlainForm } from './plain-form.ts';

type SendOptions = NonNullable<Parameters<StreamableHTTPClientTransport['send']>[1]>;

/** JSON-RPC error code of a request that can no longer get a response. */
export const CONNECTION_LOST = -32051;

/**
 * Streamable HTTP to one server at the host, with four differences to the SDK's own transport:
 * - no standing GET stream: over HTTP/1.1 a browser has six connections to the host. What such a stream would carry
 *   (changed lists, log messages) comes with the host's event stream;
 * - a request whose stream ends without a response fails immediately instead of running into its timeout;
 * - a cancelled request closes its stream, after the server was notified;
 * - questions with fields in another form than MCP's are given its form, or the SDK would refuse them unseen.
 */
export class HostTransport extends StreamableHTTPClientTransport {
  readonly #streams = new Map<string | number, AbortController>();

  constructor(url: URL, fetch: FetchLike) {
    super(url, { fetch: withoutStandingStream(fetch) });
  }

  override async start(): Promise<void> {
    const deliver = this.onmessage;
    // oxlint-disable-next-line unicorn/prefer-add-event-listener -- a field of the SDK's transport, not an event target
    this.onmessage = (message) => {
      if (!('method' in message) && message.id !== undefined) this.#streams.delete(message.id);
      deliver?.(withPlainForm(message));
    };
    await super.start();
  }

  override async send(message: JSONRPCMessage | JSONRPCMessage[], options?: SendOptions): Promise<void> {
    if (Array.isArray(message) || !isJSONRPCRequest(message)) {
      await super.send(message, options);
      this.#closeCancelled(message);
      return;
    }
    const { id } = message;
    const stream = new AbortController();
    this.#streams.set(id, stream);
    try {
      await super.send(message, {
        ...options,
        requestSignal: stream.signal,
        onRequestStreamEnd: () => {
          options?.onRequestStreamEnd?.();
          if (!this.#streams.delete(id)) return;
          this.onmessage?.({
            jsonrpc: '2.0',
            id,
            error: { code: CONNECTION_LOST, message: 'The connection ended before the answer came.' },
          });
        },
      });
    } catch (error) {
      this.#streams.delete(id);
      throw error;
    }
  }

  override async close(): Promise<void> {
    // The host drops a session that nobody ends only when there are too many.
    await this.terminateSession().catch(() => undefined);
    await super.close();
  }

  #closeCancelled(message: JSONRPCMessage | JSONRPCMessage[]): void {
    if (Array.isArray(message) || !isJSONRPCNotification(message)) return;
    if (message.method !== 'notifications/cancelled') return;
    const id = message.params?.['requestId'];
    if (typeof id !== 'string' && typeof id !== 'number') return;
    const stream = this.#streams.get(id);
    this.#streams.delete(id);
    stream?.abort();
  }
}

function withoutStandingStream(fetch: FetchLike): FetchLike {
  return (url, init) => {
    const standing = init?.method === 'GET' && !new Headers(init.headers).has('last-event-id');
    return standing ? Promise.resolve(new Response(null, { status: 405 })) : fetch(url, init);
  };
}
