import { describe, expect, it } from 'vitest';
import { connectWindow } from '#host-client/connect-window.ts';
import { refuseWorkers } from '#host-client/refuse-workers.ts';
import { shareTickets, takeToken, type TokenSources } from '#host-client/take-token.ts';

const text = (seed: string) => seed.padEnd(43, '-');

/** A host that knows these tickets, each valid for one window. */
function createTickets(...tickets: string[]) {
  const left = new Set(tickets.map(text));
  return {
    left,
    fetch: async (url: string, init?: Omit<RequestInit, 'body'> & { body?: unknown }) => {
      if (url.endsWith('/tickets')) {
        left.add(text('lent'));
        return Response.json({ ticket: text('lent') }, { status: 201 });
      }
      const { ticket } = JSON.parse(typeof init?.body === 'string' ? init.body : '{}') as { ticket: string };
      if (!left.delete(ticket)) return new Response('{}', { status: 401 });
      left.add(text(`back-${ticket.slice(0, 3)}`));
      return Response.json(
        { token: text(`token-${ticket.slice(0, 3)}`), comeback: text(`back-${ticket.slice(0, 3)}`) },
        { status: 201 },
      );
    },
  };
}

/** A foreign service worker, as a page finds it. */
function createWorkers(controlled: boolean, count: number) {
  let left = count;
  const one = { unregister: async () => ((left -= 1), true) } as unknown as ServiceWorkerRegistration;
  return {
    left: () => left,
    controller: controlled ? ({} as ServiceWorker) : null,
    getRegistrations: async () => Array.from({ length: left }, () => one),
  };
}

describe('service workers', () => {
  it.each([
    [true, 1],
    [false, 2],
  ])('are removed and the page begins again without them, before anything else (%s, %i)', async (controlled, count) => {
    const workers = createWorkers(controlled, count);
    const began: string[] = [];
    const again = new Promise<void>((resolve) => {
      void refuseWorkers(workers, resolve).then(() => began.push('went on'));
    });
    await again;
    await Promise.resolve();
    expect(workers.left()).toBe(0);
    expect(began).toEqual([]);
  });

  it('are usually none', async () => {
    await refuseWorkers(createWorkers(false, 0), () => expect.unreachable());
    await refuseWorkers(undefined, () => expect.unreachable());
  });
});

function createPage(hash: string, stored: string | null, fetch: TokenSources['host']['fetch']) {
  const storage = new Map(stored === null ? [] : [['baton-window', text(stored)]]);
  const urls: string[] = [];
  const places: TokenSources = {
    location: { hash, pathname: '/', search: '' },
    history: { state: null, replaceState: (_, __, url) => void urls.push(String(url)) },
    storage: () => ({
      getItem: (key) => storage.get(key) ?? null,
      setItem: (key, value) => void storage.set(key, value),
      removeItem: (key) => void storage.delete(key),
    }),
    host: { origin: 'http://x.localhost:4127', fetch },
    channel: new BroadcastChannel(`baton-windows-${Math.random()}`),
  };
  return { places, storage, urls };
}

describe('the token of a window', () => {
  it('is exchanged for the ticket of the address, which leaves it at once, and is never stored', async () => {
    const tickets = createTickets('new');
    const page = createPage(`#t=${text('new')}&x=1`, 'old', tickets.fetch);
    expect(await takeToken(page.places)).toBe(text('token-new'));
    expect(page.urls).toEqual(['/#x=1']);
    expect([...page.storage.values()]).toEqual([text('back-new')]);
  });

  it('is exchanged for a ticket that another address has replaced meanwhile', async () => {
    const tickets = createTickets('new');
    const location = { origin: 'http://x.localhost:4127', hash: `#t=${text('new')}`, pathname: '/', search: '' };
    const { places, storage, urls } = createPage('', 'old', tickets.fetch);
    const getRegistrations = async () => {
      location.hash = '#/settings';
      return [];
    };
    const { token } = await connectWindow(
      {
        location,
        history: places.history,
        navigator: { serviceWorker: { controller: null, getRegistrations } },
        sessionStorage: places.storage(),
        addEventListener: () => undefined,
        fetch: places.host.fetch,
      } as never,
      undefined,
    );
    expect(token).toBe(text('token-new'));
    expect(urls).toEqual([]);
    expect([...storage.values()]).toEqual([text('back-new')]);
  });

  it('comes back after a reload, also where the address still has the used ticket', async () => {
    const tickets = createTickets('old');
    expect(await takeToken(createPage(`#t=${text('used')}`, 'old', tickets.fetch).places)).toBe(text('token-old'));
    const route = createPage('#/s/abc', 'back-old', tickets.fetch);
    expect(await takeToken(route.places)).toBe(text('token-bac'));
    expect(route.urls).toEqual([]);
  });

  it('is had through another window of the page, and not at all without one', async () => {
    const tickets = createTickets();
    const alone = createPage('', null, tickets.fetch);
    expect(await takeToken(alone.places)).toBeNull();
    const lender = new BroadcastChannel('baton-windows-lending');
    shareTickets(lender, { ...alone.places.host, token: 'mine' });
    const channel = new BroadcastChannel('baton-windows-lending');
    expect(await takeToken({ ...alone.places, channel })).toBe(text('token-len'));
    lender.close();
    channel.close();
  });

  it('is not had from a browser that keeps nothing, or without a host, but nothing breaks', async () => {
    const broken = createPage(`#t=${text('new')}`, null, createTickets('new').fetch);
    const storage = () => {
      throw new Error('refused');
    };
    expect(await takeToken({ ...broken.places, storage })).toBe(text('token-new'));
    const unreachable = createPage(`#t=${text('new')}`, null, () => Promise.reject(new TypeError('no host')));
    expect(await takeToken(unreachable.places)).toBeNull();
  });
});
