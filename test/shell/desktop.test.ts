import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { FakeClock } from '#test/fakes/fake-clock.ts';
import { createFakeElectron, type FakeElectronOptions } from '#test/fakes/electron.ts';
import { createRecordingLog } from '#test/fakes/host-deps.ts';
import { type DesktopActivity, DesktopSettings } from '#contract/desktop.ts';
import { desktopTexts } from '#texts/desktop-texts.ts';

const texts = desktopTexts(['en']);
const WINDOW = '3f0f6d7e-9f5c-4c65-9d2f-0d2a3d0f3a11';
const OTHER = '3f0f6d7e-9f5c-4c65-9d2f-0d2a3d0f3a12';
const ACTIVITY: DesktopActivity = { window: WINDOW, running: [], asking: 0, recent: [] };

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'baton-desktop-'));
});
afterEach(() => {
  vi.doUnmock('electron');
  rmSync(home, { recursive: true, force: true });
});

/** Where Chromium keeps dictionaries. */
const kept = () => join(home, 'Dictionaries');

async function open(
  platform: NodeJS.Platform = 'linux',
  options: FakeElectronOptions & { foreign?: string[]; known?: string[]; env?: Record<string, string> } = {},
) {
  const { foreign = [], known, env: more = {} } = options;
  const fake = createFakeElectron(options);
  fake.app.becomeReady();
  fake.app.paths.set('sessionData', home);
  mkdirSync(kept(), { recursive: true });
  // Chromium's own preference, of the last run.
  if (known) fake.session.spelling = { on: true, languages: known };
  for (const one of foreign) fake.shortcuts.foreign.add(one);
  vi.resetModules();
  vi.doMock('electron', () => fake.module);
  const { createDesktop } = await import('#shell/desktop/create-desktop.ts');
  const { focusWindow, openWindow } = await import('#shell/window.ts');
  const log = createRecordingLog();
  const clock = new FakeClock();
  const shown: (string | null)[] = [];
  const quick: string[] = [];
  const waits = { update: false };
  const env = { XDG_CONFIG_HOME: join(home, 'config'), ...more };
  const deps = { home, portable: false, platform, texts, icon: '/icon.png', clock, log, env };
  const shell = await createDesktop({
    ...deps,
    app: fake.app as never,
    session: fake.session as never,
    show: (address) => void shown.push(address),
    savePdf: async (name) => `${name}.pdf`,
    giveFile: async () => undefined,
    openedFile: async () => null,
    holdsUp: () => waits.update,
    quick: { current: () => null, toggle: () => void quick.push('toggle'), warm: () => void quick.push('warm') },
  });
  const newWindow = () => {
    const stateFile = join(home, 'window.json');
    const opened = openWindow({
      preload: '/p',
      token: 't',
      stateFile,
      packaged: true,
      texts,
      log,
      crashes: { record: () => undefined },
      onOpen: shell.adopt,
      onStay: shell.stay,
    });
    const window = fake.windows.at(-1);
    if (!window) throw new Error('no window');
    window.emit('ready-to-show');
    return { window, focus: () => focusWindow(opened) };
  };
  return { fake, shell, log, clock, shown, quick, waits, newWindow };
}

const settle = () => new Promise((resolve) => setTimeout(resolve, 20));

