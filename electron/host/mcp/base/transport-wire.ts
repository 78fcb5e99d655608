import { SdkHttpError, type Transport } from '@modelcontextprotocol/client';
import { toError } from '#core/thrown.ts';
import { reasonText } from '#core/reasons.ts';
import { abortable } from '#core/abortable.ts';
import { type RpcId, type RpcMessage, type Wire, type WireEvents, readRpc, rpcError } from './wire.ts';

const ANSWER_LOST = -32000;

type SdkMessage = Parameters<Transport['send']>[0];

/**
 * The SDK's messages end with the reason phrase of the answer, which many servers leave out; adds the status instead.
 */
function noteOf(error: Error): string {
  const status = error instanceof SdkHttpError && error.status !== undefined ? `HTTP ${error.status}` : null;
  if (status === null || error.message.includes(String(error instanceof SdkHttpError && error.status)))
    return error.message;
  return `${error.message.replace(/:?\s*$/, '')} (${status})`;
}

/** Wraps a transport of the MCP SDK as a wire, for remote servers and Baton's own servers in this process. */
export function createTransportWire(
  transport: Transport,
  ends: { beforeClose?(): Promise<void>; explain?(error: unknown): Promise<Error> } = {},
): Wire {
  const explain = async (error: unknown) => (await ends.explain?.(error)) ?? toError(error);
  let closing = false;
  let receive: WireEvents['onMessage'] = () => undefined;

  /** When a stream ends before its answer and can't be resumed, that answer never comes. */
  function onRequestStreamEnd(id: RpcId): void {
    const lost = readRpc(rpcError(id, ANSWER_LOST, 'The connection was lost before the result arrived.'));
    if (lost && !closing) receive(lost);
  }

  return {
    async start({ onMessage, onClose, onNote }, signal) {
      receive = onMessage;
      signal.throwIfAborted();
      Object.assign(transport, {
        onmessage(message: unknown) {
          const rpc = readRpc(message);
          if (rpc) onMessage(rpc);
          else onNote('host', reasonText('server.notRpc'));
        },
        onclose: () => onClose(reasonText(closing ? 'server.stopped' : 'server.closed')),
        onerror(error: Error) {
          if (!closing) onNote('host', noteOf(error));
        },
      } satisfies Partial<Transport>);
      try {
        // Over SSE, a server may never say where it takes messages.
        await abortable(transport.start(), signal);
      } catch (error) {
        if (signal.aborted) throw error;
        throw await explain(error);
      }
    },
    perRequest: transport.hasPerRequestStream === true,
    async send(message: RpcMessage, { headers, signal } = {}) {
      try {
        const { id, method } = message;
        const asks = id !== undefined && method !== undefined;
        await transport.send(message as SdkMessage, {
          ...(asks && { onRequestStreamEnd: () => onRequestStreamEnd(id) }),
          ...(headers && { headers: { ...headers } }),
          ...(signal && { requestSignal: signal }),
        });
      } catch (error) {
        throw await explain(error);
      }
    },
    async close() {
      closing = true;
      await ends.beforeClose?.();
      await transport.close();
    },
    setProtocolVersion: (version) => transport.setProtocolVersion?.(version),
  };
}
