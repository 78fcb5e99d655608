import {
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  PROTOCOL_VERSION_META_KEY,
  SERVER_INFO_META_KEY,
  SdkHttpError,
} from '@modelcontextprotocol/client';
import { isObject } from '#core/json.ts';
import { RefusedError } from '../base/refused-error.ts';
import type { RpcMessage } from '../base/wire.ts';
import { ServerRefusal } from './host-calls.ts';

/** The version Baton offers in a handshake; the server may answer with an older one (MCP, lifecycle, negotiation). */
export const PROTOCOL_VERSION = '2025-11-25';
const SHAKING_HANDS = new Set([PROTOCOL_VERSION, '2025-06-18', '2025-03-26', '2024-11-05']);
/**
 * From this version on there is no handshake: every request carries the client's info (MCP 2026-07-28, basic,
 * versioning).
 */
const STATELESS = '2026-07-28';
const INTERNAL = -32603;
const UNSUPPORTED_VERSION = -32022;
/** An older server may never answer the probe. */
const PROBE_MS = 10_000;
const ELICITATION = { form: {}, url: {} };

export interface ServerInfo {
  protocolVersion: string;
  capabilities: Record<string, unknown>;
  serverInfo: Record<string, unknown>;
  instructions: string | null;
}

export interface Negotiation {
  /** Rejects after `limitMs`. */
  ask: (method: string, params: Record<string, unknown>, limitMs?: number) => Promise<Record<string, unknown>>;
  notify: (method: string) => Promise<void>;
  setVersion: (version: string) => void;
  clientInfo: Record<string, unknown>;
  statelessFirst: boolean;
}

export interface Negotiated {
  info: ServerInfo;
  /** True without the handshake: the server asks through results, and its changes come through a subscription. */
  stateless: boolean;
  /** Adds to a request what this server requires. */
  dress: (message: RpcMessage) => RpcMessage;
}

const object = (value: unknown): Record<string, unknown> => (isObject(value) ? value : {});
const textOrNull = (value: unknown) => (typeof value === 'string' ? value : null);

/**
 * Finds out which protocol version a server speaks. Over HTTP, the way without the handshake is tried first: a server
 * that supports both often keeps no session for older clients and then can't ask them anything. On other connections
 * nothing is sent before `initialize`, because some older servers end or stay silent. Servers may refuse an unknown way
 * in any form (MCP 2026-07-28, versioning), so every refusal leads to the other way.
 */
export async function negotiate(to: Negotiation): Promise<Negotiated> {
  const [first, second] = to.statelessFirst ? [discover, shakeHands] : [shakeHands, discover];
  try {
    return await first(to);
  } catch (error) {
    if (to.statelessFirst ? error instanceof RefusedError : !isRefusal(error)) throw error;
    try {
      return await second(to);
    } catch (other) {
      // The handshake's error says more, unless the server named versions that Baton does not speak.
      const versions = [error, other].find((one) => one instanceof UnknownVersion);
      throw versions ?? (to.statelessFirst ? other : error);
    }
  }
}

class UnknownVersion extends Error {
  constructor(versions: string) {
    super(`The server speaks version ${versions.slice(0, 200)} of MCP, which Baton does not.`);
    this.name = 'UnknownVersion';
  }
}

/** Begins a session with a server that uses the handshake. */
export async function shakeHands({ ask, notify, setVersion, clientInfo }: Negotiation): Promise<Negotiated> {
  const result = await ask('initialize', {
    protocolVersion: PROTOCOL_VERSION,
    capabilities: { elicitation: ELICITATION, roots: { listChanged: true } },
    clientInfo,
  });
  const chosen = String(result['protocolVersion']);
  if (chosen === STATELESS) throw new ServerRefusal(INTERNAL, 'It wants none of the handshake.');
  if (!SHAKING_HANDS.has(chosen)) throw new UnknownVersion(chosen);
  setVersion(chosen);
  await notify('notifications/initialized');
  const info = infoOf(chosen, result, result['serverInfo']);
  return { info, stateless: false, dress: (message) => message };
}

async function discover({ ask, clientInfo }: Negotiation): Promise<Negotiated> {
  const envelope = {
    [PROTOCOL_VERSION_META_KEY]: STATELESS,
    [CLIENT_INFO_META_KEY]: clientInfo,
    [CLIENT_CAPABILITIES_META_KEY]: { elicitation: ELICITATION, roots: {} },
  };
  const probe = () => ask('server/discover', { _meta: envelope }, PROBE_MS);
  const result = await probe().catch((error: unknown) => {
    // The server refused but lists this very version as supported: try once more (MCP 2026-07-28, versioning).
    if (error instanceof ServerRefusal && error.code === UNSUPPORTED_VERSION && supportedIn(error.data)) return probe();
    throw error;
  });
  const versions = Array.isArray(result['supportedVersions']) ? result['supportedVersions'].map(String) : [];
  if (versions.length === 0) throw new ServerRefusal(INTERNAL, 'It does not say which versions of MCP it speaks.');
  if (!versions.includes(STATELESS)) throw new UnknownVersion(versions.join(', '));
  const own = result['serverInfo'] ?? object(result['_meta'])[SERVER_INFO_META_KEY];
  return {
    info: infoOf(STATELESS, result, own),
    stateless: true,
    dress(message) {
      if (message.id === undefined || message.method === undefined) return message;
      const params = object(message.params);
      return { ...message, params: { ...params, _meta: { ...object(params['_meta']), ...envelope } } };
    },
  };
}

const supportedIn = (data: unknown): boolean => {
  const { supported } = object(data);
  return Array.isArray(supported) && supported.includes(STATELESS);
};

function infoOf(protocolVersion: string, result: Record<string, unknown>, serverInfo: unknown): ServerInfo {
  return {
    protocolVersion,
    capabilities: object(result['capabilities']),
    serverInfo: object(serverInfo),
    instructions: textOrNull(result['instructions']),
  };
}

/** True when the server answered with a refusal; false when it wants a sign-in, ended, or was not reached. */
function isRefusal(error: unknown): boolean {
  if (error instanceof ServerRefusal) return true;
  if (!(error instanceof SdkHttpError) || error.status === undefined) return false;
  return error.status >= 400 && error.status < 500 && error.status !== 401 && error.status !== 403;
}
