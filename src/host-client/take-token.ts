import { windowEndpoints } from '#contract/windows.ts';
import { createApiClient, type HostCallDeps } from './api-client.ts';

const STORAGE_KEY = 'baton-window';
/** Former storage key of tokens that worked more than once. They ended with their host. */
const FORMER_KEY = 'baton-token';
/** Other windows of this page respond immediately or not at all. */
const LENDING_MS = 400;

export interface TokenSources {
  location: Pick<Location, 'hash' | 'pathname' | 'search'>;
  history: Pick<History, 'replaceState' | 'state'>;
  /** Throws if the browser stores nothing for this page. */
  storage: () => Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
  host: Omit<HostCallDeps, 'token'>;
  /** Between the windows of this origin. */
  channel: Pick<BroadcastChannel, 'postMessage' | 'addEventListener' | 'removeEventListener'>;
}

type Message = { ask: 'ticket'; id: string } | { lend: string; id: string };

/**
 * The token of this window, kept in memory only. The host gives it for a ticket that works once. The first choice is
 * the ticket that came in the address, which is removed from there immediately. After a reload it is the one in this tab's
 * session storage, which is worth nothing while the window is connected. Otherwise another window of this page asks the
 * host for one. `null` if there is none.
 */
export async function takeToken(
  places: TokenSources,
  fresh: string | null = ticketIn(places.location),
): Promise<string | null> {
  removeTicket(places);
  const token = (await exchange(places, fresh)) ?? (await exchange(places, readTicket(places)));
  return token ?? exchange(places, await borrow(places.channel));
}

const readFragment = ({ hash }: Pick<Location, 'hash'>) => new URLSearchParams(hash.replace(/^#/, ''));

/** The ticket in an address, which stays there. */
export const ticketIn = (location: Pick<Location, 'hash'>): string | null => readFragment(location).get('t') || null;

function removeTicket({ location, history }: TokenSources): void {
  if (ticketIn(location) === null) return;
  const fragment = readFragment(location);
  fragment.delete('t');
  const rest = fragment.toString();
  history.replaceState(history.state, '', `${location.pathname}${location.search}${rest ? `#${rest}` : ''}`);
}

function readTicket({ storage }: TokenSources): string | null {
  try {
    return storage().getItem(STORAGE_KEY);
  } catch {
    return null;
  }
}

function storeTicket({ storage }: TokenSources, ticket: string): void {
  try {
    storage().setItem(STORAGE_KEY, ticket);
    storage().removeItem(FORMER_KEY);
  } catch {
    // After a reload, this window has no ticket. A browser that stores nothing rejects the history too, and reports it.
  }
}

async function exchange(places: TokenSources, ticket: string | null): Promise<string | null> {
  if (ticket === null) return null;
  try {
    const key = await createApiClient({ ...places.host, token: null }, windowEndpoints).open({ ticket });
    storeTicket(places, key.comeback);
    return key.token;
  } catch {
    // Refused, or the host is unreachable. Every call reports which.
    return null;
  }
}

function borrow(channel: TokenSources['channel']): Promise<string | null> {
  const id = crypto.randomUUID();
  return new Promise((resolve) => {
    const end = (ticket: string | null) => {
      clearTimeout(timer);
      channel.removeEventListener('message', onMessage);
      resolve(ticket);
    };
    const onMessage = ({ data }: MessageEvent<Message>) => {
      if (data.id === id && 'lend' in data) end(data.lend);
    };
    const timer = setTimeout(() => end(null), LENDING_MS);
    channel.addEventListener('message', onMessage);
    post(channel, { ask: 'ticket', id });
  });
}

/** Gives tickets to other windows of this page, such as a duplicated tab. */
export function shareTickets(channel: TokenSources['channel'], deps: HostCallDeps): void {
  channel.addEventListener('message', ({ data }: MessageEvent<Message>) => {
    if (!('ask' in data)) return;
    createApiClient(deps, windowEndpoints)
      .issueTicket()
      .then(
        (lend) => post(channel, { lend, id: data.id }),
        // On failure, this window gives no ticket.
        () => undefined,
      );
  });
}

function post(channel: TokenSources['channel'], message: Message): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel, not a window
  channel.postMessage(message);
}
