import { reasonText } from '#core/reasons.ts';
import { HostError } from '../base/problem.ts';

const HTTP = new Set(['http:', 'https:']);

/** `http://host:port`. Throws `bad_request` with what is wrong with it. */
export function readProxyAddress(text: string): string {
  const given = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `http://${text}`;
  if (/^socks/i.test(given)) throw new HostError('bad_request', reasonText('proxy.socks'));
  const url = URL.canParse(given) ? new URL(given) : null;
  if (!url || !HTTP.has(url.protocol) || url.hostname === '')
    throw new HostError('bad_request', reasonText('proxy.address'));
  if (url.username !== '' || url.password !== '') throw new HostError('bad_request', reasonText('proxy.login'));
  if (!/^\/?$/.test(url.pathname) || url.search !== '' || url.hash !== '')
    throw new HostError('bad_request', reasonText('proxy.address'));
  return url.origin;
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
 * (a PAC script's answer, too). Throws where only SOCKS leads out.
 */
export function readSystemProxy(answer: string): string | null {
  let socks = false;
  for (const entry of answer.split(';')) {
    const [kind = '', address = ''] = entry.trim().split(/\s+/);
    if (/^DIRECT$/i.test(kind)) return null;
    if (/^(PROXY|HTTP)$/i.test(kind) && URL.canParse(`http://${address}`)) return new URL(`http://${address}`).origin;
    if (/^HTTPS$/i.test(kind) && URL.canParse(`https://${address}`)) return new URL(`https://${address}`).origin;
    socks ||= /^SOCKS/i.test(kind);
  }
  if (socks) throw new HostError('upstream_unreachable', reasonText('proxy.socks'));
  return null;
}
