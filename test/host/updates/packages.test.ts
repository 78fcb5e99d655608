import { createHash, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { InstallSnapshot, PackageState } from '#contract/update-package.ts';
import type { Release, UpdateState } from '#contract/updates.ts';
import { createHost, type Host } from '#host/create-host.ts';
import { createOutgoingFetch } from '#host/base/outgoing-fetch.ts';
import type { Install, Installer } from '#host/base/deps.ts';
import { createHostBench, createMemorySecrets, type HostBench, pageHeaders } from '#test/fakes/host-deps.ts';
import { FakeClock } from '#test/fakes/fake-clock.ts';
import { openTestWindow, type TestWindow } from '#test/fakes/host-window.ts';
import { newFeedKey } from '../../packaging/sign-feed.ts';
import { makeFeed, writeFeed } from '../../packaging/write-feed.ts';

const own = newFeedKey();
const foreign = newFeedKey();
const CHANGELOG = '# Changelog\n\n## 1.1.0 - 2026-11-26\n\n### Added\n\n- Faster.\n\n## 1.0.0 - 2026-10-01\n\n- Old.\n';

let bench: HostBench;
let folder: string;
let server: Server;
let origin: string;
let asked: { url: string; headers: IncomingHttpHeaders }[];
/** How many bytes of a file the server sends before it hangs up. */
let cutAt: number | null;
let bytes: Buffer;
let host: Host;
let window: TestWindow;
let installed: ({ text: string; restart: boolean } & Omit<Install, 'restart'>)[];
let quits: number;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'baton-release-'));
  asked = [];
  cutAt = null;
  installed = [];
  quits = 0;
  bytes = randomBytes(300_000);
  // A release server: it redirects to where the files are, and knows ranges.
  server = createServer((request, response) => {
    const { url = '', headers } = request;
    asked.push({ url, headers });
    if (url.startsWith('/download/')) {
      response.writeHead(302, { location: `/files/${url.slice('/download/'.length)}` }).end();
      return;
    }
    const path = join(folder, url.replace('/files/', ''));
    if (!existsSync(path)) {
      response.writeHead(404).end();
      return;
    }
    const whole = readFileSync(path);
    const from = Number(/^bytes=(\d+)-$/.exec(headers.range ?? '')?.[1] ?? 0);
    response.writeHead(from > 0 ? 206 : 200, { 'content-length': whole.length - from });
    if (cutAt === null || !url.startsWith('/files/')) {
      response.end(whole.subarray(from));
      return;
    }
    response.write(whole.subarray(from, from + cutAt), () => setTimeout(() => response.destroy(), 30));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  bench = createHostBench({
    version: '1.0.0',
    secrets: createMemorySecrets({}, 'os'),
    fetch: createOutgoingFetch({}),
    installer: installer('appimage', 'appimage-x64'),
  });
  publish();
  await open();
});
afterEach(async () => {
  await host.close();
  server.close().closeAllConnections();
  bench.dispose();
  rmSync(folder, { recursive: true, force: true });
});

const installer = (kind: Installer['kind'], target: Installer['target']): Installer => ({
  kind,
  target,
  async install(path, how) {
    installed.push({ text: readFileSync(path).toString('hex').slice(0, 16), ...how, restart: how.restart() });
  },
  quit: () => void (quits += 1),
});

/** Packages and feed as the release scripts write them. */
function publish(change: (feed: Release) => Release = (feed) => feed, pem = own.pem, version = '1.1.0'): void {
  writeFileSync(join(folder, `Baton-${version}-linux-x86_64.AppImage`), bytes);
  const values = {
    version,
    download: `${origin}/download`,
    page: 'https://baton.example/',
    share: 100,
    now: Date.now(),
  };
  writeFeed(change(makeFeed(values, folder, CHANGELOG.replace('1.1.0', version))), pem, folder);
}

async function open(): Promise<void> {
  mkdirSync(bench.home, { recursive: true });
  writeFileSync(join(bench.home, 'config.jsonc'), JSON.stringify({ updates: { feed: `${origin}/feed.json` } }));
  host = createHost(bench.deps, { updates: { feed: `${origin}/feed.json`, keys: [own.publicKey] } });
  window = await openTestWindow((path, init) => host.fetch(new Request(`app://ui${path}`, init)));
}

