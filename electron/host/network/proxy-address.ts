import { reasonText } from '#core/reasons.ts';
import { HostError } from '../base/problem.ts';

const DEFAULT_SOCKS_PORT = '1080';
const HTTP = new Set(['http:', 'https:']);

const SOCKS = /^socks5h?:\/\//i;
/** URL doesn't check the host of a scheme that it doesn't know. */
const HOST = /^(?:[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?|\[[\da-f:]+\])$/i;

/** `http://host:port` or `socks5://host:port`. Throws `bad_request` with what is wrong with it. */
export function readProxyAddress(text: string): string {
  const given = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `http://${text}`;
  const isSocks = SOCKS.test(given);
  if (/^socks/i.test(given) && !isSocks) throw new HostError('bad_request', reasonText('proxy.socks'));
  const url = URL.canParse(given) ? new URL(given) : null;
  if (!url || !(isSocks ? HOST.test(url.hostname) : HTTP.has(url.protocol) && url.hostname !== ''))
    throw new HostError('bad_request', reasonText('proxy.address'));
  if (url.username !== '' || url.password !== '') throw new HostError('bad_request', reasonText('proxy.login'));
  if (!/^\/?$/.test(url.pathname) || url.search !== '' || url.hash !== '')
    throw new HostError('bad_request', reasonText('proxy.address'));
  return isSocks ? `socks5://${url.hostname.toLowerCase()}:${url.port || DEFAULT_SOCKS_PORT}` : url.origin;
}

/** The address with the credentials, as Node's agents take it. */
export function withCredentials(address: string, user: string | null, password: string | null): string {
  if (user === null) return address;
  const url = new URL(address);
  url.username = encodeURIComponent(user);
  url.password = encodeURIComponent(password ?? '');
  return url.href;
}

/**
 * The first usable entry of what Chromium answers for an address: `DIRECT`, or a list such as `PROXY a:8080; DIRECT`
 * (a PAC script's answer, too). Throws where only SOCKS 4 leads out, which `SOCKS` alone means there.
 */
export function readSystemProxy(answer: string): string | null {
  let socks = false;
  for (const entry of answer.split(';')) {
    const [kind = '', address = ''] = entry.trim().split(/\s+/);
    if (/^DIRECT$/i.test(kind)) return null;
    if (/^(PROXY|HTTP)$/i.test(kind) && URL.canParse(`http://${address}`)) return new URL(`http://${address}`).origin;
    if (/^HTTPS$/i.test(kind) && URL.canParse(`https://${address}`)) return new URL(`https://${address}`).origin;
    const named = `socks5://${address}`;
    if (/^SOCKS5$/i.test(kind) && URL.canParse(named) && HOST.test(new URL(named).hostname))
      return readProxyAddress(named);
    socks ||= /^SOCKS/i.test(kind);
  }
  if (socks) throw new HostError('upstream_unreachable', reasonText('proxy.socks'));
  return null;
}
