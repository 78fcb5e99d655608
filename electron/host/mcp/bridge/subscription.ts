import { SUBSCRIPTION_ID_META_KEY } from '@modelcontextprotocol/client';
import type { Clock } from '../../base/deps.ts';
import type { RpcMessage } from '../base/wire.ts';

export interface ListeningPorts {
  clock: Clock;
  capabilities: Readonly<Record<string, unknown>>;
  nextId(): number;
  /** Rejects when it could not be sent; the signal closes its stream where the connection has one for it. */
  send(message: RpcMessage, signal: AbortSignal): Promise<void>;
  /** Tells the server that a request is over, where closing its stream does not say so. */
  cancel(id: number): void;
  onNote(text: string): void;
  /** It listens again after a gap, in which this may have been said. */
  onMissed(message: RpcMessage): void;
}

/** What the server tells by itself, asked for as `subscriptions/listen` (MCP 2026-07-28, Subscriptions). */
export interface Subscription {
  open(): void;
  /** Whether the server can tell of changes to single resources. */
  readonly subscribes: boolean;
  subscribe(client: object, uri: string): void;
  unsubscribe(client: object, uri: string): void;
  drop(client: object): void;
  /** True when the answer was one to a request of it. */
  settle(message: RpcMessage): boolean;
  onAcknowledged(params: Readonly<Record<string, unknown>>): void;
  /** The server took a request of it back. */
  onCancelled(id: unknown): void;
  close(): void;
}

interface ListenRequest {
  id: number;
  stop: AbortController;
  since: number;
  acknowledged: boolean;
  gap: boolean;
  /** Stands until this one does. */
  before: ListenRequest | null;
}

const FIRST_DELAY_MS = 1000;
const MAX_DELAY_MS = 5 * 60_000;
/** One that stood this long counts as good, and the next is opened at once. */
const STABLE_MS = 60_000;
const MAX_RESOURCES = 1000;
/** Said of what cannot be had: unknown method, wrong parameters. */
const FINAL = new Set([-32601, -32602]);

const LISTS = [
  ['tools', 'toolsListChanged', 'notifications/tools/list_changed'],
  ['prompts', 'promptsListChanged', 'notifications/prompts/list_changed'],
  ['resources', 'resourcesListChanged', 'notifications/resources/list_changed'],
] as const;

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const object = (value: unknown): Record<string, unknown> => (isObject(value) ? value : {});

export function createSubscription(ports: ListeningPorts): Subscription {
  const { clock, capabilities } = ports;
  const lists = LISTS.filter(([feature]) => object(capabilities[feature])['listChanged'] === true);
  /** Who wants to hear of which resource. */
  const followed = new Map<string, Set<object>>();
  let current: ListenRequest | null = null;
  let timer: unknown = null;
  let failures = 0;
  let closed = false;

  function release(one: ListenRequest | null): void {
    if (!one) return;
    one.stop.abort();
    ports.cancel(one.id);
    release(one.before);
  }

  /** `gap`: nobody listened for a while. Otherwise the one before stands until the new one does. */
  function open(gap: boolean): void {
    clock.clearTimeout(timer);
    const before = current;
    current = null;
    if (closed || (lists.length === 0 && followed.size === 0)) return release(before);
    const one: ListenRequest = {
      id: ports.nextId(),
      stop: new AbortController(),
      since: clock.now(),
      acknowledged: false,
      gap: gap || (before !== null && !before.acknowledged && before.gap),
      before,
    };
    current = one;
    const notifications = {
      ...Object.fromEntries(lists.map(([, name]) => [name, true])),
      ...(followed.size > 0 && { resourceSubscriptions: [...followed.keys()] }),
    };
    ports
      .send({ jsonrpc: '2.0', id: one.id, method: 'subscriptions/listen', params: { notifications } }, one.stop.signal)
      .catch((error: unknown) => {
        if (current === one) ended(error instanceof Error ? error.message : String(error));
      });
  }

  function ended(reason: string, code?: number): void {
    if (!current) return;
    const stood = current.acknowledged && clock.now() - current.since >= STABLE_MS;
    failures = stood ? 0 : failures + 1;
    release(current.before);
    current = null;
    if (closed) return;
    if (code !== undefined && FINAL.has(code)) {
      ports.onNote(`It does not tell of changes: ${reason}`);
      return;
    }
    // Connections that stand idle are cut every few minutes; that is no news.
    if (!stood) ports.onNote(`It stopped telling of changes: ${reason}`);
    const delay = failures === 0 ? 0 : Math.min(FIRST_DELAY_MS * 2 ** (failures - 1), MAX_DELAY_MS);
    timer = clock.setTimeout(() => open(true), delay);
  }

  return {
    open: () => open(false),
    subscribes: object(capabilities['resources'])['subscribe'] === true,
    subscribe(client, uri) {
      const who = followed.get(uri);
      if (who) {
        who.add(client);
        return;
      }
      if (followed.size >= MAX_RESOURCES) throw new Error(`No more than ${MAX_RESOURCES} resources can be followed.`);
      followed.set(uri, new Set([client]));
      open(false);
    },
    unsubscribe(client, uri) {
      const who = followed.get(uri);
      if (!who?.delete(client) || who.size > 0) return;
      followed.delete(uri);
      open(false);
    },
    drop(client) {
      const before = followed.size;
      for (const [uri, who] of followed) if (who.delete(client) && who.size === 0) followed.delete(uri);
      if (followed.size < before) open(false);
    },
    settle({ id, error }) {
      if (!current || id !== current.id) return false;
      ended(error?.message ?? 'It ended the subscription.', error?.code);
      return true;
    },
    onAcknowledged(params) {
      const id = object(params['_meta'])[SUBSCRIPTION_ID_META_KEY];
      if (!current || id !== current.id || current.acknowledged) return;
      current.acknowledged = true;
      const honored = object(params['notifications']);
      for (const [feature, name] of lists)
        if (honored[name] !== true) ports.onNote(`It does not tell when its ${feature} change.`);
      release(current.before);
      current.before = null;
      if (!current.gap) return;
      for (const [, , method] of lists) ports.onMissed({ jsonrpc: '2.0', method });
      for (const uri of followed.keys())
        ports.onMissed({ jsonrpc: '2.0', method: 'notifications/resources/updated', params: { uri } });
    },
    onCancelled(id) {
      if (current && id === current.id) ended('It took the subscription back.');
    },
    close() {
      closed = true;
      clock.clearTimeout(timer);
      current?.stop.abort();
      current = null;
    },
  };
}