describe('closing the last window', () => {
  it('asks once; kept running, the page goes on in a hidden window and the tray is there', async () => {
    const { fake, newWindow, shell } = await open();
    const { window, focus } = newWindow();
    expect(fake.trays).toEqual([]);
    fake.answers.push(0);
    window.close();
    window.close();
    await vi.waitFor(() => expect(window.calls.at(-1)).toBe('hide'));
    expect(fake.boxes).toHaveLength(1);
    expect(fake.boxes[0]).toMatchObject({ message: texts.trayTitle, cancelId: 2 });
    expect(window.destroyed).toBe(false);
    expect(fake.trays).toHaveLength(1);
    expect((await shell.state()).settings.tray).toBe('on');

    focus();
    expect(window.visible).toBe(true);
    window.close();
    expect(window.calls.at(-1)).toBe('hide');
    expect(fake.boxes).toHaveLength(1);
    // The next start remembers it.
    expect((await open()).fake.trays).toHaveLength(1);
  });

  it('quits where the user wants that, and does not ask again', async () => {
    const first = await open();
    first.fake.answers.push(1);
    const { window } = first.newWindow();
    window.close();
    await vi.waitFor(() => expect(window.destroyed).toBe(true));
    expect(first.fake.trays).toEqual([]);
    const second = await open();
    const again = second.newWindow().window;
    again.close();
    expect(again.destroyed).toBe(true);
    expect(second.fake.boxes).toEqual([]);
  });

  it('does nothing when the question is dismissed', async () => {
    const { fake, newWindow } = await open();
    const { window } = newWindow();
    window.close();
    await settle();
    expect(window.destroyed).toBe(false);
    expect(window.visible).toBe(true);
    window.close();
    await settle();
    expect(fake.boxes).toHaveLength(2);
  });

  it('concerns the last one alone, and nothing when Baton quits or on macOS', async () => {
    const { fake, newWindow } = await open();
    const [first, second] = [newWindow().window, newWindow().window];
    second.close();
    expect(second.destroyed).toBe(true);
    fake.app.emit('before-quit', { defaultPrevented: false });
    first.close();
    expect(first.destroyed).toBe(true);
    expect(fake.boxes).toEqual([]);
    const mac = await open('darwin');
    const { window } = mac.newWindow();
    window.close();
    expect(window.destroyed).toBe(true);
    expect(mac.fake.boxes).toEqual([]);
  });

  it('stays while quitting is held up for an update, and closes once it isn’t', async () => {
    const { fake, shell, newWindow, waits } = await open();
    await shell.change({ tray: 'off' });
    const { window } = newWindow();
    waits.update = true;
    window.close();
    expect([window.destroyed, fake.calls.at(-1)]).toEqual([false, 'quit']);
    fake.app.emit('before-quit', { defaultPrevented: true });
    await settle();
    window.close();
    expect(window.destroyed).toBe(false);
    fake.app.emit('before-quit', { defaultPrevented: false });
    window.close();
    expect(window.destroyed).toBe(true);
  });

  it('hides again once a page kept Baton from quitting, and not because another window came to the front', async () => {
    const { fake, shell, newWindow } = await open();
    await shell.change({ tray: 'on' });
    const [first, second] = [newWindow().window, newWindow().window];
    fake.app.emit('before-quit', { defaultPrevented: false });
    second.close();
    first.emit('focus');
    first.close();
    expect(first.destroyed).toBe(true);

    const { window } = newWindow();
    fake.app.emit('before-quit', { defaultPrevented: false });
    // The user is asked whether to leave, and stays.
    window.webContents.emit('will-prevent-unload', { preventDefault: () => undefined, defaultPrevented: false });
    await settle();
    window.close();
    expect(window.destroyed).toBe(false);
  });
});

describe('the tray', () => {
  const recent = [
    { id: 'a-1', title: 'Ampersand & Co' },
    { id: 'b-2', title: '' },
    { id: 'c-3', title: 'x'.repeat(200) },
  ];

  it('lists running work and recent conversations once each, and opens them', async () => {
    const { fake, shell, shown } = await open();
    await shell.change({ tray: 'on' });
    shell.report({ ...ACTIVITY, running: recent.slice(0, 1), recent, asking: 1 });
    const [tray] = fake.trays;
    const labels = tray?.menu.map(({ label, type }) => label ?? type);
    expect(labels).toEqual([
      texts.openBaton,
      texts.newChat,
      texts.quickQuestion,
      'separator',
      texts.running,
      'Ampersand && Co',
      'separator',
      texts.recent,
      texts.newChat,
      `${'x'.repeat(39)}…`,
      'separator',
      texts.quit,
    ]);
    expect(tray?.toolTip).toBe(texts.waits);
    for (const item of tray?.menu ?? []) item.click?.({} as never, undefined, {});
    expect(shown).toEqual([null, '#/new', '#/quick', '#/s/a-1', '#/s/b-2', '#/s/c-3']);
    expect(fake.calls).toContain('quit');
  });

  it('goes when it is switched off', async () => {
    const { fake, shell } = await open();
    await shell.change({ tray: 'on' });
    await shell.change({ tray: 'off' });
    expect(fake.trays.map(({ destroyed }) => destroyed)).toEqual([true]);
  });
});

