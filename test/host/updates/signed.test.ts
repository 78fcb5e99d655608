import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createConfigurationStore } from '#host/configuration/configuration-store.ts';
import { createConsentStore } from '#host/consents/consent-store.ts';
import { createOutgoingFetch } from '#host/base/outgoing-fetch.ts';
import { createUpdateChecker } from '#host/updates/update-checker.ts';
import { FakeClock } from '#test/fakes/fake-clock.ts';
import { createHostBench, createMemorySecrets, type HostBench } from '#test/fakes/host-deps.ts';
import { newFeedKey, signFeed } from '../../packaging/sign-feed.ts';

const DAY = 24 * 60 * 60 * 1000;
const own = newFeedKey();
const reserve = newFeedKey();
const foreign = newFeedKey();

let bench: HostBench;
let server: Server;
let feed: string;
let clock: FakeClock;
let files: Map<string, Uint8Array | string>;
let asked: string[];

beforeEach(async () => {
  clock = new FakeClock();
  files = new Map();
  asked = [];
  server = createServer((request, response) => {
    asked.push(request.url ?? '');
    const file = files.get(request.url ?? '');
    response.writeHead(file === undefined ? 404 : 200).end(file);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  feed = `http://127.0.0.1:${(server.address() as AddressInfo).port}/feed.json`;
  bench = createHostBench({
    version: '1.0.0',
    clock,
    secrets: createMemorySecrets({}, 'os'),
    fetch: createOutgoingFetch({}),
  });
});
afterEach(() => {
  server.close().closeAllConnections();
  bench.dispose();
});

const day = (days: number) => new Date(clock.now() + days * DAY).toISOString().slice(0, 10);
const release = (more: object = {}) => ({
  version: '1.1.0',
  date: day(0),
  notes: 'Faster.',
  page: 'https://baton.example/1.1.0',
  until: day(30),
  ...more,
});

function publish(value: object, pem: string | null = own.pem): void {
  const bytes = Buffer.from(JSON.stringify(value));
  files.set('/feed.json', bytes);
  if (pem === null) files.delete('/feed.json.sig');
  else files.set('/feed.json.sig', `${signFeed(bytes, pem)}\n`);
}

/** The checker of a build that has this feed and these keys, which the user agreed to. */
async function open() {
  const configuration = createConfigurationStore({
    home: bench.home,
    foldersOf: async () => [],
    now: () => clock.now(),
    emit: () => undefined,
  });
  const consents = createConsentStore(bench.deps);
  const checker = createUpdateChecker({
    ...bench.deps,
    configuration: {
      of: async (session) => ({ ...(await configuration.of(session)), updates: { feed } }),
    },
    consents,
    onChange: () => undefined,
    build: { feed, keys: [own.publicKey, reserve.publicKey] },
  });
  await checker.agree(feed, { mount: 'test', window: 1, session: null });
  return checker;
}

describe('a signed feed', () => {
  it.each([
    ['the key in use', own.pem],
    ['the one in reserve', reserve.pem],
  ])('counts with %s', async (_which, pem) => {
    publish(release(), pem);
    const checker = await open();
    expect(await checker.check()).toMatchObject({ asked: { failed: false }, newer: { version: '1.1.0' } });
    expect(asked).toEqual(['/feed.json', '/feed.json.sig']);
    checker.close();
  });

  const tampered: [string, () => void][] = [
    ['no signature', () => publish(release(), null)],
    ['somebody else’s signature', () => publish(release(), foreign.pem)],
    ['one letter changed', () => files.set('/feed.json', JSON.stringify(release({ notes: 'Faster!' })))],
    [
      'another page to get it',
      () => files.set('/feed.json', JSON.stringify(release({ page: 'https://evil.example/' }))),
    ],
    ['a space at the end', () => files.set('/feed.json', `${JSON.stringify(release())} `)],
    ['a cut signature', () => files.set('/feed.json.sig', String(files.get('/feed.json.sig')).slice(0, 40))],
    ['a longer signature', () => files.set('/feed.json.sig', `${String(files.get('/feed.json.sig')).trim()}AAAA`)],
    ['an empty signature', () => files.set('/feed.json.sig', '')],
    ['the signature of another feed', () => files.set('/feed.json.sig', signFeed(Buffer.from('{}'), own.pem))],
  ];
  it.each(tampered)('with %s tells nothing and says why', async (_what, tamper) => {
    publish(release());
    tamper();
    const checker = await open();
    const state = await checker.check();
    expect(state).toMatchObject({ asked: { failed: true, why: 'untrusted' }, newer: null });
    checker.close();
  });

  it.each([
    ['ended', { until: day0(-1) }],
    ['names no end', { until: undefined }],
  ])('that %s is stale', async (_what, more) => {
    publish(release(more));
    const checker = await open();
    expect(await checker.check()).toMatchObject({ asked: { failed: true, why: 'stale' }, newer: null });
    checker.close();
  });

  it('never goes back to a version below one that was seen, though it is signed', async () => {
    publish(release({ version: '1.3.0' }));
    const checker = await open();
    await checker.check();
    await clock.advance(DAY);
    publish(release({ version: '1.2.0' }));
    expect(await checker.check()).toMatchObject({ asked: { why: 'older' }, newer: { version: '1.3.0' } });
    checker.close();
    // Neither after a new start.
    await clock.advance(DAY);
    const again = await open();
    expect(await again.check()).toMatchObject({ asked: { why: 'older' }, newer: { version: '1.3.0' } });
    again.close();
  });

  it('is not asked for before the user agreed', async () => {
    publish(release());
    const checker = await open();
    await checker.revoke();
    await checker.check();
    expect(asked).toEqual([]);
    checker.close();
  });
});

/** Before the clock of a test exists. */
function day0(days: number): string {
  return new Date(new FakeClock().now() + days * DAY).toISOString().slice(0, 10);
}