const call = (method: string, path: string, json?: unknown, gesture = true) =>
  host.fetch(
    new Request(`app://ui/api${path}`, {
      method,
      headers: pageHeaders({ ...(gesture && window.approving()), 'content-type': 'application/json' }),
      ...(json === undefined ? {} : { body: JSON.stringify(json) }),
    }),
  );
const state = async () => (await (await call('GET', '/update-package')).json()) as PackageState;
const agree = () => call('POST', '/updates/consent', { feed: `${origin}/feed.json` });
const download = (version = '1.1.0') => call('POST', '/update-package', { version });
const settled = async (): Promise<PackageState> => {
  await vi.waitFor(async () => expect((await state()).step).not.toBe('loading'), { timeout: 5000 });
  return state();
};
const report = (snapshot: InstallSnapshot) => call('POST', '/update-package/snapshot', snapshot);
const preparing = async () => ((await (await call('GET', '/updates')).json()) as UpdateState).preparing;
const prepares = () => vi.waitFor(async () => expect(await preparing()).toBeDefined());
/** As the shell does, with a window that says this about its snapshot. Returns whether Baton quits. */
async function quit(snapshot: InstallSnapshot = { step: 'nothing' }): Promise<boolean> {
  const { step } = await state();
  const held = host.update.waits() ? host.update.prepare() : Promise.resolve(true);
  if (step === 'ready') {
    await prepares();
    await report(snapshot);
  }
  const quits = await held;
  if (!quits) return false;
  await host.close();
  await host.update.install();
  return true;
}
/** Any file, uploaded and read back. */
async function makeSnapshot(): Promise<string> {
  const text = 'history';
  const counts = { conversations: 1, messages: 1, blobs: 0 };
  const begun = await call('POST', '/snapshots', { reason: 'before-install', schemaVersion: 7, fingerprint: null });
  const { id } = (await begun.json()) as { id: string };
  await host.fetch(
    new Request(`app://ui/api/snapshots/${id}/parts/0`, { method: 'PUT', headers: pageHeaders(), body: text }),
  );
  const sha256 = createHash('sha256').update(text).digest('hex');
  await call('POST', `/snapshots/${id}/finish`, { bytes: text.length, sha256, counts });
  return id;
}
const verify = (id: string) =>
  call('POST', `/snapshots/${id}/verify`, { archive: 'good', counts: { conversations: 1, messages: 1, blobs: 0 } });
/** What of a package is in Baton's folder. */
const parts = () =>
  existsSync(join(bench.home, 'updates'))
    ? readdirSync(join(bench.home, 'updates')).filter((name) => name.includes('.package'))
    : [];

