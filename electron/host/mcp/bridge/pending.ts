import type { RpcId, RpcMessage } from '../base/wire.ts';
import type { InputRounds } from './input-rounds.ts';

/** One of the clients that share a server: a page's MCP client. */
export interface LinkClient {
  /** Whether it can show a form to the user. */
  readonly elicits: boolean;
  /** `related` is the client's own request that the message belongs to; null when it belongs to none. */
  deliver(message: RpcMessage, related: RpcId | null): void;
}

export interface PendingCall {
  client: LinkClient;
  /** The client's own id, and the one the server knows it by, which is its progress token too. */
  id: RpcId;
  upstream: number;
  token: RpcId | null;
  message: RpcMessage;
  /** What goes beside the message over HTTP. */
  headers: Readonly<Record<string, string>>;
  /** False while the server waits for input, which came with the answer to the last request. */
  inFlight: boolean;
  rounds: InputRounds;
  /** Aborted when nobody waits for it any more. */
  over: AbortController;
}

/** Requests of clients that the server has not answered yet, in the order in which they were made. */
export interface PendingCalls {
  readonly size: number;
  add(call: PendingCall): void;
  take(upstream: RpcId): PendingCall | null;
  /** The call that this answers, which stays. */
  answered(upstream: RpcId): PendingCall | null;
  takeAll(client?: LinkClient): PendingCall[];
  find(client: LinkClient, id: RpcId): PendingCall | null;
  byToken(token: unknown): PendingCall | null;
  /** The newest tool call, or else the newest request. */
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
