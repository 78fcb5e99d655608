import { createHash, randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createInstaller, type InstallerDeps } from '#shell/updates/installer.ts';
import { prepareBeforeQuit } from '#shell/prepare-before-quit.ts';
import { packageKind, packageTarget } from '#shell/updates/package-kind.ts';
import { serveOnce } from '#shell/updates/serve-once.ts';
import { createStartGuard } from '#shell/updates/start-guard.ts';
import { createFakeElectron, FakeUpdater } from '#test/fakes/electron.ts';
import { createRecordingLog } from '#test/fakes/host-deps.ts';
import { desktopTexts } from '#texts/desktop-texts.ts';

const AT = Date.UTC(2026, 10, 27, 3, 30);
const snapshot = { id: '2026-11-27T033000Z-before-install-0123abcd', at: AT };
const describeFile = (bytes: string | Buffer) => ({
  size: Buffer.byteLength(bytes),
  sha512: createHash('sha512').update(bytes).digest('hex'),
});
const how = { version: '1.1.0', restart: () => false, file: describeFile('new'), snapshot };

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
  let relaunched = 0;
  const relaunch = () => void relaunched++;
  const log = createRecordingLog();
  return {
    guard: createStartGuard({ app, relaunch, folder: packages, version, image, log }),
    app,
    relaunch,
    relaunched: () => relaunched,
    log,
  };
};

function open(over: Partial<InstallerDeps>) {
  const { guard, app, relaunch, relaunched } = guardOf('1.0.0');
  const autoUpdater = new FakeUpdater();
  const started: string[][] = [];
  const log = createRecordingLog();
  const installer = createInstaller({
    app,
    relaunch,
    autoUpdater: autoUpdater as unknown as InstallerDeps['autoUpdater'],
    platform: 'linux',
    portable: false,
    arch: 'x64',
    env: {},
    packaged: true,
    resources: folder,
    folder: packages,
    guard,
    log,
    start: async (program, args) => void started.push([program, ...args]),
    ...over,
  });
  return { installer, app, autoUpdater, started, relaunched, log };
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

  it.each(['deb', 'rpm', 'pacman'] as const)('a package of %s', (type) => {
    writeFileSync(join(folder, 'package-type'), `${type}\n`);
    expect(packageKind({ ...base, resources: folder })).toBe(type);
    expect(packageTarget(type, 'x64')).toBeNull();
  });

  it('is nothing that a file names and Baton doesn’t know', () => {
    writeFileSync(join(folder, 'package-type'), 'snap');
    expect(packageKind({ ...base, resources: folder })).toBe('archive');
  });
});

describe('an AppImage', () => {
  it('is replaced whole, can be run, and the old one is kept', async () => {
    const { installer, relaunched } = open({ env: { APPIMAGE: image } });
    await installer.install(file, { ...how, restart: () => true });
    expect(readFileSync(image, 'utf8')).toBe('new');
    expect(statSync(image).mode & 0o777).toBe(0o755);
    expect(readFileSync(join(packages, 'before.AppImage'), 'utf8')).toBe('old');
    expect(relaunched()).toBe(1);
    expect(readdirSync(folder).toSorted()).toEqual(['Baton.AppImage', 'updates']);
  });

  it('stays as it is where it can’t be replaced', async () => {
    const { installer } = open({ env: { APPIMAGE: join(folder, 'gone/Baton.AppImage') } });
    await expect(installer.install(file, how)).rejects.toThrow('ENOENT');
    expect(readFileSync(image, 'utf8')).toBe('old');
  });
});

describe('a package that was changed after it was checked', () => {
  const changed = async (over: Partial<InstallerDeps>) => {
    const parts = open(over);
    await expect(parts.installer.install(file, { ...how, file: describeFile('old') })).rejects.toThrow(
      /what the signed feed names|terminated|closed/,
    );
    return parts;
  };

  it('never takes the place of an AppImage', async () => {
    await changed({ env: { APPIMAGE: image } });
    expect(readFileSync(image, 'utf8')).toBe('old');
    expect(readdirSync(folder).toSorted()).toEqual(['Baton.AppImage', 'updates']);
  });

  it('never runs on Windows', async () => {
    expect((await changed({ platform: 'win32' })).started).toEqual([]);
  });

  it('reaches Squirrel incomplete', async () => {
    expect((await changed({ platform: 'darwin' })).autoUpdater.taken).toEqual([]);
  });
});