describe('a newer version', () => {
  it('is downloaded when the user asks for it, checked, and installed at the end', async () => {
    await agree();
    const news = (await (await call('POST', '/updates/check')).json()) as UpdateState;
    expect(news.newer).toMatchObject({ version: '1.1.0', notes: expect.stringContaining('- Faster.') as string });
    expect(await state()).toMatchObject({ installs: true, step: 'none', kind: 'appimage' });
    expect(asked.filter(({ url }) => url.startsWith('/download/'))).toEqual([]);

    expect((await download()).status).toBe(200);
    expect(await settled()).toMatchObject({ step: 'ready', version: '1.1.0', size: bytes.length, failure: null });
    expect(installed).toEqual([]);
    await quit();
    expect(installed).toEqual([
      {
        text: bytes.toString('hex').slice(0, 16),
        version: '1.1.0',
        restart: false,
        file: expect.objectContaining({
          size: bytes.length,
          sha512: createHash('sha512').update(bytes).digest('hex'),
        }) as never,
        snapshot: null,
      },
    ]);
  });

  it('needs a gesture of the user, and the consent to its feed', async () => {
    expect((await call('POST', '/update-package', { version: '1.1.0' }, false)).status).toBe(403);
    expect(await (await download()).json()).toMatchObject({ step: 'none', failure: 'untrusted' });
    expect(asked).toEqual([]);
  });

  it('that the feed no longer names is not taken for the one that was seen', async () => {
    await agree();
    publish(undefined, own.pem, '1.2.0');
    expect((await download('1.1.0')).status).toBe(409);
    expect(parts()).toEqual([]);
  });

  it('is still ready after a crash, and starts again when the user wants it now', async () => {
    await agree();
    await download();
    await settled();
    await host.close();
    await open();
    expect(await state()).toMatchObject({ step: 'ready', version: '1.1.0' });
    expect((await call('POST', '/update-package/restart', {})).status).toBe(204);
    expect(quits).toBe(1);
    await quit();
    expect(installed).toMatchObject([{ restart: true }]);
  });

  it('starts again only if the quit that was for it is the one that comes', async () => {
    await agree();
    await download();
    await settled();
    await call('POST', '/update-package/restart', {});
    // A page asked not to be left, and the user stayed.
    host.update.stay();
    await quit();
    expect(installed).toMatchObject([{ restart: false }]);
  });

  it('starts when the user started Baton meanwhile, and is left to whoever asks where there is none', async () => {
    expect([await host.update.install(() => true), await host.update.install()]).toEqual([true, false]);
    await agree();
    await download();
    await settled();
    const held = host.update.prepare();
    await prepares();
    await report({ step: 'nothing' });
    await held;
    await host.close();
    expect(await host.update.install(() => true)).toBe(false);
    expect(installed).toMatchObject([{ restart: true }]);
  });

  it('that couldn’t be installed when the user wanted it now leaves a Baton that starts again', async () => {
    await host.close();
    bench.deps.installer = {
      ...installer('appimage', 'appimage-x64'),
      install: () => Promise.reject(new Error('EIO')),
    };
    await open();
    await agree();
    await download();
    await settled();
    await call('POST', '/update-package/restart', {});
    const held = host.update.prepare();
    await prepares();
    await report({ step: 'nothing' });
    await held;
    expect(await host.update.install()).toBe(true);
  });

  it('isn’t installed once the user has taken it back', async () => {
    await agree();
    await download();
    await settled();
    await call('DELETE', '/update-package');
    expect(await state()).toMatchObject({ step: 'none', failure: null });
    expect(parts()).toEqual([]);
    await quit();
    expect(installed).toEqual([]);
  });

  it.each<[string, () => Promise<unknown>]>([
    ['turned off looking for versions', () => call('DELETE', '/updates/consent')],
    ['skipped it', () => call('POST', '/updates/quiet', { version: '1.1.0', how: 'skip' })],
  ])('isn’t installed once the user has %s, and nothing of it stays', async (_what, refuse) => {
    await agree();
    await download();
    await settled();
    await refuse();
    expect(await state()).toMatchObject({ step: 'none', failure: null });
    expect(parts()).toEqual([]);
    await quit();
    expect(installed).toEqual([]);
  });

  it('isn’t loaded any further once the user has taken back the consent to its feed', async () => {
    await agree();
    cutAt = 10;
    await download();
    await call('DELETE', '/updates/consent');
    expect(await state()).toMatchObject({ step: 'none', failure: null });
    expect(parts()).toEqual([]);
  });

  it.each<[string, object]>([
    ['puts it off for a day', { version: '1.1.0', how: 'later' }],
    ['skips another one', { version: '1.0.9', how: 'skip' }],
  ])('is installed all the same when the user %s', async (_what, wish) => {
    await agree();
    await download();
    await settled();
    await call('POST', '/updates/quiet', wish);
    expect(await state()).toMatchObject({ step: 'ready', version: '1.1.0' });
    await quit();
    expect(installed).toHaveLength(1);
  });

  it('that couldn’t be installed says so, and isn’t tried again', async () => {
    await host.close();
    const failing = { ...installer('appimage', 'appimage-x64'), install: () => Promise.reject(new Error('EACCES')) };
    bench.deps.installer = failing;
    await open();
    await agree();
    await download();
    await settled();
    await quit();
    bench.deps.installer = installer('appimage', 'appimage-x64');
    await open();
    expect(await state()).toMatchObject({ step: 'none', failure: 'install' });
    await quit();
    expect(installed).toEqual([]);
  });
});

