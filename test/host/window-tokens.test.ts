import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createHost } from '#host/create-host.ts';
import { systemClock } from '#host/base/system-clock.ts';
import { COMEBACK_MS, createWindowTokens, LEAVE_MS, type WindowTokens } from '#host/base/window-tokens.ts';
import { createHostBench } from '#test/fakes/host-deps.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

async function open(keys: WindowTokens) {
  const key = await keys.redeem(keys.issue());
  if (!key) throw new Error('a fresh ticket was refused');
  return key;
}

describe('tickets', () => {
  test('open one window each, and no other text does', async () => {
    let refused = 0;
    const keys = createWindowTokens(systemClock, () => (refused += 1));
    const ticket = keys.issue();
    const key = await keys.redeem(ticket);
    expect(keys.accepts(key?.token ?? '')).toBe(true);
    expect(await keys.redeem(ticket)).toBeNull();
    for (const text of ['', 'x', key?.token ?? '']) expect(await keys.redeem(text)).toBeNull();
    for (const text of ['', ticket, key?.comeback ?? '']) expect(keys.accepts(text)).toBe(false);
    expect(refused).toBe(4);
  });

  test('two that use one at the same moment: one has it', async () => {
    const keys = createWindowTokens(systemClock);
    const ticket = keys.issue();
    const both = await Promise.all([keys.redeem(ticket), keys.redeem(ticket)]);
    expect(both.filter((key) => key !== null)).toHaveLength(1);
  });

  test('say when they were used, and are worth nothing when their time is over', async () => {
    const keys = createWindowTokens(systemClock);
    const used = vi.fn<() => void>();
    await keys.redeem(keys.issue({ onUsed: used }));
    expect(used).toHaveBeenCalledOnce();
    const short = keys.issue({ lifeMs: 1000 });
    vi.advanceTimersByTime(1001);
    expect(await keys.redeem(short)).toBeNull();
  });
});

describe('coming back', () => {
  test('works once the window has gone, once', async () => {
    const keys = createWindowTokens(systemClock);
    const { token, comeback } = await open(keys);
    keys.connected(token)();
    const again = await keys.redeem(comeback);
    expect(again?.token).not.toBe(token);
    expect(keys.accepts(again?.token ?? '')).toBe(true);
    expect(await keys.redeem(comeback)).toBeNull();
  });

  test('is worth nothing while the window is there: whoever has read it on a disk gets in with nothing', async () => {
    const keys = createWindowTokens(systemClock);
    const { token, comeback } = await open(keys);
    keys.connected(token);
    const stolen = keys.redeem(comeback);
    await vi.advanceTimersByTimeAsync(LEAVE_MS);
    expect(await stolen).toBeNull();
  });

  test('waits a moment for a connection that ends after the new page has begun', async () => {
    const keys = createWindowTokens(systemClock);
    const { token, comeback } = await open(keys);
    const leave = keys.connected(token);
    const again = keys.redeem(comeback);
    await vi.advanceTimersByTimeAsync(LEAVE_MS / 2);
    leave();
    leave();
    expect(await again).not.toBeNull();
  });

  test('is over some time after the window has gone', async () => {
    const keys = createWindowTokens(systemClock);
    const { token, comeback } = await open(keys);
    keys.connected(token)();
    vi.advanceTimersByTime(COMEBACK_MS + 1);
    expect(await keys.redeem(comeback)).toBeNull();
  });
});

describe('over the API', () => {
  test('a ticket gives a token, which opens everything else and lends tickets', async () => {
    vi.useRealTimers();
    const keys = createWindowTokens(systemClock);
    const bench = createHostBench({ token: null, windowKeys: keys });
    const host = createHost(bench.deps);
    const call = async (method: string, path: string, token: string | null, body?: unknown) => {
      const headers = {
        'x-baton': '1',
        ...(token === null ? {} : { 'x-baton-token': token }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      };
      const init = { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
      const answer = await host.fetch(new Request(`app://ui${path}`, init));
      return { status: answer.status, body: (await answer.json()) as Record<string, string> };
    };
    const ticket = keys.issue();
    expect((await call('GET', '/api/ping', ticket)).status).toBe(401);
    expect((await call('GET', '/api/ping', '')).status).toBe(401);
    expect((await call('GET', '/api/windows', null)).status).toBe(401);
    expect((await call('POST', '/api/windows/tickets', null)).status).toBe(401);
    const { token = '' } = (await call('POST', '/api/windows', null, { ticket })).body;
    expect((await call('POST', '/api/windows', null, { ticket })).status).toBe(401);
    expect((await call('GET', '/api/ping', token)).status).toBe(200);
    const { ticket: lent } = (await call('POST', '/api/windows/tickets', token)).body;
    expect((await call('POST', '/api/windows', null, { ticket: lent })).status).toBe(201);
    await host.close();
    bench.dispose();
  });
});
