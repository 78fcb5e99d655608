import type { Protocol, Vendor } from './vendor.ts';

/** Base URLs of the vendors' own services. An origin without an endpoint came from there. */
export const OWN_ENDPOINTS: Readonly<Record<Vendor, string>> = {
  anthropic: 'https://api.anthropic.com',
  openai: 'https://api.openai.com/v1',
  gemini: 'https://generativelanguage.googleapis.com',
  groq: 'https://api.groq.com/openai/v1',
  cerebras: 'https://api.cerebras.ai/v1',
  fireworks: 'https://api.fireworks.ai/inference/v1',
  deepseek: 'https://api.deepseek.com',
  mistral: 'https://api.mistral.ai/v1',
  xai: 'https://api.x.ai/v1',
  openrouter: 'https://openrouter.ai/api/v1',
  ollama: 'http://127.0.0.1:11434/v1',
};

/**
 * Whether two base URLs reach the same service. Ignores the case of the host, trailing slashes and a version at the end
 * (SDKs differ in who adds it).
 */
export function sameEndpoint(vendor: Vendor, a: string | undefined, b: string | undefined): boolean {
  return plain(a ?? OWN_ENDPOINTS[vendor]) === plain(b ?? OWN_ENDPOINTS[vendor]);
}

function plain(endpoint: string): string {
  const host = /^[a-z]+:\/\/[^/]*/i.exec(endpoint)?.[0] ?? '';
  const path = endpoint.slice(host.length).replace(/\/+$/, '');
  return host.toLowerCase() + path.replace(/\/+v1(beta)?$/, '');
}

/** The suffix to remove from a pasted address, by protocol: the SDKs add it themselves. */
const SURPLUS: Readonly<Record<Protocol, RegExp>> = {
  anthropic: /\/v1(?:\/messages)?$/,
  'openai-chat': /\/(?:chat\/completions|models)$/,
  'openai-responses': /\/(?:responses|models)$/,
  gemini: /\/v1(?:alpha|beta)?(?:\/models.*)?$/,
};

/**
 * Returns a base URL in the spelling that the SDKs of `protocol` expect: `https://a.example/v1/messages` becomes
 * `https://a.example`.
 */
export function trimEndpoint(endpoint: string, protocol: Protocol): string {
  return endpoint.replace(/\/+$/, '').replace(SURPLUS[protocol], '').replace(/\/+$/, '');
}