describe('badge and taskbar', () => {
  it('add up the questions of all windows, and forget those of a closed one', async () => {
    const { fake, shell } = await open();
    shell.report({ ...ACTIVITY, asking: 2 });
    shell.report({ ...ACTIVITY, window: OTHER, asking: 1 });
    shell.report({ ...ACTIVITY, asking: 0 });
    expect(fake.app.badges).toEqual([2, 3, 1]);
  });

  it.each([
    ['win32', [2, -1]],
    ['darwin', [2, -1]],
    ['linux', [null, null]],
  ] as const)('on %s show that work is running', async (platform, [during, after]) => {
    const { shell, newWindow } = await open(platform);
    const { window } = newWindow();
    shell.report({ ...ACTIVITY, running: [{ id: 'a', title: 'A' }] });
    expect(window.progress).toBe(during);
    shell.report(ACTIVITY);
    expect(window.progress).toBe(after);
  });
});

describe('the spell checker', () => {
  const CLOSED = { proxyRules: 'http://127.0.0.1:9', proxyBypassRules: '<-loopback>' };

  it('is off and reaches nothing before a language was chosen', async () => {
    const { fake, shell } = await open();
    expect(fake.session.spelling).toEqual({ on: false, languages: [] });
    expect(fake.session.proxies).toEqual([CLOSED]);
    expect((await shell.state()).dictionaries).toEqual({ available: ['de', 'en-US', 'ko'], loading: [], failed: [] });
  });

  it('opens the network for its dictionaries alone, and closes it when each is there or has failed', async () => {
    const { fake, shell } = await open();
    const { dictionaries } = await shell.change({ spelling: ['en-US', 'ko', 'tlh'] });
    expect(dictionaries?.loading).toEqual(['en-US', 'ko']);
    expect(fake.session.spelling).toEqual({ on: true, languages: ['en-US', 'ko'] });
    expect(fake.session.proxy?.proxyBypassRules).toBe('<-loopback>;https://redirector.gvt1.com;https://*.gvt1.com');
    fake.session.emit('spellcheck-dictionary-initialized', {}, 'en-US');
    expect(fake.session.proxy).not.toEqual(CLOSED);
    fake.session.emit('spellcheck-dictionary-download-failure', {}, 'ko');
    expect(fake.session.proxy).toEqual(CLOSED);
    expect((await shell.state()).dictionaries).toMatchObject({ loading: [], failed: ['ko'] });
    // The same choice again is another attempt, for what has failed alone.
    writeFileSync(join(kept(), 'en-US-10-1.bdic'), '');
    fake.session.loads.splice(0);
    await shell.change({ spelling: ['en-US', 'ko'] });
    expect((await shell.state()).dictionaries).toMatchObject({ loading: ['ko'], failed: [] });
    expect(fake.session.proxy).not.toEqual(CLOSED);
    // Chromium loads nothing for a list that it has already.
    expect(fake.session.loads).toEqual([['en-US', 'ko']]);
    fake.session.emit('spellcheck-dictionary-initialized', {}, 'ko');
    expect(fake.session.proxy).toEqual(CLOSED);
  });

  it('needs no network at later starts, and none is opened', async () => {
    await (await open()).shell.change({ spelling: ['de', 'ko'] });
    for (const name of ['de-DE-3-0.bdic', 'ko-3-0.bdic']) writeFileSync(join(kept(), name), '');
    const { fake, shell, clock } = await open();
    expect(fake.session.proxies.filter(({ proxyBypassRules }) => proxyBypassRules !== '<-loopback>')).toEqual([]);
    expect(fake.session.spelling).toEqual({ on: true, languages: ['de', 'ko'] });
    expect((await shell.state()).dictionaries).toMatchObject({ loading: [], failed: [] });
    await clock.advance(300_000);
    expect((await shell.state()).dictionaries?.failed).toEqual([]);
    // A damaged file is deleted by Chromium, which finds no network then.
    fake.session.emit('spellcheck-dictionary-download-failure', {}, 'ko');
    expect((await shell.state()).dictionaries?.failed).toEqual(['ko']);
  });

  it('loads at the next start what is missing, although Chromium has that list already', async () => {
    await (await open()).shell.change({ spelling: ['de', 'ko'] });
    writeFileSync(join(kept(), 'de-DE-3-0.bdic'), '');
    const { fake, shell } = await open('linux', { known: ['de', 'ko'] });
    expect((await shell.state()).dictionaries?.loading).toEqual(['ko']);
    expect(fake.session.loads).toEqual([['de', 'ko']]);
  });

  it('closes the network after two minutes without an answer', async () => {
    const { fake, shell, clock } = await open();
    await shell.change({ spelling: ['ko'] });
    await clock.advance(119_000);
    expect(fake.session.proxy).not.toEqual(CLOSED);
    await clock.advance(2_000);
    expect(fake.session.proxy).toEqual(CLOSED);
    expect((await shell.state()).dictionaries?.failed).toEqual(['ko']);
  });

  it('is the system’s own on macOS', async () => {
    const { fake, shell } = await open('darwin');
    await shell.change({ spelling: ['ko'] });
    expect((await shell.state()).dictionaries).toBeNull();
    expect(fake.session.spelling).toEqual({ on: true, languages: ['en-US'] });
    expect(fake.session.proxies).toEqual([]);
  });
});

