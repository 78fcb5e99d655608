import { mkdirSync, writeFileSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { MoveState } from '#contract/origin-migration.ts';
import { createHost, type Host } from '#host/create-host.ts';
import { markFormerOrigin } from '#host/origin-migration/moved-file.ts';
import { createHostBench, type HostBench, pageHeaders } from '#test/fakes/host-deps.ts';

const HERE = 'http://0123456789abcdef0123456789abcdef.localhost:4127';
const THERE = 'http://127.0.0.1:4127';

let bench: HostBench;
let host: Host;
let now = 0;
beforeEach(() => {
  now = Date.UTC(2026, 10, 22);
  bench = createHostBench({ origin: HERE, formerOrigin: THERE, newAddressText: 'Baton has another address now.' });
  const { clock } = bench.deps;
  bench.deps.clock = { ...clock, now: () => now, setTimeout: clock.setTimeout, clearTimeout: clock.clearTimeout };
  host = createHost(bench.deps);
  writeFileSync(join(bench.pageDir, 'move.html'), '<script src="./assets/main-AbCd1234.js"></script>');
});
afterEach(async () => {
  await host.close();
  bench.dispose();
});

type Init = Omit<RequestInit, 'headers'> & { headers?: Record<string, string> };

const ask = (url: string, init: Init = {}) =>
  host.fetch(new Request(url, { ...init, headers: { host: new URL(url).host, ...init.headers } }));
const here = (path: string, method = 'GET') => ask(HERE + path, { method, headers: pageHeaders() });
const state = async () => (await (await here('/api/move')).json()) as MoveState;
const begin = async () => ((await (await here('/api/move', 'POST')).json()) as { url: string }).url;
const send = (url: string, method: string, body?: unknown, headers: Record<string, string> = {}) =>
  ask(url, {
    method,
    headers: { 'x-baton': '1', ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
const GIVEN = { reason: 'daily', schemaVersion: 7, fingerprint: null };
const COUNTS = { conversations: 1, messages: 2, blobs: 0 };

async function upload(move: string): Promise<string> {
  const { id } = (await (await send(`${move}api/snapshots`, 'POST', GIVEN)).json()) as { id: string };
  const bytes = new TextEncoder().encode('a history');
  const part = await ask(`${move}api/snapshots/${id}/parts/0`, {
    method: 'PUT',
    headers: { 'x-baton': '1', 'content-type': 'application/octet-stream' },
    body: bytes,
  });
  expect(await part.json()).toEqual({ received: 9 });
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const complete = { bytes: 9, sha256, counts: COUNTS };
  expect((await send(`${move}api/snapshots/${id}/finish`, 'POST', complete)).status).toBe(200);
  return id;
}

describe('the path at the former address', () => {
  test('takes one snapshot and one report, which the page at the new address finds', async () => {
    expect(await state()).toEqual({ step: 'waiting' });
    const move = await begin();
    expect(move).toMatch(/^http:\/\/127\.0\.0\.1:4127\/move\/[\w-]{43}\/$/);
    expect(await state()).toEqual({ step: 'open' });
    const id = await upload(move);
    expect(id).toContain('before-upgrade');
    expect((await send(`${move}api/snapshots`, 'POST', GIVEN)).status).toBe(403);
    const storage = { 'baton.appearance': '{}' };
    expect((await send(`${move}api/move/report`, 'POST', { outcome: 'sent', missing: 3, storage })).status).toBe(204);
    expect(await state()).toEqual({ step: 'arrived', snapshot: id, counts: COUNTS, missing: 3, storage });
    // It's no longer valid.
    expect((await ask(move)).status).toBe(404);
    expect((await send(`${move}api/move/report`, 'POST', { outcome: 'empty' })).status).toBe(404);
    expect((await here('/api/move/finish', 'POST')).status).toBe(204);
    expect(await state()).toEqual({ step: 'none' });
  });

  test('opens no part of the API and no snapshot but its own', async () => {
    const move = await begin();
    const uploaded = await upload(await begin());
    const fresh = await begin();
    for (const [method, path] of [
      ['GET', 'api/ping'],
      ['GET', 'api/vendors'],
      ['GET', 'api/events'],
      ['GET', 'api/move'],
      ['POST', 'api/move'],
      ['POST', 'api/windows/tickets'],
      ['GET', 'api/snapshots'],
      ['PATCH', 'api/snapshots'],
      ['GET', `api/snapshots/${uploaded}`],
      ['DELETE', `api/snapshots/${uploaded}`],
      ['POST', `api/snapshots/${uploaded}/verify`],
    ] as const)
      expect([path, (await send(fresh + path, method, method === 'GET' ? undefined : {})).status]).toEqual([path, 404]);
    // A new one replaces the previous one.
    expect((await ask(move)).status).toBe(404);
    expect((await send(`${fresh}api/snapshots`, 'POST', GIVEN, { 'x-baton': '' })).status).toBe(403);
    expect((await send(`${fresh}api/snapshots`, 'POST', GIVEN, { origin: HERE })).status).toBe(403);
    expect((await send(`${fresh}api/snapshots`, 'POST', GIVEN, { 'sec-fetch-site': 'same-site' })).status).toBe(403);
    expect((await send(`${fresh}api/move/report`, 'POST', { outcome: 'sent', missing: 0, storage: {} })).status).toBe(
      400,
    );
    for (const address of [`${THERE}/`, `${THERE}/api/ping`, `${THERE}/api/windows`])
      expect((await send(address, 'GET')).status).toBe(421);
    expect((await ask(`${THERE}/api/ping`, { headers: pageHeaders() })).status).toBe(421);
  });

  test('gives its page from below itself, never kept by a browser, and no script to a service worker', async () => {
    const move = await begin();
    const page = await ask(move);
    expect(page.headers.get('cache-control')).toBe('no-store');
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
    const text = await page.text();
    expect(text).toBe('<script src="./assets/main-AbCd1234.js"></script>');
    const script = await ask(`${move}assets/main-AbCd1234.js`);
    expect([script.status, script.headers.get('cache-control')]).toEqual([200, 'no-store']);
    expect((await ask(`${move}assets/main-AbCd1234.js`, { headers: { 'service-worker': 'script' } })).status).toBe(403);
    expect((await ask(`${move}..%2f..%2foutside.txt`)).status).toBe(400);
  });

  test('is worth nothing when nobody has come for some time', async () => {
    const move = await begin();
    now += 5 * 60_000 + 1;
    expect((await ask(move)).status).toBe(404);
  });

  test('whoever opens the former address by hand is told that there is another', async () => {
    const answer = await ask(`${THERE}/`, { headers: { 'sec-fetch-mode': 'navigate' } });
    expect(answer.status).toBe(421);
    const text = await answer.text();
    expect(text).toMatch(/another address/);
    expect(text).not.toContain('localhost');
  });
});

describe('whether there is something to move', () => {
  test('not in a home that no earlier build has used', async () => {
    await markFormerOrigin(bench.home);
    expect(await state()).toEqual({ step: 'none' });
  });

  test('in one that was used, and where nobody knows, until each port was looked at', async () => {
    mkdirSync(join(bench.home, 'logs'));
    await markFormerOrigin(bench.home);
    expect(await state()).toEqual({ step: 'waiting' });
    writeFileSync(join(bench.home, 'moved.json'), 'half a fi');
    expect(await state()).toEqual({ step: 'waiting' });
    await send(`${await begin()}api/move/report`, 'POST', { outcome: 'empty' });
    expect(await state()).toEqual({ step: 'none' });
    const other = createHost({ ...bench.deps, formerOrigin: 'http://127.0.0.1:5000' });
    const answer = await other.fetch(
      new Request(`${HERE}/api/move`, { headers: pageHeaders({ host: new URL(HERE).host }) }),
    );
    expect(await answer.json()).toEqual({ step: 'waiting' });
    await other.close();
  });

  test('a failure is told with its reason, and can be tried again', async () => {
    const report = { outcome: 'failed', detail: 'QuotaExceededError: full' };
    await send(`${await begin()}api/move/report`, 'POST', report);
    expect(await state()).toEqual({ step: 'failed', detail: report.detail });
    await begin();
    expect(await state()).toEqual({ step: 'open' });
  });
});
