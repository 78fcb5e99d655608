import { BlockList, isIP } from 'node:net';
import { trimEndpoint } from '#core/endpoint.ts';
import type { Protocol } from '#core/vendors/base/protocol.ts';
import { type BareReasonId, reasonText } from '#core/reasons.ts';
import { HostError } from './problem.ts';

export type Network = 'public' | 'private' | 'loopback';

const refuse = (id: BareReasonId) => new HostError('bad_request', reasonText(id));

/**
 * Addresses that are not globally reachable, from the IANA special-purpose address registries (IPv4 and IPv6, read
 * 2026-11). Documentation and discard addresses lead nowhere; the rest belong to the local network. 198.18.0.0/15
 * (benchmarks) is left out on purpose: proxies on this machine return it in place of every name on the internet.
 */
const FORBIDDEN = blockList(
  '0.0.0.0/8 169.254.0.0/16 192.0.2.0/24 198.51.100.0/24 203.0.113.0/24 224.0.0.0/4 240.0.0.0/4',
  '::/128 100::/64 100:0:0:1::/64 2001:db8::/32 3fff::/20 fe80::/10 ff00::/8',
);
const PRIVATE = blockList(
  '10.0.0.0/8 100.64.0.0/10 172.16.0.0/12 192.0.0.0/24 192.88.99.0/24 192.168.0.0/16',
  // Local NAT64 and the IETF's own block, which includes Teredo: the IPv4 addresses in them can't be recognized from
  // outside.
  '64:ff9b:1::/48 2001::/23 5f00::/16 fc00::/7 fec0::/10',
);

function blockList(ipv4: string, ipv6: string): BlockList {
  const list = new BlockList();
  for (const [text, family] of [
    [ipv4, 'ipv4'],
    [ipv6, 'ipv6'],
  ] as const)
    for (const subnet of text.split(' ')) {
      const [address = '', prefix] = subnet.split('/');
      list.addSubnet(address, Number(prefix), family);
    }
  return list;
}

function networkIn(address: string, family: 'ipv4' | 'ipv6'): Network | 'forbidden' {
  if (FORBIDDEN.check(address, family)) return 'forbidden';
  return PRIVATE.check(address, family) ? 'private' : 'public';
}

const networkOf4 = (address: string): Network | 'forbidden' =>
  address.startsWith('127.') ? 'loopback' : networkIn(address, 'ipv4');

/** The IPv4 address embedded in an IPv6 address (RFC 4291 2.5.5, RFC 6052, RFC 3056), or null. */
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
  // Normalize the spelling: resolvers write ::ffff:127.0.0.1, and a zone after %.
  const address = new URL(`http://[${text.replace(/%.*$/, '')}]`).hostname.slice(1, -1);
  if (address === '::1') return 'loopback';
  const inner = embedded4(address);
  if (inner !== null) return networkOf4(inner);
  return networkIn(address, 'ipv6');
}

const DEPTH: Readonly<Record<Network | 'forbidden', number>> = { public: 0, private: 1, loopback: 2, forbidden: 3 };

/** Whether an address is deeper inside the network than a request may go. */
export function exceedsReach(address: Network | 'forbidden', reach: Network): boolean {
  return DEPTH[address] > DEPTH[reach];
}

/** The network a host name points to, judged by the name alone; nothing is resolved. */
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

/** Checks and trims the base URL of a model server as the user typed it. */
export function readBaseUrl(text: string, protocol: Protocol): string {
  return trimEndpoint(readServerUrl(text), protocol);
}

/**
 * Returns the normalized address of a server the user typed. Throws `bad_request` that says what to change. A key goes
 * over plain http only to this machine or the local network.
 */
export function readServerUrl(text: string): string {
  if (!URL.canParse(text)) throw refuse('address.none');
  const url = new URL(text);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') throw refuse('address.scheme');
  if (url.username || url.password) throw refuse('address.login');
  if (url.search || url.hash) throw refuse('address.ends');
  const network = networkOf(url.hostname);
  if (network === 'forbidden') throw refuse('address.nowhere');
  if (url.protocol === 'http:' && network === 'public') throw refuse('address.openKey');
  if (/[\\]|%(?:2e|2f|5c|00)/i.test(url.pathname)) throw refuse('address.path');
  return `${url.protocol}//${url.host}${url.pathname}`;
}
