import type { Transport } from '@modelcontextprotocol/client';
import { type RpcMessage, type Wire, readRpc } from './wire.ts';

type SdkMessage = Parameters<Transport['send']>[0];

/** A transport of the MCP SDK as a wire: remote servers, and Baton's own in this process. */
export function createTransportWire(
  transport: Transport,
  ends: { beforeClose?(): Promise<void>; explain?(error: unknown): Error } = {},
): Wire {
  const explain = (error: unknown) =>
    ends.explain?.(error) ?? (error instanceof Error ? error : new Error(String(error)));
  let closing = false;

  return {
    async start({ onMessage, onClose, onNote }, signal) {
      signal.throwIfAborted();
      Object.assign(transport, {
        onmessage(message: unknown) {
          const known = readRpc(message);
          if (known) onMessage(known);
          else onNote('host', 'It sent something that is no JSON-RPC message.');
        },
        onclose: () => onClose(closing ? 'It was stopped.' : 'The connection ended.'),
        onerror(error: Error) {
          if (!closing) onNote('host', error.message);
        },
      } satisfies Partial<Transport>);
      try {
        await transport.start();
      } catch (error) {
        throw explain(error);
      }
    },
    async send(message: RpcMessage) {
      try {
        await transport.send(message as SdkMessage);
      } catch (error) {
        throw explain(error);
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