describe('on Windows', () => {
  it.each([
    [false, ['--updated', '/S']],
    [true, ['--updated', '/S', '--force-run']],
  ])('the setup runs on its own, restart: %s', async (restart, args) => {
    const { installer, started } = open({ platform: 'win32' });
    await installer.install(file, { ...how, restart: () => restart });
    expect(started).toEqual([[join(packages, 'setup.exe'), ...args]]);
    expect(readFileSync(join(packages, 'setup.exe'), 'utf8')).toBe('new');
  });
});

describe('on macOS', () => {
  it('Squirrel gets exactly this file, from this computer', async () => {
    const { installer, autoUpdater } = open({ platform: 'darwin', arch: 'arm64' });
    await installer.install(file, how);
    expect(autoUpdater.taken).toEqual(['new']);
    expect(autoUpdater.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/[0-9a-f]{32}$/);
    await expect(fetch(autoUpdater.url)).rejects.toThrow('fetch failed');
  });

  it('what Squirrel refuses is no install', async () => {
    const { installer, autoUpdater } = open({ platform: 'darwin' });
    autoUpdater.checkForUpdates = () => void autoUpdater.emit('error', new Error('not signed'));
    await expect(installer.install(file, how)).rejects.toThrow('not signed');
    expect(readdirSync(packages)).toEqual(['new.package']);
  });

  it('is started again by Squirrel alone, once it has noted that', async () => {
    const { installer, app, autoUpdater, relaunched, log } = open({ platform: 'darwin' });
    let noted = false;
    autoUpdater.onQuitAndInstall = () =>
      setTimeout(() => {
        noted = true;
        app.emit('before-quit');
      }, 20);
    await installer.install(file, { ...how, restart: () => true });
    expect(noted).toBe(true);
    // ShipIt gives up where an instance of the app runs.
    expect(relaunched()).toBe(0);
    expect(log.lines).toEqual([]);
  });

  it('is installed all the same where Squirrel can’t note the start, which the log has', async () => {
    const { installer, autoUpdater, log } = open({ platform: 'darwin' });
    autoUpdater.onQuitAndInstall = () => autoUpdater.emit('error', new Error('no state'));
    await installer.install(file, { ...how, restart: () => true });
    expect(log.lines.join()).toMatch(/update-not-restarted.+no state/);
    expect(readdirSync(packages)).toContain('start.json');
  });

  it.each([1, 2, 70_000, 300_000])('a file of %i bytes is served whole, and only if it is that file', async (size) => {
    const bytes = randomBytes(size);
    writeFileSync(file, bytes);
    const served = await serveOnce(file, describeFile(bytes));
    expect(Buffer.from(await (await fetch(`${served.url}.zip`)).arrayBuffer()).equals(bytes)).toBe(true);
    for (const other of [Buffer.from(bytes).fill(bytes[0] === 1 ? 2 : 1, 0, 1), Buffer.concat([bytes, bytes])]) {
      writeFileSync(file, other);
      const whole = fetch(`${served.url}.zip`).then((response) => response.arrayBuffer());
      await expect(whole).rejects.toThrow(/terminated|fetch failed/);
    }
    await served.close();
  });

  it('nothing else is served there, under no other name', async () => {
    const served = await serveOnce(file, how.file);
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
    await open({ env: { APPIMAGE: image } }).installer.install(file, how);
    for (let start = 0; start < 2; start++) expect(guardOf('1.1.0').guard.begin()).toBeNull();
    expect(expected().starts).toBe(2);
    const { guard, app, relaunched } = guardOf('1.1.0');
    expect(guard.begin()).toEqual({ from: '1.0.0', to: '1.1.0', canGoBack: true, snapshot });
    guard.goBack();
    expect(readFileSync(image, 'utf8')).toBe('old');
    expect(relaunched()).toBe(1);
    expect(app.exits).toEqual([0]);
    expect(guardOf('1.0.0').guard.begin()).toBeNull();
  });

  it('whose page works is trusted from then on', async () => {
    await guardOf('1.0.0').guard.expect('1.1.0', null, null);
    const { guard } = guardOf('1.1.0');
    guard.begin();
    guard.healthy();
    for (let start = 0; start < 4; start++) expect(guardOf('1.1.0').guard.begin()).toBeNull();
  });

  it('that never came is noted and forgotten', async () => {
    await guardOf('1.0.0').guard.expect('1.1.0', null, null);
    const { guard, log } = guardOf('1.0.0');
    expect(guard.begin()).toBeNull();
    expect(log.lines.join()).toContain('update-not-started');
    expect(readdirSync(packages)).not.toContain('start.json');
    expect(readFileSync(join(packages, 'install-failed'), 'utf8')).toBe('1.1.0\n');
  });

  it('that was replaced by another one by hand is no failure', async () => {
    await guardOf('1.0.0').guard.expect('1.1.0', null, null);
    expect(guardOf('1.2.0').guard.begin()).toBeNull();
    expect(readdirSync(packages)).toEqual(['new.package']);
  });

  it('leaves nothing of its install once it works, but what is loaded next', async () => {
    const packed = `${'0'.repeat(32)}.package`;
    const lay = (...names: string[]) => {
      for (const name of names) writeFileSync(join(packages, name), '');
    };
    for (const next of [[], ['feed.json', 'feed.json.sig', packed, `${packed}.part`]]) {
      lay('before.AppImage', 'setup.exe', packed, 'feed.json.sig', ...next);
      await guardOf('1.0.0').guard.expect('1.1.0', null, null);
      const { guard } = guardOf('1.1.0');
      guard.begin();
      expect(readdirSync(packages)).toContain('before.AppImage');
      guard.healthy();
      expect(readdirSync(packages).toSorted()).toEqual([...next, 'new.package'].toSorted());
    }
  });

  it('that never came leaves its package for another try, and no copies', async () => {
    const packed = `${'0'.repeat(32)}.package`;
    for (const name of ['before.AppImage', 'setup.exe', packed]) writeFileSync(join(packages, name), '');
    await guardOf('1.0.0').guard.expect('1.1.0', null, null);
    guardOf('1.0.0').guard.begin();
    expect(readdirSync(packages).toSorted()).toEqual([packed, 'install-failed', 'new.package']);
  });

  it('starts where nothing can be written, and keeps what was noted', async () => {
    await guardOf('1.0.0').guard.expect('1.1.0', null, snapshot);
    const before = readFileSync(join(packages, 'start.json'), 'utf8');
    // As on a full disk: the file is there and can't be written to.
    mkdirSync(join(packages, 'start.json.part'));
    const { guard, log } = guardOf('1.1.0');
    expect(guard.begin()).toBeNull();
    expect(log.lines.join()).toContain('update-record-not-written');
    expect(readFileSync(join(packages, 'start.json'), 'utf8')).toBe(before);
    mkdirSync(join(packages, 'restore'));
    guard.offerRestore();
  });

  it('a planted path is never put in the app’s place', async () => {
    writeFileSync(join(folder, 'evil'), 'evil');
    await guardOf('1.0.0').guard.expect('1.1.0', join(folder, 'evil'), null);
    for (let start = 0; start < 2; start++) guardOf('1.1.0').guard.begin();
    const { guard } = guardOf('1.1.0');
    expect(guard.begin()).toMatchObject({ canGoBack: false });
    expect(() => guard.goBack()).toThrow('no package');
    expect(readFileSync(image, 'utf8')).toBe('old');
  });

  it('shows the snapshot of before in whichever version starts next, once, and only where the user wants it', async () => {
    await open({ env: { APPIMAGE: image } }).installer.install(file, how);
    const { guard } = guardOf('1.1.0');
    guard.begin();
    expect(guard.takeAddress()).toBeNull();
    guard.offerRestore();
    guard.goBack();
    const back = guardOf('1.0.0').guard;
    expect(back.begin()).toBeNull();
    expect(back.takeAddress()).toBe(`#/settings/history/${encodeURIComponent(`snapshot:${snapshot.id}`)}`);
    expect(guardOf('1.0.0').guard.takeAddress()).toBeNull();
  });

  it.each(['../../etc/passwd', 'baton://x', '', '2026-11-27T033000Z-other-0123abcd'])(
    'a planted name is no snapshot: %j',
    (name) => {
      writeFileSync(join(packages, 'restore'), name);
      expect(guardOf('1.0.0').guard.takeAddress()).toBeNull();
      const start = { version: 1, from: '1.0.0', to: '1.1.0', kept: null, starts: 2, snapshot: name };
      writeFileSync(join(packages, 'start.json'), JSON.stringify(start));
      expect(guardOf('1.1.0').guard.begin()).toMatchObject({ snapshot: null });
    },
  );

  it('reads what an earlier build wrote, which named no snapshot', () => {
    const start = '{"version":1,"from":"1.0.0","to":"1.1.0","kept":null,"starts":2}\n';
    writeFileSync(join(packages, 'start.json'), start);
    expect(guardOf('1.1.0').guard.begin()).toEqual({ from: '1.0.0', to: '1.1.0', canGoBack: false, snapshot: null });
  });

  async function ask(
    over: { canGoBack?: boolean; snapshot?: typeof snapshot | null },
    answer: number,
    checked: boolean,
  ) {
    const fake = createFakeElectron();
    fake.answers.push(answer);
    fake.checks.push(checked);
    vi.resetModules();
    vi.doMock('electron', () => fake.module);
    const { askToGoBack } = await import('#shell/updates/ask-to-go-back.ts');
    const did: string[] = [];
    const guard = {
      expect: async () => undefined,
      begin: () => ({ from: '1.0.0', to: '1.1.0', canGoBack: true, snapshot, ...over }),
      healthy: () => undefined,
      goBack: () => void did.push('back'),
      offerRestore: () => void did.push('restore'),
      takeAddress: () => null,
    };
    const went = await askToGoBack(guard, desktopTexts(['en']), 'en-US');
    return { went, did, box: fake.boxes[0] };
  }

  it.each([
    ['goes back when the user says so', 0, false, true, ['back']],
    ['goes back and shows the snapshot', 0, true, true, ['restore', 'back']],
    ['is tried again otherwise', 1, false, false, []],
    ['is tried again, with the snapshot', 1, true, false, ['restore']],
  ] as const)('%s', async (_what, answer, checked, back, expected) => {
    const { went, did, box } = await ask({}, answer, checked);
    expect(went).toBe(back);
    expect(did).toEqual(expected);
    expect(box).toMatchObject({ message: 'Baton 1.1.0 didn’t start properly twice.' });
    expect(box?.buttons).toEqual(['Go Back to 1.0.0', 'Try Again']);
    const time = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' }).format(AT);
    expect(box?.detail).toContain(`The snapshot of ${time}, from right before the update, is kept.`);
    expect(box?.checkboxLabel).toBe('Show the snapshot after the start, to restore it');
  });

  it('without a snapshot names none, and where the old one isn’t kept says where it is', async () => {
    const { went, did, box } = await ask({ canGoBack: false, snapshot: null }, 0, true);
    expect([went, did]).toEqual([false, []]);
    expect(box?.buttons).toEqual(['Try Again']);
    expect(box).not.toHaveProperty('checkboxLabel');
    expect(box?.detail).toContain('install it from its page');
    expect(box?.detail).not.toMatch(/snapshot|\{\{/);
  });
});

describe('quitting with a newer version ready', () => {
  function open(waits: boolean, prepare: () => Promise<boolean>, hasNone = false) {
    const { app } = createFakeElectron();
    const shown: (string | null)[] = [];
    const windows = { hasNone: () => hasNone, show: (address: string | null) => void shown.push(address) };
    const log = createRecordingLog();
    const quits: boolean[] = [];
    prepareBeforeQuit({ app: app as never, update: { waits: () => waits, prepare }, windows, log });
    const quit = () => {
      const event = { defaultPrevented: false, preventDefault: () => (event.defaultPrevented = true) };
      app.emit('before-quit', event);
      quits.push(!event.defaultPrevented);
    };
    app.quit = quit;
    return { app, quit, quits, shown, log };
  }

  it('waits for the snapshot, once, and then quits', async () => {
    const made = Promise.withResolvers<boolean>();
    let asked = 0;
    const { quit, quits, shown } = open(true, () => ((asked += 1), made.promise));
    quit();
    quit();
    expect([quits, asked]).toEqual([[false, false], 1]);
    made.resolve(true);
    await vi.waitFor(() => expect(quits).toEqual([false, false, true]));
    expect(shown).toEqual([]);
    // A page kept it from quitting; the next time there is a snapshot of then.
    quit();
    await vi.waitFor(() => expect(asked).toBe(2));
  });

  it('isn’t held up once more when Squirrel quits to install', async () => {
    const { app, quit, quits, shown } = open(true, async () => true, true);
    app.emit('will-quit');
    quit();
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect([quits, shown]).toEqual([[true], []]);
  });

  it('isn’t held up where nothing is ready', () => {
    const { quit, quits } = open(false, () => Promise.reject(new Error('not asked')));
    quit();
    expect(quits).toEqual([true]);
  });

  it('goes on where the user wanted the new version now and there is none', async () => {
    const { quit, quits } = open(true, async () => false);
    quit();
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(quits).toEqual([false]);
  });

  it('opens a window to make it where there is none, and quits although it failed', async () => {
    const made = Promise.withResolvers<boolean>();
    const { quit, quits, shown, log } = open(true, () => made.promise, true);
    quit();
    await vi.waitFor(() => expect(shown).toEqual([null]));
    made.reject(new Error('EACCES'));
    await vi.waitFor(() => expect(quits).toEqual([false, true]));
    expect(log.lines.join()).toContain('update-not-prepared');
  });
});
