import { z } from 'zod';
import { isObject } from '#core/json.ts';

/** A raw JSON-RPC message. Only its envelope is typed here; everything else is passed on untouched. */
export const RpcMessage = z.looseObject({
  jsonrpc: z.literal('2.0'),
  id: z.union([z.string(), z.number()]).optional(),
  method: z.string().optional(),
  params: z.record(z.string(), z.unknown()).optional(),
  result: z.unknown().optional(),
  error: z.looseObject({ code: z.number(), message: z.string(), data: z.unknown().optional() }).optional(),
});
export type RpcMessage = z.infer<typeof RpcMessage>;
export type RpcId = string | number;

export interface WireEvents {
  onMessage: (message: RpcMessage) => void;
  /** Called once, after all other events. */
  onClose: (reason: string) => void;
  /** A line worth showing to the user in the log of this server. */
  onNote: (from: 'host' | 'stderr' | 'stdout', text: string) => void;
}

/** Only for connections where each request has its own stream; others ignore them. */
export interface SendOptions {
  headers?: Readonly<Record<string, string>>;
  /** Closes the stream of the request. */
  signal?: AbortSignal;
}

/** The server has forgotten the session and did not process the message. The connection can begin another one. */
export class SessionEndedError extends Error {}

/** A connection to a real server: a child process, a remote address, or one in this process. */
export interface Wire {
  /** Resolves when messages can be sent. */
  start(events: WireEvents, signal: AbortSignal): Promise<void>;
  /** Rejects when the message could not be sent, with SessionEndedError where a new session helps. */
  send(message: RpcMessage, options?: SendOptions): Promise<void>;
  /** True when each request has its own stream: it takes headers and a signal. */
  readonly perRequest?: boolean;
  /** Resolves when nothing of the server is left in this process. */
  close(): Promise<void>;
  setProtocolVersion?(version: string): void;
}

/** No useful message is nested deeper. Walking or serializing much deeper values would overflow the stack. */
const MAX_DEPTH = 500;
const TOO_DEEP = -32002;

function isTooDeep(value: unknown): boolean {
  let level: unknown[] = [value];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > MAX_DEPTH) return true;
    level = level.flatMap((one) => (typeof one === 'object' && one !== null ? Object.values(one) : []));
  }
  return false;
}

/**
 * Returns null when it is not a JSON-RPC message. An answer that is nested too deeply becomes an error that says so.
 */
export function readRpc(value: unknown): RpcMessage | null {
  const parsed = RpcMessage.safeParse(value);
  if (!parsed.success) return null;
  if (!isTooDeep(parsed.data)) return parsed.data;
  const { id, method } = parsed.data;
  if (id === undefined || method !== undefined) return null;
  return RpcMessage.parse(rpcError(id, TOO_DEEP, `The answer is nested more than ${MAX_DEPTH} levels deep.`));
}

export function rpcError(id: RpcId | null, code: number, message: string, data?: unknown): Record<string, unknown> {
  return { jsonrpc: '2.0', id, error: { code, message, ...(data === undefined ? {} : { data }) } };
}

/** Returns an empty object when the value is not an object. */
export const object = (value: unknown): Record<string, unknown> => (isObject(value) ? value : {});
