import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createInstaller, type InstallerDeps } from '#shell/updates/installer.ts';
import { packageKind, packageTarget } from '#shell/updates/package-kind.ts';
import { serveOnce } from '#shell/updates/serve-once.ts';
import { createStartGuard } from '#shell/updates/start-guard.ts';
import { createFakeElectron, FakeUpdater } from '#test/fakes/electron.ts';
import { createRecordingLog } from '#test/fakes/host-deps.ts';
import { desktopTexts } from '#texts/desktop-texts.ts';

let folder: string;
let packages: string;
let image: string;
let file: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'baton-installer-'));
  packages = join(folder, 'updates');
  image = join(folder, 'Baton.AppImage');
  file = join(packages, 'new.package');
  mkdirSync(packages);
  writeFileSync(image, 'old', { mode: 0o755 });
  writeFileSync(file, 'new', { mode: 0o600 });
});
afterEach(() => {
  vi.doUnmock('electron');
  rmSync(folder, { recursive: true, force: true });
});

const guardOf = (version: string) => {
  const { app } = createFakeElectron();
  const relaunched: unknown[] = [];
  app.relaunch = (options?: unknown) => void relaunched.push(options);
  const log = createRecordingLog();
  return { guard: createStartGuard({ app, folder: packages, version, image, log }), app, relaunched, log };
};

function open(over: Partial<InstallerDeps>) {
  const { guard, app, relaunched } = guardOf('1.0.0');
  const autoUpdater = new FakeUpdater();
  const started: string[][] = [];
  const installer = createInstaller({
    app,
    autoUpdater: autoUpdater as unknown as InstallerDeps['autoUpdater'],
    platform: 'linux',
    portable: false,
    arch: 'x64',
    env: {},
    packaged: true,
    resources: folder,
    folder: packages,
    guard,
    start: async (program, args) => void started.push([program, ...args]),
    ...over,
  });
  return { installer, autoUpdater, started, relaunched };
}

describe('as what Baton was installed', () => {
  const base = { platform: 'linux', portable: false, arch: 'x64', env: {}, packaged: true, resources: '' } as const;
  it.each([
    ['from its sources', { packaged: false }, 'source', null],
    ['an AppImage', { env: { APPIMAGE: '/x' } }, 'appimage', 'appimage-x64'],
    ['an AppImage for a processor without one', { env: { APPIMAGE: '/x' }, arch: 'arm64' }, 'appimage', null],
    ['a Flatpak', { env: { FLATPAK_ID: 'app.baton.desktop' } }, 'flatpak', null],
    ['an archive', {}, 'archive', null],
    ['an app of macOS', { platform: 'darwin', arch: 'arm64' }, 'mac', 'mac-arm64'],
    ['installed on Windows', { platform: 'win32' }, 'nsis', 'nsis-x64'],
    ['macOS with its data beside it', { platform: 'darwin', arch: 'arm64', portable: true }, 'portable', null],
    ['unpacked on Windows with its data beside it', { platform: 'win32', portable: true }, 'portable', null],
    ['an AppImage with its data beside it', { env: { APPIMAGE: '/x' }, portable: true }, 'appimage', 'appimage-x64'],
    ['portable on Windows', { platform: 'win32', env: { PORTABLE_EXECUTABLE_FILE: 'C:\\b.exe' } }, 'portable', null],
  ] as const)('%s', (_what, over, kind, target) => {
    const installed = { ...base, ...over };
    expect(packageKind(installed)).toBe(kind);
    expect(packageTarget(kind, installed.arch)).toBe(target);
  });

  it.each(['deb', 'rpm'] as const)('a package of %s', (type) => {
    writeFileSync(join(folder, 'package-type'), type);
    expect(packageKind({ ...base, resources: folder })).toBe(type);
  });
});

describe('an AppImage', () => {
  it('is replaced whole, can be run, and the old one is kept', async () => {
    const { installer, relaunched } = open({ env: { APPIMAGE: image } });
    await installer.install(file, { version: '1.1.0', restart: true });
    expect(readFileSync(image, 'utf8')).toBe('new');
    expect(statSync(image).mode & 0o777).toBe(0o755);
    expect(readFileSync(join(packages, 'before.AppImage'), 'utf8')).toBe('old');
    expect(relaunched).toEqual([{ execPath: image, args: [] }]);
    expect(readdirSync(folder).toSorted()).toEqual(['Baton.AppImage', 'updates']);
  });

  it('stays as it is where it can’t be replaced', async () => {
    const { installer } = open({ env: { APPIMAGE: join(folder, 'gone/Baton.AppImage') } });
    await expect(installer.install(file, { version: '1.1.0', restart: false })).rejects.toThrow('ENOENT');
    expect(readFileSync(image, 'utf8')).toBe('old');
  });
});