describe('the shortcut of the quick window', () => {
  const KEYS = 'Control+Shift+Space';

  it('is none until one is chosen; then it toggles the window, which waits loaded', async () => {
    const { fake, shell, clock, quick } = await open();
    expect((await shell.state()).quick).toEqual({
      state: 'off',
      suggestions: ['Control+Shift+Space', 'Control+Alt+Space', 'Alt+Shift+Space'],
    });
    await clock.advance(60_000);
    expect([[...fake.shortcuts.held.keys()], quick]).toEqual([[], []]);

    const { quick: state, settings } = await shell.change({ quickShortcut: KEYS });
    expect([state, settings.quickShortcut]).toEqual([{ state: 'on', suggestions: [] }, KEYS]);
    await clock.advance(60_000);
    fake.shortcuts.held.get(KEYS)?.();
    expect(quick).toEqual(['warm', 'toggle']);
    // The next start has it again.
    expect([...(await open()).fake.shortcuts.held.keys()]).toEqual([KEYS]);

    await shell.change({ quickShortcut: 'Alt+Q' });
    expect([...fake.shortcuts.held.keys()]).toEqual(['Alt+Q']);
    await shell.change({ quickShortcut: null });
    expect([...fake.shortcuts.held.keys()]).toEqual([]);
  });

  it('that another program has is said, only free ones are offered, and trying again takes it', async () => {
    const { fake, shell, log } = await open('darwin', { foreign: [KEYS, 'Alt+Space'] });
    const taken = { state: 'taken', suggestions: ['Control+Alt+Space', 'Alt+Shift+Space'] };
    expect((await shell.change({ quickShortcut: KEYS })).quick).toEqual(taken);
    expect(log.lines.join(' ')).toContain('shell.shortcut-taken');
    expect([...fake.shortcuts.held.keys()]).toEqual([]);
    fake.shortcuts.foreign.clear();
    expect((await shell.change({ quickShortcut: KEYS })).quick.state).toBe('on');
  });

  it('is not tried under Wayland, which is said', async () => {
    const { fake, shell } = await open('linux', { env: { XDG_SESSION_TYPE: 'wayland' } });
    expect((await shell.change({ quickShortcut: KEYS })).quick).toEqual({ state: 'unavailable', suggestions: [] });
    expect([...fake.shortcuts.held.keys()]).toEqual([]);
    const mac = await open('darwin', { env: { XDG_SESSION_TYPE: 'wayland' } });
    expect((await mac.shell.change({ quickShortcut: KEYS })).quick.state).toBe('on');
  });

  it.each(['Shift+A', 'A', 'Control+', 'Control+Control', 'Meta+A', 'Control+Space+A', 'Control+;', ''])(
    'is none of these: %j',
    (text) => {
      expect(DesktopSettings.shape.quickShortcut.safeParse(text).success).toBe(false);
    },
  );

  it.each(['Control+Shift+Space', 'Alt+1', 'Command+Alt+F12', 'Super+Home'])('may be %s', (text) => {
    expect(DesktopSettings.shape.quickShortcut.safeParse(text).success).toBe(true);
  });
});

