import type { RpcId, RpcMessage } from '../base/wire.ts';
import type { LinkClient } from './pending.ts';
import type { ServerInfo } from './protocol-versions.ts';

export interface ConnectEvents {
  /** Called for every notification that belongs to no call. */
  onNotification: (message: RpcMessage) => void;
  /** Called when a client makes a request or a message for a client arrives. */
  onActivity: () => void;
  onClose: (reason: string) => void;
  /** Called when a message could not be sent; the connection itself may still work. */
  onSendFailed: (error: unknown) => void;
  onNote: (from: 'host' | 'stderr' | 'stdout', text: string) => void;
  /** Returns the folders of the session that a running call belongs to, for the server's `roots/list`. */
  rootsOf: (call: RpcMessage | null) => Promise<{ uri: string; name: string }[]>;
  /** Called in a new session, before anything else is sent in it: the server may have changed. */
  onNewSession: () => Promise<void>;
  /** Throws RefusedError when a call that was passed on must not be sent again. */
  mayRepeat: (call: RpcMessage) => Promise<void>;
}

export interface ServerConnection {
  readonly info: ServerInfo;
  /** Number of requests in progress. */
  readonly busy: number;
  /** Whether a client waits for changes of a resource. */
  readonly followed: boolean;
  /** Whether tool arguments may be mirrored into headers. If so, tools with faulty definitions must not be offered. */
  readonly mirrors: boolean;
  /** Sends a client's request under its own id; `deliver` gets the answer. `inputSchema` is that of the tool. */
  request(client: LinkClient, message: RpcMessage, inputSchema?: unknown): void;
  /** Passes on a client's answer to a request of the server. */
  answer(client: LinkClient, message: RpcMessage): void;
  /** Cancels a client's request; nothing more is delivered for it. */
  cancel(client: LinkClient, id: RpcId, reason?: string): void;
  /** Sends a request of the host itself. Rejects with the server's error, or when the connection is closed. */
  ask(method: string, params: Record<string, unknown>, signal?: AbortSignal): Promise<Record<string, unknown>>;
  notify(method: string, params?: Record<string, unknown>): void;
  /** Called when a client is closed: cancels its requests and declines the questions it was asked. */
  drop(client: LinkClient): void;
  close(): Promise<void>;
}
