import { type BareReasonId, reasonText } from '#core/reasons.ts';
import { type Network, exceedsReach, networkOf } from '../../base/base-url.ts';
import { HostError } from '../../base/problem.ts';

const refuse = (id: BareReasonId) => new HostError('bad_request', reasonText(id));

/**
 * Parses an address that a key or a token may be sent to: https, or http to this machine (security.md S47). Uses the
 * same parser as the request.
 */
export function readSecureUrl(text: string): { url: URL; network: Network } {
  // oxlint-disable-next-line no-control-regex -- control characters are exactly what is refused
  if (/[\u0000-\u0020\u007f\\]/.test(text) || !URL.canParse(text)) throw refuse('address.none');
  const url = new URL(text);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') throw refuse('server.address');
  if (url.username || url.password) throw refuse('server.login');
  const network = networkOf(url.hostname);
  if (network === 'forbidden') throw refuse('server.nowhere');
  if (url.protocol === 'http:' && network !== 'loopback') throw refuse('server.openToken');
  return { url, network };
}

/** Returns all addresses of a name; rejects or is empty when none is known here (for example behind a proxy). */
export type Lookup = (hostname: string) => Promise<readonly string[]>;

const inside = (host: string) => new HostError('bad_request', reasonText('server.inside', { host }));

/**
 * Refuses an address that is deeper inside than allowed, and returns how deep the connection itself may go. An address
 * that the user typed may be in the local network. An address that a server names (its sign-in, its token address) may
 * not lead from the internet to this machine or network, neither by its name nor by what the name resolves to. The
 * connection resolves the name again and checks that result against `reach` too (outgoing-fetch.ts), so a name that
 * changes in between is refused. A proxy resolves names itself, so with one this check is the only one.
 */
export async function checkReach(
  text: string,
  home: Network,
  ownOrigin: boolean,
  lookup: Lookup,
): Promise<{ url: URL; reach: Network }> {
  const { url, network } = readSecureUrl(text);
  const reach = ownOrigin ? 'loopback' : home;
  const found: (Network | 'forbidden')[] = [network];
  if (network === 'public') found.push(...(await lookup(url.hostname).catch((): string[] => [])).map(networkOf));
  if (found.some((one) => exceedsReach(one, reach))) throw inside(url.host);
  return { url, reach };
}
