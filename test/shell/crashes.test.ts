import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { APP_HEADER, APP_HEADER_VALUE, TOKEN_HEADER } from '#contract/headers.ts';
import type { CrashState } from '#contract/crashes.ts';
import { createFakeElectron, type FakeElectron } from '#test/fakes/electron.ts';
import { openTestWindow } from '#test/fakes/host-window.ts';

let folder: string;
let home: string;
let listeners: Map<string, readonly unknown[]>;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'baton-crashes-'));
  home = join(folder, 'home');
  mkdirSync(join(folder, 'app/dist/page'), { recursive: true });
  writeFileSync(join(folder, 'app/dist/page/index.html'), '<!doctype html><title>Baton</title>');
  vi.stubEnv('BATON_HOME', home);
  listeners = new Map(
    ['uncaughtException', 'unhandledRejection'].map((name) => [name, process.listeners(name as 'exit')]),
  );
});
afterEach(() => {
  // main.ts adds listeners to the process; the next test starts a main of its own.
  for (const [name, before] of listeners)
    for (const listener of process.listeners(name as 'exit'))
      if (!before.includes(listener)) process.removeListener(name, listener);
  vi.unstubAllEnvs();
  vi.doUnmock('electron');
  rmSync(folder, { recursive: true, force: true });
});

/** Runs the real electron/main.ts with the fake. */
async function start() {
  const fake = createFakeElectron({ appPath: join(folder, 'app') });
  vi.resetModules();
  vi.doMock('electron', () => fake.module);
  await import('../../electron/main.ts');
  await fake.becomeReady();
  const [window] = fake.windows;
  const serve = fake.handlers.get('app');
  if (!window || !serve) throw new Error('no window was opened');
  const token = (window.options.webPreferences?.additionalArguments?.[0] ?? '').replace('--baton-token=', '');
  const own = { [APP_HEADER]: APP_HEADER_VALUE, [TOKEN_HEADER]: token };
  const page = await openTestWindow(async (path, init) =>
    serve(new Request(`app://ui${path}`, { ...init, headers: own })),
  );
  const call = (method: string, path = '', headers: Record<string, string> = {}) =>
    Promise.resolve(serve(new Request(`app://ui/api/crashes${path}`, { method, headers: { ...own, ...headers } })));
  const state = async () => (await (await call('GET')).json()) as CrashState;
  return { fake, window, page, call, state };
}

/** The end of an app that closes, not of one that crashes. */
async function quit({ app }: FakeElectron): Promise<void> {
  app.emit('will-quit', { preventDefault: () => undefined });
  await vi.waitFor(() => expect(app.exits).toEqual([0]), { timeout: 6000 });
}

/** What is left on disk when it crashes: the process is gone, and with it the lock. */
async function crash(fake: FakeElectron): Promise<void> {
  const marker = readFileSync(join(home, 'desktop-run'), 'utf8');
  await quit(fake);
  writeFileSync(join(home, 'desktop-run'), marker);
}

const gpuGone = ({ app }: FakeElectron) =>
  app.emit('child-process-gone', {}, { type: 'GPU', reason: 'crashed', exitCode: 139 });

describe('memory images', () => {
  it('stay on this computer, and only the newest are kept', async () => {
    const images = join(home, 'desktop/Crashpad/completed');
    mkdirSync(images, { recursive: true });
    for (let at = 0; at < 5; at++) writeFileSync(join(images, `${at}.dmp`), 'CANARY');
    const { fake, state, call } = await start();
    expect(fake.calls).toContain('crashReporter keeps');
    expect(fake.calls.indexOf('crashReporter keeps')).toBeLessThan(fake.calls.indexOf('ready'));
    await vi.waitFor(() => expect(readdirSync(images)).toHaveLength(3));
    const told = await state();
    expect(told.images).toMatchObject({ count: 3, bytes: 18 });
    expect(JSON.stringify(told)).not.toContain('CANARY');
    await call('DELETE');
    expect(readdirSync(images)).toEqual([]);
  });
});

describe('a page that is gone', () => {
  it('is told about once, with a report that can be deleted', async () => {
    const { window, state, call } = await start();
    window.webContents.emit('render-process-gone', {}, { reason: 'oom', exitCode: 5 });
    const { news, reports } = await state();
    expect(news?.kind).toBe('memory');
    expect(reports).toMatchObject([{ kind: 'memory', text: expect.stringContaining('reason: oom') as string }]);
    await call('POST', '/read');
    expect(await state()).toMatchObject({ news: null, reports: [{ kind: 'memory' }] });
    await call('DELETE', `/${reports[0]?.id}`);
    expect((await state()).reports).toEqual([]);
  });
});

