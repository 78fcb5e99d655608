import { type RpcMessage, rpcError } from '../base/wire.ts';
import type { LinkClient } from './pending.ts';
import type { Subscription } from './subscription.ts';

const METHOD_NOT_FOUND = -32601;
const INVALID_PARAMS = -32602;

/** The resources that each client follows, so that their server is not stopped as idle. */
export interface Followers {
  readonly any: boolean;
  readonly uris: ReadonlySet<string>;
  /** Takes part in every request of a client. */
  note(client: object, request: RpcMessage): void;
  drop(client: object): void;
}

export function createFollowers(): Followers {
  const followed = new Map<object, Set<string>>();
  return {
    get any() {
      return followed.size > 0;
    },
    get uris() {
      return new Set([...followed.values()].flatMap((uris) => [...uris]));
    },
    note(client, { method, params }) {
      const uri = params?.['uri'];
      if (typeof uri !== 'string') return;
      const uris = followed.get(client) ?? new Set();
      if (method === 'resources/subscribe') followed.set(client, uris.add(uri));
      else if (method === 'resources/unsubscribe' && uris.delete(uri) && uris.size === 0) followed.delete(client);
    },
    drop: (client) => void followed.delete(client),
  };
}

/**
 * Answers the requests to follow a resource for a server without the handshake, which has one subscription for all of them.
 * Returns false for every other request.
 */
export function settleFollowing(
  listening: Subscription,
  client: LinkClient,
  { id = '', method, params }: RpcMessage,
): boolean {
  if (method !== 'resources/subscribe' && method !== 'resources/unsubscribe') return false;
  const uri = params?.['uri'];
  if (!listening.subscribes)
    client.deliver(rpcError(id, METHOD_NOT_FOUND, 'It does not tell of changes to resources.') as RpcMessage, id);
  else if (typeof uri !== 'string')
    client.deliver(rpcError(id, INVALID_PARAMS, 'Which resource is not said.') as RpcMessage, id);
  else {
    if (method === 'resources/subscribe') listening.subscribe(client, uri);
    else listening.unsubscribe(client, uri);
    client.deliver({ jsonrpc: '2.0', id, result: {} }, id);
  }
  return true;
}