describe('start at login', () => {
  const autostart = () => join(home, 'config/autostart/baton.desktop');

  it('is not offered by an app that runs from its sources', async () => {
    const { shell } = await open();
    await shell.change({ startsAtLogin: true });
    expect((await shell.state()).startsAtLogin).toBeNull();
    expect(existsSync(autostart())).toBe(false);
  });

  it('is a file on Linux, which goes again', async () => {
    const { shell } = await open('linux', { packaged: true });
    expect((await shell.state()).startsAtLogin).toBe(false);
    expect((await shell.change({ startsAtLogin: true })).startsAtLogin).toBe(true);
    expect(readFileSync(autostart(), 'utf8')).toContain(`Exec="${process.execPath}"\n`);
    expect((await shell.change({ startsAtLogin: false })).startsAtLogin).toBe(false);
    expect(existsSync(autostart())).toBe(false);
  });

  it('starts the AppImage, whatever its path is', async () => {
    const { createLoginItem } = await import('#shell/desktop/login-item.ts');
    const env = { XDG_CONFIG_HOME: join(home, 'config'), APPIMAGE: '/opt/100% "my" $apps/baton.AppImage' };
    const { app } = createFakeElectron({ packaged: true });
    await createLoginItem({ app, portable: false, env, platform: 'linux', execPath: '/tmp/.mount/baton' }).change(true);
    expect(readFileSync(autostart(), 'utf8')).toContain(String.raw`Exec="/opt/100%% \\"my\\" \\$apps/baton.AppImage"`);
  });

  it('is not offered by a portable Baton, which leaves nothing with the system', async () => {
    const { createLoginItem } = await import('#shell/desktop/login-item.ts');
    const env = { XDG_CONFIG_HOME: join(home, 'config') };
    for (const platform of ['linux', 'win32', 'darwin'] as const) {
      const { app } = createFakeElectron({ packaged: true });
      const item = createLoginItem({ app, portable: true, env, platform, execPath: '/x/baton' });
      await item.change(true);
      expect(await item.state()).toBeNull();
      expect(app.loginItem).toEqual({ openAtLogin: false });
    }
    expect(existsSync(autostart())).toBe(false);
  });

  it('is an item of the system on macOS and Windows', async () => {
    const { fake, shell } = await open('win32', { packaged: true });
    expect((await shell.change({ startsAtLogin: true })).startsAtLogin).toBe(true);
    expect(fake.app.loginItem).toEqual({ openAtLogin: true });
  });
});

describe('desktop.json', () => {
  const file = () => join(home, 'desktop.json');

  it('of an earlier version keeps its settings', async () => {
    writeFileSync(file(), '{"version":1,"tray":"on","spelling":["ko"]}');
    const { settings } = await (await open()).shell.state();
    expect(settings).toEqual({ tray: 'on', spelling: ['ko'], quickShortcut: null });
  });

  it('is its owner’s alone, and a damaged one is kept aside', async () => {
    const { shell } = await open();
    await shell.change({ tray: 'off' });
    expect(statSync(file()).mode & 0o777).toBe(0o600);
    writeFileSync(file(), '{"version":1,"tray":"maybe"}');
    expect((await (await open()).shell.state()).settings).toEqual({
      tray: 'ask',
      spelling: [],
      quickShortcut: null,
    });
    const kept = readdirSync(home).find((name) => name.startsWith('desktop.json.set-aside-'));
    expect(readFileSync(join(home, kept ?? ''), 'utf8')).toContain('maybe');
  });
});
