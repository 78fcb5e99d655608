import type { Vendor } from './vendor.ts';
import type { Protocol } from './vendors/base/protocol.ts';
import { VENDOR_TABLE } from './vendors/table.ts';

/** An origin without an endpoint came from the vendor's own service. */
export const ownEndpoint = (vendor: Vendor): string => VENDOR_TABLE[vendor].baseUrl;

/** Whether the vendor itself answers there, not a gateway that may relabel or recheck blocks (A25). */
export function isOwnService(target: { vendor: Vendor; endpoint: string; simulated?: true }): boolean {
  return target.simulated === true || hostOf(target.endpoint) === hostOf(ownEndpoint(target.vendor));
}

const hostOf = (endpoint: string): string => (/^[a-z]+:\/\/[^/]*/i.exec(endpoint)?.[0] ?? '').toLowerCase();

/**
 * Whether two base URLs reach the same service. Ignores the case of the host, trailing slashes and a version at the end
 * (SDKs differ in who adds it).
 */
export function sameEndpoint(vendor: Vendor, a: string | undefined, b: string | undefined): boolean {
  return a === b || plain(a ?? ownEndpoint(vendor)) === plain(b ?? ownEndpoint(vendor));
}

function plain(endpoint: string): string {
  const host = hostOf(endpoint);
  const path = endpoint.slice(host.length).replace(/\/+$/, '');
  return host + path.replace(/\/+v1(beta)?$/, '');
}

/** The suffix to remove from a pasted address, by protocol: the SDKs add it themselves. */
const SURPLUS: Readonly<Record<Protocol, RegExp>> = {
  anthropic: /\/v1(?:\/messages)?$/,
  'openai-chat': /\/(?:chat\/completions|models)$/,
  'openai-responses': /\/(?:responses|models)$/,
  gemini: /\/v1(?:alpha|beta)?(?:\/models.*)?$/,
  ollama: /\/(?:v1|api)(?:\/.*)?$/,
};

/**
 * Returns a base URL in the spelling that the SDKs of `protocol` expect: `https://a.example/v1/messages` becomes
 * `https://a.example`.
 */
export function trimEndpoint(endpoint: string, protocol: Protocol): string {
  return endpoint.replace(/\/+$/, '').replace(SURPLUS[protocol], '').replace(/\/+$/, '');
}
