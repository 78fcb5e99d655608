import { z } from 'zod';

/** One JSON-RPC message as it travels. Only its envelope is known here; everything else is passed on untouched. */
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
  /** Once, and nothing after it. */
  onClose: (reason: string) => void;
  /** Something a person would want to see in the log of this server. */
  onNote: (from: 'host' | 'stderr' | 'stdout', text: string) => void;
}

/** For a connection where each request has a stream of its own; others know neither. */
export interface SendOptions {
  headers?: Readonly<Record<string, string>>;
  /** Closes the stream of the request. */
  signal?: AbortSignal;
}

/** A connection to a real server: a child process, a remote address, or one in this process. */
export interface Wire {
  /** Resolves when messages can be sent. */
  start(events: WireEvents, signal: AbortSignal): Promise<void>;
  /** Rejects when the message could not be handed over. */
  send(message: RpcMessage, options?: SendOptions): Promise<void>;
  /** Each request has a stream of its own: it takes headers and a signal. */
  readonly perRequest?: boolean;
  /** Resolves when nothing of the server is left here. */
  close(): Promise<void>;
  setProtocolVersion?(version: string): void;
}

/** Nothing worth having is nested deeper; walking and writing far deeper ends in a stack overflow. */
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

/** null for what is no JSON-RPC message. An answer that is nested too deeply is one that says so. */
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

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
/** Nothing of what is no object. */
export const object = (value: unknown): Record<string, unknown> => (isObject(value) ? value : {});
