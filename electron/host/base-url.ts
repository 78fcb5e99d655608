import { isIP } from 'node:net';
import { trimEndpoint } from '#core/endpoint.ts';
import type { Protocol } from '#core/vendor.ts';
import { HostError } from './problem.ts';

export type Network = 'public' | 'private' | 'loopback';

const refuse = (detail: string) => new HostError('bad_request', detail);

function bytesOf(address: string): number[] {
  return address.split('.').map(Number);
}

function networkOf4(address: string): Network | 'forbidden' {
  const [a = 0, b = 0] = bytesOf(address);
  if (a === 127) return 'loopback';
  // Link-local: there lives the metadata service of cloud machines.
  if ((a === 169 && b === 254) || a === 0 || a >= 224) return 'forbidden';
  const shared = a === 100 && b >= 64 && b < 128;
  if (a === 10 || (a === 172 && b >= 16 && b < 32) || (a === 192 && b === 168) || shared) return 'private';
  return 'public';
}

/** The IPv4 address that an IPv6 one stands for (RFC 4291 2.5.5, RFC 6052, RFC 3056), or null. */
function embedded4(address: string): string | null {
  const pair =
    /^::(?:ffff:(?:0:)?)?([0-9a-f]{1,4}):([0-9a-f]{1,4})$/.exec(address) ??
    /^64:ff9b::([0-9a-f]{1,4}):([0-9a-f]{1,4})$/.exec(address) ??
    /^2002:([0-9a-f]{1,4}):([0-9a-f]{0,4})(?::|$)/.exec(address);
  if (!pair) return null;
  const [high, low] = [Number.parseInt(pair[1] || '0', 16), Number.parseInt(pair[2] || '0', 16)];
  return [high >> 8, high & 255, low >> 8, low & 255].join('.');
}

function networkOf6(text: string): Network | 'forbidden' {
  // In its one spelling: resolvers write ::ffff:127.0.0.1, and a zone behind %.
  const address = new URL(`http://[${text.replace(/%.*$/, '')}]`).hostname.slice(1, -1);
  if (address === '::1') return 'loopback';
  const inner = embedded4(address);
  if (inner !== null) return networkOf4(inner);
  if (/^(?:fe[89ab]|ff|::$)/.test(address)) return 'forbidden';
  return /^f[cde]/.test(address) ? 'private' : 'public';
}

const DEPTH: Readonly<Record<Network | 'forbidden', number>> = { public: 0, private: 1, loopback: 2, forbidden: 3 };

/** Whether an address lies deeper inside than a request may lead. */
export function isBeyond(address: Network | 'forbidden', reach: Network): boolean {
  return DEPTH[address] > DEPTH[reach];
}

/** Where an address points, judged by its name alone; nothing is looked up. */
export function networkOf(hostname: string): Network | 'forbidden' {
  const name = hostname
    .toLowerCase()
    .replace(/^\[|\]$/g, '')
    .replace(/\.$/, '');
  if (isIP(name) === 4) return networkOf4(name);
  if (isIP(name) === 6) return networkOf6(name);
  if (name === 'localhost' || name.endsWith('.localhost')) return 'loopback';
  if (!name.includes('.') || /\.(?:local|lan|home|internal|intranet|home\.arpa)$/.test(name)) return 'private';
  return 'public';
}

/** The base URL of a model server that the user typed. */
export function readBaseUrl(text: string, protocol: Protocol): string {
  return trimEndpoint(readServerUrl(text), protocol);
}

/**
 * The address of a server the user typed, in its one spelling, or `bad_request` with what to change. A key goes over
 * plain http only to this machine or the local network.
 */
export function readServerUrl(text: string): string {
  if (!URL.canParse(text)) throw refuse('That is not an address.');
  const url = new URL(text);
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    throw refuse('The address must begin with https:// or http://.');
  if (url.username || url.password)
    throw refuse('The address must not contain a user name or password; add the key instead.');
  if (url.search || url.hash) throw refuse('The address must end before any ? or #.');
  const network = networkOf(url.hostname);
  if (network === 'forbidden') throw refuse('No server of yours is at that address.');
  if (url.protocol === 'http:' && network === 'public')
    throw refuse(
      'Use https: over http the key could be read on the way. http is for this machine and the local network.',
    );
  if (/[\\]|%(?:2e|2f|5c|00)/i.test(url.pathname)) throw refuse('The path of the address is not plain.');
  return `${url.protocol}//${url.host}${url.pathname}`;
}