describe('an install that came to nothing', () => {
  const note = (text: string) => {
    mkdirSync(join(bench.home, 'updates'), { recursive: true });
    writeFileSync(join(bench.home, 'updates/install-failed'), text);
  };

  it.each<[string, PackageState['failure']]>([
    ['1.1.0\n', 'install'],
    ['1.1.0 snapshot\n', 'snapshot'],
    // What the setup did later, or the user by hand.
    ['1.0.0\n', null],
    ['0.9.0 snapshot\n', null],
  ])('is told while that version isn’t here: %j', async (text, failure) => {
    note(text);
    expect(await state()).toMatchObject({ failure });
  });

  it('is told where the package was damaged, and the next one can be fetched', async () => {
    await agree();
    await download();
    await settled();
    const [name = ''] = parts();
    writeFileSync(join(bench.home, 'updates', name), 'damaged');
    await quit();
    await open();
    expect(await state()).toMatchObject({ step: 'none', failure: 'install' });
    expect(host.update.waits()).toBe(false);
    await download();
    expect(await settled()).toMatchObject({ step: 'ready', failure: null });
  });

  it('isn’t one where the download never ended', async () => {
    await agree();
    cutAt = 100_000;
    await download();
    await settled();
    await quit();
    await open();
    expect(await state()).toMatchObject({ step: 'none', failure: null });
  });
});

describe('the snapshot of before an install', () => {
  const ready = async () => {
    await agree();
    await download();
    await settled();
  };

  it('is made while Baton quits, and the install knows it', async () => {
    await ready();
    const id = await makeSnapshot();
    await verify(id);
    expect(await quit({ step: 'made', id })).toBe(true);
    expect(installed).toMatchObject([{ snapshot: { id, at: expect.any(Number) as number } }]);
  });

  it.each<[string, () => Promise<InstallSnapshot>, PackageState['failure']]>([
    ['failed', async () => ({ step: 'failed' }), 'snapshot'],
    ['was never read back', async () => ({ step: 'made', id: await makeSnapshot() }), 'snapshot'],
    ['doesn’t exist', async () => ({ step: 'made', id: '2026-11-27T033000Z-before-install-0123abcd' }), 'snapshot'],
    ['has a planted name', async () => ({ step: 'made', id: '../../config.jsonc' }), 'snapshot'],
    ['wasn’t waited for by the user', async () => ({ step: 'skipped' }), null],
  ])('that %s: nothing is installed, which is said, and the next quit tries again', async (_what, say, failure) => {
    await ready();
    expect(await quit(await say())).toBe(true);
    expect(installed).toEqual([]);
    await open();
    expect(await state()).toMatchObject({ step: 'ready', version: '1.1.0', failure });
    expect(await quit()).toBe(true);
    expect(installed).toHaveLength(1);
    await open();
    expect(await state()).toMatchObject({ step: 'none', failure: null });
  });

  it('that fails when the user wanted the new version now: Baton goes on, and says so', async () => {
    await ready();
    await call('POST', '/update-package/restart', {});
    expect(await quit({ step: 'failed' })).toBe(false);
    expect(await state()).toMatchObject({ step: 'ready', failure: 'snapshot' });
    expect(await preparing()).toBeUndefined();
    await quit();
    expect(installed).toMatchObject([{ restart: false }]);
  });

  it('is waited for half a minute where no window answers, and five where one has begun', async () => {
    const clock = new FakeClock();
    await host.close();
    const { setTimeout: later, clearTimeout: never } = clock;
    bench.deps.clock = { setTimeout: later, clearTimeout: never, now: () => Date.now() };
    await open();
    await ready();
    const silent = host.update.prepare();
    await vi.waitFor(async () => expect(await preparing()).toEqual({ version: '1.1.0', restart: false }));
    await clock.advance(30_000);
    expect(await silent).toBe(true);
    expect(await state()).toMatchObject({ failure: 'snapshot' });

    let ended = false;
    const slow = host.update.prepare().finally(() => (ended = true));
    await prepares();
    await report({ step: 'begun' });
    await clock.advance(299_000);
    expect(ended).toBe(false);
    await clock.advance(1000);
    expect(await slow).toBe(true);
    expect((await report({ step: 'nothing' })).status).toBe(404);
    await host.update.install();
    expect(installed).toEqual([]);
  });

  it('holds nothing up where nothing is ready, whatever lies in the folder', async () => {
    expect(host.update.waits()).toBe(false);
    mkdirSync(join(bench.home, 'updates'), { recursive: true });
    writeFileSync(join(bench.home, 'updates', 'feed.json'), '{}');
    await open();
    await vi.waitFor(() => expect(host.update.waits()).toBe(true));
    expect(await host.update.prepare()).toBe(true);
    expect(await preparing()).toBeUndefined();
  });
});

