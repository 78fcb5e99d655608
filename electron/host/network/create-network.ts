import type { NetworkState } from '#contract/network.ts';
import { reasonText } from '#core/reasons.ts';
import type { HostDeps, NetworkSettings } from '../base/deps.ts';
import { createOutgoingFetch, type Resolve, type WayOut } from '../base/outgoing-fetch.ts';
import { HostError } from '../base/problem.ts';
import { createQueue } from '../base/serialize.ts';
import { createNetworkFile, type StoredNetwork } from './network-file.ts';
import { readProxyAddress, readSystemProxy, withCredentials } from './proxy-address.ts';
import { readAuthorities } from './read-authorities.ts';

/** The settings of the way out, and the `fetch` that obeys them. */
export interface Network extends NetworkSettings {
  fetch: HostDeps['fetch'];
}

export interface NetworkDeps extends Pick<HostDeps, 'home' | 'env' | 'secrets' | 'clock'> {
  /** What the system says about an address, as Chromium writes it. Absent where only the environment says something. */
  resolveProxy?: (url: string) => Promise<string>;
  resolveName?: Resolve;
}

const PASSWORD = 'network:proxy';
/** A PAC script can be slow, and its answer for a server rarely changes. */
const REMEMBER_MS = 5 * 60_000;
const MOST_ORIGINS = 200;
/** A server that every system's proxy setting has an answer for. It is only looked up and not asked. */
const ANY_SERVER = 'https://example.com/';
const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

export function createNetwork(deps: NetworkDeps): Network {
  const { env, clock, secrets } = deps;
  const named = env['HTTPS_PROXY'] ?? env['https_proxy'] ?? env['HTTP_PROXY'] ?? env['http_proxy'] ?? '';
  // What the user has set for this start says more than what the system says to all programs.
  const resolveProxy = named === '' ? deps.resolveProxy : undefined;
  const file = createNetworkFile(deps.home, () => clock.now());
  const enqueue = createQueue();
  const answers = new Map<string, { at: number; proxy: string | null }>();
  let current: Promise<{ network: StoredNetwork; damaged: boolean }> | null = null;
  const settings = () => (current ??= file.read());

  async function systemProxy({ origin, hostname }: URL): Promise<WayOut['proxy']> {
    if (!resolveProxy) return undefined;
    if (LOOPBACK.test(hostname)) return null;
    const known = answers.get(origin);
    const now = clock.now();
    if (known && now - known.at < REMEMBER_MS && now >= known.at) return known.proxy;
    const proxy = readSystemProxy(await resolveProxy(`${origin}/`));
    if (answers.size >= MOST_ORIGINS) answers.clear();
    answers.set(origin, { at: now, proxy });
    return proxy;
  }

  async function proxyFor(url: URL, { proxy, address, user }: StoredNetwork): Promise<WayOut['proxy']> {
    if (proxy === 'none') return null;
    if (proxy === 'system') return systemProxy(url);
    if (address === null) return null;
    // While the keys are locked this throws, and the page asks for the passphrase.
    return withCredentials(address, user, user === null ? null : await secrets.get(PASSWORD));
  }

  async function findWay(url: URL): Promise<WayOut> {
    const { network } = await settings();
    return {
      proxy: await proxyFor(url, network),
      except: network.proxy === 'manual' ? network.except.join(',') : '',
      systemAuthorities: network.systemAuthorities,
      authorities: network.authorities.map(({ pem }) => pem),
    };
  }

  async function hasPassword(): Promise<boolean> {
    try {
      return (await secrets.get(PASSWORD)) !== null;
    } catch (error) {
      // Locked keys or none chosen yet: the settings say so elsewhere.
      if (error instanceof HostError) return false;
      throw error;
    }
  }

  async function describeSystem(): Promise<NetworkState['system']> {
    if (!resolveProxy) {
      return { by: 'environment', proxy: URL.canParse(named) ? new URL(named).origin : null };
    }
    try {
      return { by: 'system', proxy: readSystemProxy(await resolveProxy(ANY_SERVER)) };
    } catch (error) {
      if (error instanceof HostError) return { by: 'system', proxy: 'SOCKS 4' };
      throw error;
    }
  }

  async function state(): Promise<NetworkState> {
    const { network, damaged } = await settings();
    const { proxy, address, except, user, systemAuthorities } = network;
    return {
      proxy,
      address,
      except,
      user,
      hasPassword: user !== null && (await hasPassword()),
      system: await describeSystem(),
      systemAuthorities,
      authorities: network.authorities.map(({ fingerprint, name, until }) => ({ fingerprint, name, until })),
      damaged,
    };
  }

  const change = (edit: (network: StoredNetwork) => StoredNetwork | Promise<StoredNetwork>): Promise<NetworkState> =>
    enqueue(async () => {
      const network = await edit((await settings()).network);
      await file.write(network);
      current = Promise.resolve({ network, damaged: false });
      answers.clear();
      return state();
    });

  return {
    fetch: createOutgoingFetch(env, deps.resolveName, findWay),
    state,
    put: (wish) =>
      change(async (network) => {
        const { password, address, ...rest } = wish;
        if (wish.proxy === 'manual' && address === null)
          throw new HostError('bad_request', reasonText('proxy.address'));
        const read = address === null ? null : readProxyAddress(address);
        if (password !== undefined && wish.user !== null) await secrets.set(PASSWORD, password);
        // A stored password is for the user that it was entered with, and for no other proxy.
        else if (network.user !== null && (wish.user !== network.user || read !== network.address))
          await secrets.delete(PASSWORD);
        return { ...network, ...rest, address: read };
      }),
    addAuthority: (pem) =>
      change((network) => {
        const added = readAuthorities(pem, clock.now());
        const fresh = new Set(added.map(({ fingerprint }) => fingerprint));
        const authorities = [...network.authorities.filter(({ fingerprint }) => !fresh.has(fingerprint)), ...added];
        return { ...network, authorities };
      }),
    removeAuthority: (fingerprint) =>
      change((network) => ({
        ...network,
        authorities: network.authorities.filter((one) => one.fingerprint !== fingerprint),
      })),
  };
}
