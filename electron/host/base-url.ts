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

function networkOf6(address: string): Network | 'forbidden' {
  if (address === '::1') return 'loopback';
  const mapped = /^::ffff:([0-9a-f]+):([0-9a-f]+)$/.exec(address);
  if (mapped) {
    const [high, low] = [Number.parseInt(mapped[1] ?? '0', 16), Number.parseInt(mapped[2] ?? '0', 16)];
    return networkOf4([high >> 8, high & 255, low >> 8, low & 255].join('.'));
  }
  if (/^(?:fe[89ab]|ff|::$)/.test(address)) return 'forbidden';
  return /^f[cd]/.test(address) ? 'private' : 'public';
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

/**
 * The base URL of a server the user typed, in its one spelling, or `bad_request` with what to change. A key goes over
 * plain http only to this machine or the local network.
 */
export function readBaseUrl(text: string, protocol: Protocol): string {
  if (!URL.canParse(text)) throw refuse('That is not an address.');
  const url = new URL(text);
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    throw refuse('The address must begin with https:// or http://.');
  if (url.username || url.password)
    throw refuse('The address must not contain a user name or password; add the key instead.');
  if (url.search || url.hash) throw refuse('The address must end before any ? or #.');
  const network = networkOf(url.hostname);
  if (network === 'forbidden') throw refuse('That address is not one of a model server.');
  if (url.protocol === 'http:' && network === 'public')
    throw refuse(
      'Use https: over http the key could be read on the way. http is for this machine and the local network.',
    );
  if (/[\\]|%(?:2e|2f|5c|00)/i.test(url.pathname)) throw refuse('The path of the address is not plain.');
  return trimEndpoint(`${url.protocol}//${url.host}${url.pathname}`, protocol);
}
