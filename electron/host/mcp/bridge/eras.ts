import {
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  PROTOCOL_VERSION_META_KEY,
  SERVER_INFO_META_KEY,
} from '@modelcontextprotocol/client';
import type { RpcMessage } from '../wire.ts';

/** What Baton speaks to a server that shakes hands; it may answer with an older one (MCP, lifecycle, negotiation). */
export const PROTOCOL_VERSION = '2025-11-25';
const SHAKING_HANDS = new Set([PROTOCOL_VERSION, '2025-06-18', '2025-03-26', '2024-11-05']);
/** Since then there is no handshake: every request says what its client is (MCP 2026-07-28, basic, versioning). */
const STATELESS = '2026-07-28';

/** How a server without the handshake refuses `initialize`: unknown method, missing header, capability or version. */
const REFUSALS = new Set([-32601, -32020, -32021, -32022]);

export interface ServerInfo {
  protocolVersion: string;
  capabilities: Record<string, unknown>;
  serverInfo: Record<string, unknown>;
  instructions: string | null;
}

export interface Greeting {
  ask: (method: string, params: Record<string, unknown>) => Promise<Record<string, unknown>>;
  notify: (method: string) => Promise<void>;
  setVersion: (version: string) => void;
  clientInfo: Record<string, unknown>;
}

export interface Greeted {
  info: ServerInfo;
  /** A request as this server wants it. */
  dress: (message: RpcMessage) => RpcMessage;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const object = (value: unknown): Record<string, unknown> => (isObject(value) ? value : {});
const textOrNull = (value: unknown) => (typeof value === 'string' ? value : null);

/** The handshake, and where a server knows none, the way that came after it. */
export async function greet(to: Greeting): Promise<Greeted> {
  let info: ServerInfo | null;
  try {
    info = await shakeHands(to);
  } catch (error) {
    if (!isStateless(error)) throw error;
    info = null;
  }
  return info ? { info, dress: (message) => message } : discover(to);
}

/** null for a server that takes the first message and then wants none of the handshake. */
async function shakeHands({ ask, notify, setVersion, clientInfo }: Greeting): Promise<ServerInfo | null> {
  const result = await ask('initialize', {
    protocolVersion: PROTOCOL_VERSION,
    capabilities: { elicitation: { form: {}, url: {} }, roots: { listChanged: true } },
    clientInfo,
  });
  const chosen = String(result['protocolVersion']);
  if (chosen === STATELESS) return null;
  if (!SHAKING_HANDS.has(chosen)) throw new Error(`The server speaks version ${chosen} of MCP, which Baton does not.`);
  setVersion(chosen);
  await notify('notifications/initialized');
  return infoOf(chosen, result, result['serverInfo']);
}

async function discover({ ask, setVersion, clientInfo }: Greeting): Promise<Greeted> {
  // No capabilities: a question would come as an unfinished result, which is not answered yet.
  const envelope = {
    [PROTOCOL_VERSION_META_KEY]: STATELESS,
    [CLIENT_INFO_META_KEY]: clientInfo,
    [CLIENT_CAPABILITIES_META_KEY]: {},
  };
  setVersion(STATELESS);
  const result = await ask('server/discover', { _meta: envelope });
  const versions = Array.isArray(result['supportedVersions']) ? result['supportedVersions'].map(String) : [];
  if (!versions.includes(STATELESS))
    throw new Error(`The server speaks version ${versions.join(', ')} of MCP, which Baton does not.`);
  const own = result['serverInfo'] ?? object(result['_meta'])[SERVER_INFO_META_KEY];
  return {
    info: infoOf(STATELESS, result, own),
    dress(message) {
      if (message.id === undefined || message.method === undefined) return message;
      const params = object(message.params);
      return { ...message, params: { ...params, _meta: { ...object(params['_meta']), ...envelope } } };
    },
  };
}

function infoOf(protocolVersion: string, result: Record<string, unknown>, serverInfo: unknown): ServerInfo {
  return {
    protocolVersion,
    capabilities: object(result['capabilities']),
    serverInfo: object(serverInfo),
    instructions: textOrNull(result['instructions']),
  };
}

function isStateless(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if ('code' in error && typeof error.code === 'number' && REFUSALS.has(error.code)) return true;
  // Over HTTP it comes with status 400, and the transport tells the whole answer in its words.
  const code = /"code":\s*(-\d+)/.exec(error.message)?.[1];
  return code !== undefined && REFUSALS.has(Number(code));
}
