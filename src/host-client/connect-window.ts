import { v4 } from 'uuid';
import type { HostCallsDeps } from './host-calls.ts';
import { refuseWorkers } from './refuse-workers.ts';
import { shareTickets, takeToken, ticketIn } from './take-token.ts';

type Page = Pick<Window, 'location' | 'history' | 'navigator' | 'sessionStorage' | 'addEventListener' | 'fetch'>;

/** Sets up how this page calls the host. `preload`: the token of Electron's window. */
export async function connectWindow(page: Page, preload: string | undefined): Promise<HostCallsDeps> {
  const { location, history, navigator } = page;
  const calls = {
    origin: location.origin,
    // Baton has no cookies.
    fetch: (input: string, init?: RequestInit) => page.fetch(input, { credentials: 'omit', ...init }),
    newRunId: () => v4(),
    onPageHide: (fn: () => void) => page.addEventListener('pagehide', fn),
  };
  if (preload !== undefined) return { ...calls, token: preload };
  // Another address may take the place of this one meanwhile. A reload finds the ticket where it was.
  const ticket = ticketIn(location);
  await refuseWorkers(navigator.serviceWorker, () => location.reload());
  const channel = new BroadcastChannel('baton-windows');
  const places = { location, history, storage: () => page.sessionStorage, host: calls, channel };
  const token = await takeToken(places, ticket);
  const deps = { ...calls, token };
  if (token !== null) shareTickets(channel, deps);
  return deps;
}
