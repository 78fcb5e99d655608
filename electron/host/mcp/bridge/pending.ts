import type { RpcId, RpcMessage } from '../base/wire.ts';
import type { InputRounds } from './input-rounds.ts';

/** A client that shares a server with others: a page's MCP client. */
export interface LinkClient {
  /** Whether it can show a form to the user. */
  readonly elicits: boolean;
  /** `related` is the client's own request that the message belongs to, or null. */
  deliver(message: RpcMessage, related: RpcId | null): void;
}

export interface PendingCall {
  client: LinkClient;
  /** `id` is the client's own id. `upstream` is the id sent to the server, also used as the progress token. */
  id: RpcId;
  upstream: number;
  token: RpcId | null;
  message: RpcMessage;
  /** Extra HTTP headers for the message. */
  headers: Readonly<Record<string, string>>;
  /** False while the server waits for the input it asked for in its last result. */
  inFlight: boolean;
  rounds: InputRounds;
  /** Aborted when the client no longer waits for it. */
  over: AbortController;
}

/** Client requests that the server has not answered yet, oldest first. */
export interface PendingCalls {
  readonly size: number;
  add(call: PendingCall): void;
  take(upstream: RpcId): PendingCall | null;
  /** Finds the call that this id answers, without removing it. */
  answered(upstream: RpcId): PendingCall | null;
  takeAll(client?: LinkClient): PendingCall[];
  find(client: LinkClient, id: RpcId): PendingCall | null;
  byToken(token: unknown): PendingCall | null;
  /** Returns the newest tool call, or else the newest request. */
  newest(): PendingCall | null;
  has(client: LinkClient): boolean;
}

export function createPending(): PendingCalls {
  const calls = new Map<RpcId, PendingCall>();
  const list = () => [...calls.values()];

  return {
    get size() {
      return calls.size;
    },
    add: (call) => void calls.set(call.upstream, call),
    take(upstream) {
      const call = calls.get(upstream) ?? null;
      calls.delete(upstream);
      return call;
    },
    answered(upstream) {
      const call = calls.get(upstream);
      return call?.inFlight ? call : null;
    },
    takeAll(client) {
      const taken = list().filter((call) => client === undefined || call.client === client);
      for (const { upstream } of taken) calls.delete(upstream);
      return taken;
    },
    find: (client, id) => list().find((call) => call.client === client && call.id === id) ?? null,
    byToken(token) {
      const call = typeof token === 'number' ? calls.get(token) : undefined;
      return call && call.token !== null ? call : null;
    },
    newest: () => list().findLast(({ message }) => message.method === 'tools/call') ?? list().at(-1) ?? null,
    has: (client) => list().some((call) => call.client === client),
  };
}