describe('a download', () => {
  it('is written whole where the system takes a part of it at a time', async () => {
    const { open: openFile } = await import('node:fs/promises');
    const handle = await openFile(join(folder, 'feed.json'));
    const form = Object.getPrototypeOf(handle) as typeof handle;
    await handle.close();
    const { write } = form;
    const short = vi.spyOn(form, 'write').mockImplementation(function (this: typeof handle, data: unknown) {
      const some = data as Uint8Array;
      return write.call(this, some.subarray(0, Math.ceil(some.length / 2)) as never);
    });
    await agree();
    await download();
    expect(await settled()).toMatchObject({ step: 'ready' });
    await quit();
    expect(installed).toHaveLength(1);
    short.mockRestore();
  });

  it('that ended early goes on where it was', async () => {
    await agree();
    cutAt = 100_000;
    await download();
    expect(await settled()).toMatchObject({ step: 'none', failure: 'network' });
    cutAt = null;
    await download();
    expect(await settled()).toMatchObject({ step: 'ready', failure: null });
    const ranges = asked.filter(({ url }) => url.startsWith('/files/')).map(({ headers }) => headers.range);
    expect(ranges).toEqual([undefined, expect.stringMatching(/^bytes=[1-9]\d*-$/)]);
  });

  it('goes on only with what was right: a changed beginning is found, and the next try begins again', async () => {
    await agree();
    cutAt = 100_000;
    await download();
    await settled();
    const [name = ''] = parts();
    const part = join(bench.home, 'updates', name);
    writeFileSync(part, Buffer.concat([Buffer.from('evil'), readFileSync(part).subarray(4)]));
    cutAt = null;
    await download();
    expect(await settled()).toMatchObject({ step: 'none', failure: 'mismatch' });
    expect(parts()).toEqual([]);
    await download();
    expect(await settled()).toMatchObject({ step: 'ready' });
  });

  it('can be stopped', async () => {
    await agree();
    cutAt = 10;
    await download();
    await call('DELETE', '/update-package');
    expect(await state()).toMatchObject({ step: 'none', failure: null });
    expect(parts()).toEqual([]);
  });
});

