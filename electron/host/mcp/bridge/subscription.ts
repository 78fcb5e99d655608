import { SUBSCRIPTION_ID_META_KEY } from '@modelcontextprotocol/client';
import { errorMessage } from '#core/thrown.ts';
import { isObject } from '#core/json.ts';
import { reasonText } from '#core/reasons.ts';
import type { Clock } from '../../base/deps.ts';
import type { RpcMessage } from '../base/wire.ts';

export interface ListeningPorts {
  clock: Clock;
  capabilities: Readonly<Record<string, unknown>>;
  nextId(): number;
  /** Rejects when the message could not be sent; the signal closes its stream if the connection has one per request. */
  send(message: RpcMessage, signal: AbortSignal): Promise<void>;
  /** Notifies the server that a request is over, where closing its stream does not do so. */
  cancel(id: number): void;
  onNote(text: string): void;
  /** Called for each change that may have been missed in a gap, once the server listens again. */
  onMissed(message: RpcMessage): void;
}

/** Changes the server reports on its own, requested with `subscriptions/listen` (MCP 2026-07-28, Subscriptions). */
export interface Subscription {
  open(): void;
  /** Whether the server can report changes to single resources. */
  readonly subscribes: boolean;
  subscribe(client: object, uri: string): void;
  unsubscribe(client: object, uri: string): void;
  drop(client: object): void;
  /** Returns true when the message answered one of its requests. */
  settle(message: RpcMessage): boolean;
  onAcknowledged(params: Readonly<Record<string, unknown>>): void;
  /** Called when the server cancels a request. */
  onCancelled(id: unknown): void;
  close(): void;
}

interface ListenRequest {
  id: number;
  stop: AbortController;
  since: number;
  acknowledged: boolean;
  gap: boolean;
  /** The previous request, kept open until this one is acknowledged. */
  before: ListenRequest | null;
}

const FIRST_DELAY_MS = 1000;
const MAX_DELAY_MS = 5 * 60_000;
/** A request open this long counts as successful, and the next one is sent at once. */
const STABLE_MS = 60_000;
const MAX_RESOURCES = 1000;
/** Error codes that mean it will never work: unknown method, invalid params. */
const FINAL = new Set([-32601, -32602]);

const LISTS = [
  ['tools', 'toolsListChanged', 'notifications/tools/list_changed'],
  ['prompts', 'promptsListChanged', 'notifications/prompts/list_changed'],
  ['resources', 'resourcesListChanged', 'notifications/resources/list_changed'],
] as const;

const object = (value: unknown): Record<string, unknown> => (isObject(value) ? value : {});

export function createSubscription(ports: ListeningPorts): Subscription {
  const { clock, capabilities } = ports;
  const lists = LISTS.filter(([feature]) => object(capabilities[feature])['listChanged'] === true);
  /** The clients that follow each resource. */
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

  /**
   * `gap` is true when no request was open for a while. Otherwise the previous one stays open until the new one is
   * acknowledged.
   */
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
        if (current === one) ended(errorMessage(error));
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
      ports.onNote(reasonText('server.noChanges', { reason }));
      return;
    }
    // Idle connections are cut every few minutes, so this is not worth a note.
    if (!stood) ports.onNote(reasonText('server.changesEnded', { reason }));
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