describe('an app that crashed', () => {
  it('opens the conversation that it showed, and says so; one that closed does neither', async () => {
    const first = await start();
    first.window.webContents.emit('did-navigate-in-page', {}, 'app://ui/#/s/c-1', true);
    await crash(first.fake);
    const second = await start();
    expect(second.window.loaded).toEqual(['app://ui/#/s/c-1']);
    expect(await second.state()).toMatchObject({ news: { kind: 'app' }, reports: [{ kind: 'app' }] });
    // A link within a preview goes somewhere in the preview.
    second.window.webContents.emit('did-navigate-in-page', {}, 'about:srcdoc#part', false);
    expect(readFileSync(join(home, 'desktop-run'), 'utf8')).toBe('#/s/c-1\n');
    await quit(second.fake);
    const third = await start();
    expect(third.window.loaded).toEqual(['app://ui/']);
    expect((await third.state()).news).toBeNull();
  });

  it('keeps no address that may hold words of somebody, and trusts none that is planted', async () => {
    const { fake, window } = await start();
    window.webContents.emit('did-navigate-in-page', {}, 'app://ui/#/search/CANARY', true);
    expect(readFileSync(join(home, 'desktop-run'), 'utf8')).toBe('\n');
    await crash(fake);
    writeFileSync(join(home, 'desktop-run'), '#/settings/tools/offer:x');
    expect((await start()).window.loaded).toEqual(['app://ui/']);
  });

  it('is not one whose user signed out of Windows', async () => {
    const { fake, window } = await start();
    window.emit('session-end');
    expect(readdirSync(home)).not.toContain('desktop-run');
    await quit(fake);
    expect((await (await start()).state()).news).toBeNull();
  });
});

describe('a graphics process that is gone', () => {
  it('three times leads to a start without it, told once, until the user wants it again', async () => {
    const first = await start();
    for (let time = 0; time < 2; time++) gpuGone(first.fake);
    expect((await first.state()).graphics).toEqual({ now: true, next: true });
    gpuGone(first.fake);
    expect(await first.state()).toMatchObject({ news: null, graphics: { now: true, next: false } });
    await quit(first.fake);

    const second = await start();
    expect(second.fake.calls.indexOf('disableHardwareAcceleration')).toBeGreaterThan(-1);
    expect(await second.state()).toMatchObject({ news: { kind: 'graphics' }, graphics: { now: false, next: false } });
    await quit(second.fake);

    const third = await start();
    expect((await third.state()).news).toBeNull();
    expect((await third.call('PUT', '/graphics')).status).toBe(403);
    expect((await third.call('PUT', '/graphics', third.page.approving())).status).toBe(200);
    expect((await third.state()).graphics).toEqual({ now: false, next: true });
    await quit(third.fake);
    expect((await start()).fake.calls).not.toContain('disableHardwareAcceleration');
  });

  it('that ends by itself counts for nothing, and neither does another process', async () => {
    const { fake, state } = await start();
    for (let time = 0; time < 4; time++) {
      fake.app.emit('child-process-gone', {}, { type: 'GPU', reason: 'clean-exit', exitCode: 0 });
      fake.app.emit('child-process-gone', {}, { type: 'Utility', reason: 'crashed', exitCode: 1 });
    }
    expect(await state()).toMatchObject({ reports: [], graphics: { next: true } });
  });

  it('a damaged record counts as none', async () => {
    mkdirSync(home, { mode: 0o700 });
    writeFileSync(join(home, 'graphics.json'), '{"version":1,"off":"yes"}');
    expect((await start()).fake.calls).not.toContain('disableHardwareAcceleration');
  });
});

describe('an error in the host', () => {
  it('is reported by its places, and once', async () => {
    const { state } = await start();
    const before = listeners.get('uncaughtException') ?? [];
    const net = process.listeners('uncaughtException').find((listener) => !before.includes(listener));
    const error = new TypeError('CANARY of a conversation');
    for (let time = 0; time < 3; time++) net?.(error, 'uncaughtException');
    const { reports, news } = await state();
    expect(news).toBeNull();
    expect(reports).toHaveLength(1);
    expect(reports[0]?.text).toMatch(/error: TypeError\n +?at |error: TypeError\nat /);
    expect(reports[0]?.text).not.toContain('CANARY');
  });
});