describe('nothing is installed', () => {
  const changed = () => Buffer.from(bytes).fill(255 - (bytes[1000] ?? 0), 1000, 1001);
  it.each<[string, PackageState['failure'], () => void]>([
    [
      'with a byte changed in the file',
      'mismatch',
      () => writeFileSync(join(folder, 'Baton-1.1.0-linux-x86_64.AppImage'), changed()),
    ],
    [
      'with a byte more',
      'mismatch',
      () => writeFileSync(join(folder, 'Baton-1.1.0-linux-x86_64.AppImage'), Buffer.concat([bytes, Buffer.from('x')])),
    ],
    [
      'with a byte less',
      'network',
      () => writeFileSync(join(folder, 'Baton-1.1.0-linux-x86_64.AppImage'), bytes.subarray(1)),
    ],
    ['by a feed of another key', 'untrusted', () => publish(undefined, foreign.pem)],
    ['by a feed without a signature', 'untrusted', () => rmSync(join(folder, 'feed.json.sig'))],
    [
      'by a feed whose hash was changed',
      'untrusted',
      () => tamper((text) => text.replace(/"sha512": "../, '"sha512": "00')),
    ],
    ['by a feed whose size was changed', 'untrusted', () => tamper((text) => text.replace(/"size": \d+/, '"size": 5'))],
    [
      'by a feed whose address was changed',
      'untrusted',
      () => tamper((text) => text.replaceAll('/download/', '/evil/')),
    ],
    ['by a feed that has expired', 'stale', () => publish((feed) => ({ ...feed, until: '2020-01-01' }))],
  ])('%s', async (_what, failure, spoil) => {
    await agree();
    await call('POST', '/updates/check');
    spoil();
    await download();
    expect(await settled()).toMatchObject({ step: 'none', failure });
    await quit();
    expect(installed).toEqual([]);
    // A part that may still become right is kept; nothing else is.
    expect(parts().filter((name) => failure === 'mismatch' || !name.endsWith('.part'))).toEqual([]);
  });

  function tamper(change: (text: string) => string): void {
    const text = readFileSync(join(folder, 'feed.json'), 'utf8');
    expect(change(text)).not.toBe(text);
    writeFileSync(join(folder, 'feed.json'), change(text));
  }

  it('that is older than what the feed named before', async () => {
    await agree();
    publish(undefined, own.pem, '1.3.0');
    await call('POST', '/updates/check');
    publish();
    await download('1.1.0');
    expect(await settled()).toMatchObject({ step: 'none', failure: 'older' });
  });

  it.each(['0.9.0', '1.0.0'])('that is no newer than the app: %s', async (version) => {
    await agree();
    publish(undefined, own.pem, version);
    expect((await download(version)).status).toBe(409);
    expect(parts()).toEqual([]);
  });

  it.each<[string, (updates: string) => void]>([
    ['the package', (updates) => writeFileSync(join(updates, parts()[0] ?? ''), changed())],
    ['the feed beside it', (updates) => writeFileSync(join(updates, 'feed.json'), '{}')],
    ['its signature', (updates) => writeFileSync(join(updates, 'feed.json.sig'), 'A'.repeat(86) + '==')],
  ])('when %s was changed after the download', async (_what, spoil) => {
    await agree();
    await download();
    await settled();
    spoil(join(bench.home, 'updates'));
    await quit();
    expect(installed).toEqual([]);
  });

  it('when a package and a feed of somebody else are planted', async () => {
    const updates = join(bench.home, 'updates');
    mkdirSync(updates);
    publish(undefined, foreign.pem);
    const hash = createHash('sha512').update(bytes).digest('hex').slice(0, 32);
    for (const name of ['feed.json', 'feed.json.sig'])
      writeFileSync(join(updates, name), readFileSync(join(folder, name)));
    writeFileSync(join(updates, `${hash}.package`), bytes);
    expect((await state()).step).toBe('none');
    await quit();
    expect(installed).toEqual([]);
    // The same, signed by the key of this build, would count.
    publish();
    for (const name of ['feed.json', 'feed.json.sig'])
      writeFileSync(join(updates, name), readFileSync(join(folder, name)));
    await open();
    expect((await state()).step).toBe('ready');
  });

  it('where a package manager updates Baton', async () => {
    await host.close();
    bench.deps.installer = installer('deb', null);
    await open();
    await agree();
    expect(await state()).toMatchObject({ kind: 'deb', installs: false });
    expect((await download()).status).toBe(404);
  });
});

describe('a version for a part of all computers', () => {
  it('waits here or not by this computer’s place, which stays, and can be fetched all the same', async () => {
    await agree();
    publish((feed) => ({ ...feed, share: 0 }));
    const news = async () => (await (await call('POST', '/updates/check')).json()) as UpdateState;
    expect(await news()).toMatchObject({ newer: { version: '1.1.0' }, quiet: true, waiting: true });
    const record = () => JSON.parse(readFileSync(join(bench.home, 'updates.json'), 'utf8')) as { place: number };
    const { place } = record();
    expect(place).toBeGreaterThanOrEqual(0);
    await download();
    expect(await settled()).toMatchObject({ step: 'ready' });
    expect(record().place).toBe(place);
    // Nothing that was sent tells it.
    expect(JSON.stringify(asked)).not.toContain(String(place));
  });
});