describe('on Windows', () => {
  it.each([
    [false, ['--updated', '/S']],
    [true, ['--updated', '/S', '--force-run']],
  ])('the setup runs on its own, restart: %s', async (restart, args) => {
    const { installer, started } = open({ platform: 'win32' });
    await installer.install(file, { version: '1.1.0', restart });
    expect(started).toEqual([[join(packages, 'setup.exe'), ...args]]);
    expect(readFileSync(join(packages, 'setup.exe'), 'utf8')).toBe('new');
  });
});

describe('on macOS', () => {
  it('Squirrel gets exactly this file, from this computer', async () => {
    const { installer, autoUpdater } = open({ platform: 'darwin', arch: 'arm64' });
    await installer.install(file, { version: '1.1.0', restart: false });
    expect(autoUpdater.taken).toEqual(['new']);
    expect(autoUpdater.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/[0-9a-f]{32}$/);
    await expect(fetch(autoUpdater.url)).rejects.toThrow('fetch failed');
  });

  it('what Squirrel refuses is no install', async () => {
    const { installer, autoUpdater } = open({ platform: 'darwin' });
    autoUpdater.checkForUpdates = () => void autoUpdater.emit('error', new Error('not signed'));
    await expect(installer.install(file, { version: '1.1.0', restart: false })).rejects.toThrow('not signed');
    expect(readdirSync(packages)).toEqual(['new.package']);
  });

  it('nothing else is served there, under no other name', async () => {
    const served = await serveOnce(file);
    const { origin, pathname } = new URL(served.url);
    for (const path of ['/', `${pathname}x`, '/new.package'])
      expect((await fetch(`${origin}${path}`)).status).toBe(404);
    expect((await fetch(served.url.replace('127.0.0.1', 'localhost')).catch(() => null))?.status ?? 404).toBe(404);
    expect(await (await fetch(`${served.url}.zip`)).text()).toBe('new');
    await served.close();
  });
});

describe('a new version', () => {
  const expected = () => JSON.parse(readFileSync(join(packages, 'start.json'), 'utf8')) as { starts: number };

  it('that fails twice is asked about at the third start, and the old one comes back', async () => {
    await open({ env: { APPIMAGE: image } }).installer.install(file, { version: '1.1.0', restart: false });
    for (let start = 0; start < 2; start++) expect(guardOf('1.1.0').guard.begin()).toBeNull();
    expect(expected().starts).toBe(2);
    const { guard, app, relaunched } = guardOf('1.1.0');
    expect(guard.begin()).toEqual({ from: '1.0.0', to: '1.1.0', canGoBack: true });
    guard.goBack();
    expect(readFileSync(image, 'utf8')).toBe('old');
    expect(relaunched).toEqual([{ execPath: image, args: [] }]);
    expect(app.exits).toEqual([0]);
    expect(guardOf('1.0.0').guard.begin()).toBeNull();
  });

  it('whose page works is trusted from then on', async () => {
    await guardOf('1.0.0').guard.expect('1.1.0', null);
    const { guard } = guardOf('1.1.0');
    guard.begin();
    guard.healthy();
    for (let start = 0; start < 4; start++) expect(guardOf('1.1.0').guard.begin()).toBeNull();
  });

  it('that never came is noted and forgotten', async () => {
    await guardOf('1.0.0').guard.expect('1.1.0', null);
    const { guard, log } = guardOf('1.0.0');
    expect(guard.begin()).toBeNull();
    expect(log.lines.join()).toContain('update-not-started');
    expect(readdirSync(packages)).not.toContain('start.json');
  });

  it('a planted path is never put in the app’s place', async () => {
    writeFileSync(join(folder, 'evil'), 'evil');
    await guardOf('1.0.0').guard.expect('1.1.0', join(folder, 'evil'));
    for (let start = 0; start < 2; start++) guardOf('1.1.0').guard.begin();
    const { guard } = guardOf('1.1.0');
    expect(guard.begin()).toMatchObject({ canGoBack: false });
    expect(() => guard.goBack()).toThrow('no package');
    expect(readFileSync(image, 'utf8')).toBe('old');
  });

  it.each([
    ['goes back when the user says so', 0, true],
    ['is tried again otherwise', 1, false],
  ])('%s', async (_what, answer, back) => {
    const fake = createFakeElectron();
    fake.answers.push(answer);
    vi.resetModules();
    vi.doMock('electron', () => fake.module);
    const { askToGoBack } = await import('#shell/updates/ask-to-go-back.ts');
    const went: string[] = [];
    const guard = {
      expect: async () => undefined,
      begin: () => ({ from: '1.0.0', to: '1.1.0', canGoBack: true }),
      healthy: () => undefined,
      goBack: () => void went.push('back'),
    };
    expect(await askToGoBack(guard, desktopTexts(['en']))).toBe(back);
    expect(went).toHaveLength(back ? 1 : 0);
    expect(fake.boxes[0]).toMatchObject({ message: 'Baton 1.1.0 didn’t start properly twice.' });
    expect(fake.boxes[0]?.buttons).toEqual(['Go Back to 1.0.0', 'Try Again']);
    expect(fake.boxes[0]?.detail).toContain('snapshot from before the update');
  });
});
