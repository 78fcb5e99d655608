import { reasonText } from '#core/reasons.ts';
import type { Clock } from '../../base/deps.ts';
import type { RpcId, RpcMessage } from '../base/wire.ts';

/** Requests that the host itself sends to a server. */
export interface HostCalls {
  readonly size: number;
  /** One sequence of ids for all requests to the server, from any sender. */
  nextId(): number;
  ask(method: string, params: Record<string, unknown>, signal?: AbortSignal): Promise<Record<string, unknown>>;
  /** Returns true when the message answered one of these requests. */
  settle(message: RpcMessage & { id: RpcId }): boolean;
  failAll(reason: string): void;
}

export class ServerRefusal extends Error {
  readonly code: number;
  readonly data: unknown;

  constructor(code: number, message: string, data?: unknown) {
    super(message);
    this.data = data;
    this.name = 'ServerRefusal';
    this.code = code;
  }
}

export function createHostCalls(send: (message: RpcMessage) => Promise<void>): HostCalls {
  const waiting = new Map<RpcId, { resolve(message: RpcMessage): void; reject(error: unknown): void }>();
  let last = 0;

  async function ask(
    method: string,
    params: Record<string, unknown>,
    signal?: AbortSignal,
  ): Promise<Record<string, unknown>> {
    signal?.throwIfAborted();
    const id = ++last;
    const { promise, resolve, reject } = Promise.withResolvers<RpcMessage>();
    waiting.set(id, { resolve, reject });
    const abort = () => reject(signal?.reason);
    signal?.addEventListener('abort', abort);
    try {
      send({ jsonrpc: '2.0', id, method, params }).catch(reject);
      const { result, error } = await promise;
      if (error) throw new ServerRefusal(error.code, error.message, error.data);
      return typeof result === 'object' && result !== null ? (result as Record<string, unknown>) : {};
    } finally {
      waiting.delete(id);
      signal?.removeEventListener('abort', abort);
    }
  }

  return {
    get size() {
      return waiting.size;
    },
    nextId: () => ++last,
    ask,
    settle(message) {
      const one = waiting.get(message.id);
      one?.resolve(message);
      return one !== undefined;
    },
    failAll(reason) {
      for (const one of waiting.values()) one.reject(new Error(reason));
      waiting.clear();
    },
  };
}

/** Runs work with a time limit and a signal; without `ms`, with the signal only. */
export async function withTimeout<T>(
  clock: Pick<Clock, 'setTimeout' | 'clearTimeout'>,
  ms: number | undefined,
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  if (ms === undefined) return work(signal);
  const late = new AbortController();
  const timer = clock.setTimeout(() => late.abort(new Error(reasonText('server.late', { seconds: ms / 1000 }))), ms);
  try {
    return await work(AbortSignal.any([signal, late.signal]));
  } finally {
    clock.clearTimeout(timer);
  }
}
