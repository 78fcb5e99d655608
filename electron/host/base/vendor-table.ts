import type { Protocol, Vendor } from '#core/vendor.ts';
import { WIRE_RULES, type WireRule } from './wire-rules.ts';

export type Auth = 'x-api-key' | 'x-goog-api-key' | 'bearer' | 'none';

/** How the host reaches a vendor. The page gets a `Connection` made from it. */
export interface VendorRow {
  id: string;
  label: string;
  vendor: Vendor;
  protocol: Protocol;
  baseUrl: string;
  auth: Auth;
  /** When false, calls are let through without a key. */
  needsKey: boolean;
  rules: readonly WireRule[];
  /** Path and query of a cheap call that succeeds only with a valid key. */
  test: string;
  keyUrl: string | null;
  practice: boolean;
  custom: boolean;
}

const AUTH: Record<Protocol, Auth> = {
  anthropic: 'x-api-key',
  gemini: 'x-goog-api-key',
  'openai-responses': 'bearer',
  'openai-chat': 'bearer',
};
const TEST: Record<Protocol, string> = {
  anthropic: 'v1/models?limit=1',
  gemini: 'v1beta/models?pageSize=1',
  'openai-responses': 'models',
  'openai-chat': 'models',
};
/** The vendor whose rules apply to a server known only by its protocol. */
const VENDOR: Record<Protocol, Vendor> = {
  anthropic: 'anthropic',
  gemini: 'gemini',
  'openai-responses': 'openai',
  'openai-chat': 'openai',
};

type Given = Pick<VendorRow, 'id' | 'label' | 'vendor' | 'protocol' | 'baseUrl'> & Partial<VendorRow>;

function toRow(given: Given): VendorRow {
  return {
    auth: AUTH[given.protocol],
    needsKey: true,
    rules: WIRE_RULES[given.protocol],
    test: TEST[given.protocol],
    keyUrl: null,
    practice: false,
    custom: false,
    ...given,
  };
}

function real(
  vendor: Vendor,
  label: string,
  protocol: Protocol,
  baseUrl: string,
  keyUrl: string | null,
  more: Partial<VendorRow> = {},
): VendorRow {
  return toRow({ id: vendor, label, vendor, protocol, baseUrl, keyUrl, ...more });
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

/** Base URLs from the vendors' official SDKs and documentation, 2026-11-20. */
export const VENDOR_ROWS: readonly VendorRow[] = [
  real('anthropic', 'Anthropic', 'anthropic', 'https://api.anthropic.com', 'https://platform.claude.com/settings/keys'),
  real('openai', 'OpenAI', 'openai-responses', 'https://api.openai.com/v1', 'https://platform.openai.com/api-keys'),
  real(
    'gemini',
    'Google Gemini',
    'gemini',
    'https://generativelanguage.googleapis.com',
    'https://aistudio.google.com/apikey',
  ),
  real('groq', 'Groq', 'openai-chat', 'https://api.groq.com/openai/v1', 'https://console.groq.com/keys'),
  real('cerebras', 'Cerebras', 'openai-chat', 'https://api.cerebras.ai/v1', 'https://cloud.cerebras.ai/platform'),
  real(
    'fireworks',
    'Fireworks',
    'openai-chat',
    'https://api.fireworks.ai/inference/v1',
    'https://app.fireworks.ai/settings/users/api-keys',
  ),
  real('deepseek', 'DeepSeek', 'openai-chat', 'https://api.deepseek.com', 'https://platform.deepseek.com/api_keys'),
  real('mistral', 'Mistral', 'openai-chat', 'https://api.mistral.ai/v1', 'https://console.mistral.ai/api-keys'),
  real('xai', 'xAI', 'openai-responses', 'https://api.x.ai/v1', 'https://console.x.ai'),
  // Its model list is public, so only the account call proves a key.
  real(
    'openrouter',
    'OpenRouter',
    'openai-chat',
    'https://openrouter.ai/api/v1',
    'https://openrouter.ai/settings/keys',
    {
      test: 'key',
    },
  ),
  real('ollama', 'Ollama', 'openai-chat', 'http://127.0.0.1:11434/v1', null, { auth: 'none', needsKey: false }),
];

/** A server the user added. */
export interface CustomServer {
  id: string;
  label: string;
  protocol: Protocol;
  baseUrl: string;
  needsKey: boolean;
}

export function customRow(server: CustomServer): VendorRow {
  return toRow({ ...server, vendor: VENDOR[server.protocol], custom: true });
}
