import { VENDORS, type Vendor } from '#core/vendor.ts';
import { PROTOCOL_AUTH, type Auth, type Protocol } from '#core/vendors/base/protocol.ts';
import type { VendorDefinition } from '#core/vendors/base/definition.ts';
import { VENDOR_TABLE } from '#core/vendors/table.ts';
import { WIRE_RULES, type WireRule } from './wire-rules.ts';

/** How the host reaches a vendor. The page gets a `Connection` made from it. */
export interface VendorRow {
  id: string;
  label: string;
  vendor: Vendor;
  protocol: Protocol;
  baseUrl: string;
  auth: Auth;
  /** Headers of the user's own, for every request. */
  headers?: Readonly<Record<string, string>>;
  /** Goes into the address of every request. */
  apiVersion?: string;
  /** Names of the models where the server's own list isn't the one to choose from. */
  models?: readonly string[];
  /** When false, calls are let through without a key. */
  needsKey: boolean;
  rules: readonly WireRule[];
  /** Path and query of a cheap call that succeeds only with a valid key. */
  test: string;
  keyUrl: string | null;
  practice: boolean;
  custom: boolean;
}

const TEST: Record<Protocol, string> = {
  anthropic: 'v1/models?limit=1',
  gemini: 'v1beta/models?pageSize=1',
  'openai-responses': 'models',
  'openai-chat': 'models',
  ollama: 'api/tags',
};
/** The vendor whose rules apply to a server known only by its protocol. */
const VENDOR: Record<Protocol, Vendor> = {
  anthropic: 'anthropic',
  gemini: 'gemini',
  'openai-responses': 'openai',
  'openai-chat': 'openai',
  ollama: 'ollama',
};

type Given = Pick<VendorRow, 'id' | 'label' | 'vendor' | 'protocol' | 'baseUrl'> & Partial<VendorRow>;

function toRow(given: Given): VendorRow {
  return {
    auth: PROTOCOL_AUTH[given.protocol],
    needsKey: true,
    rules: WIRE_RULES[given.protocol],
    test: TEST[given.protocol],
    keyUrl: null,
    practice: false,
    custom: false,
    ...given,
  };
}

function practice(name: string, label: string, protocol: Protocol, path = ''): VendorRow {
  return toRow({
    id: `practice-${name}`,
    label,
    vendor: VENDOR[protocol],
    protocol,
    baseUrl: `https://${name}.practice.invalid${path}`,
    auth: 'none',
    needsKey: false,
    practice: true,
  });
}

/** `.invalid` never resolves (RFC 2606), so a practice call can't leave the host by mistake. */
export const PRACTICE_ROWS: readonly VendorRow[] = [
  practice('anthropic', 'Practice (Anthropic)', 'anthropic'),
  practice('openai', 'Practice (OpenAI Responses)', 'openai-responses', '/v1'),
  practice('chat', 'Practice (OpenAI Chat)', 'openai-chat', '/v1'),
  practice('gemini', 'Practice (Gemini)', 'gemini'),
];

export const VENDOR_ROWS: readonly VendorRow[] = VENDORS.map((vendor) => {
  const { label, auth, key, ...row }: VendorDefinition = VENDOR_TABLE[vendor];
  const { protocol, baseUrl } = row.builtIn ?? row;
  const test = row.test ?? TEST[protocol];
  const needsKey = auth !== 'none';
  return toRow({ id: vendor, label, vendor, protocol, baseUrl, auth, needsKey, test, keyUrl: key?.url ?? null });
});

/** A server the user added. */
export interface CustomServer {
  id: string;
  label: string;
  protocol: Protocol;
  /** Absent if it is known only by its protocol. */
  vendor?: Vendor;
  auth?: 'api-key';
  apiVersion?: string;
  models?: string[];
  headers?: Record<string, string>;
  baseUrl: string;
  needsKey: boolean;
}

export function customRow(server: CustomServer): VendorRow {
  const { vendor = VENDOR[server.protocol], protocol, baseUrl } = server;
  const own = server.vendor && VENDOR_TABLE[server.vendor];
  const ownService = own?.baseUrl === baseUrl;
  // An address of one deployment has no list of models; that of its resource is two levels up.
  const test = /\/deployments\/[^/]+$/.test(baseUrl) ? '../../models' : TEST[protocol];
  return toRow({
    ...server,
    vendor,
    test: (ownService ? own.test : undefined) ?? test,
    keyUrl: (ownService ? own.key?.url : undefined) ?? null,
    custom: true,
  });
}
