import {
  chownSync,
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
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { APP_HEADER, APP_HEADER_VALUE, TOKEN_HEADER } from '#contract/headers.ts';
import {
  createFakeElectron,
  type FakeElectron,
  type FakeElectronOptions,
  type FakeWindow,
  FakeDownload,
} from '#test/fakes/electron.ts';
import { openTestWindow } from '#test/fakes/host-window.ts';
import { createRecordingLog } from '#test/fakes/host-deps.ts';
import type * as Electron from 'electron';
import { REASONS } from '#core/reasons.ts';
import { McpServer } from '#contract/mcp.ts';
import { lockHome } from '#host/base/home-lock.ts';
import { asksToQuit } from '#shell/listen-for-links.ts';
import { closeBeforeQuit } from '#shell/close-before-quit.ts';
import { groupOf } from '../host/mcp/support/bench.ts';
import { createOddServer } from '../host/mcp/support/odd.ts';
import hostile from './hostile.json' with { type: 'json' };
import { PERMISSIONS } from './permissions.ts';

let folder: string;
let home: string;
let listeners: Map<string, readonly unknown[]>;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'baton-main-'));
  home = join(folder, 'home');
  mkdirSync(join(folder, 'app/dist/page/assets'), { recursive: true });
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
  rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
});

/** Runs the real electron/main.ts with the fake, up to the moment before the app is ready. */
async function load(options: FakeElectronOptions = {}): Promise<FakeElectron> {
  const fake = createFakeElectron({ appPath: join(folder, 'app'), ...options });
  vi.resetModules();
  vi.doMock('electron', () => fake.module);
  await import('../../electron/main.ts');
  return fake;
}

async function start(options: FakeElectronOptions = {}): Promise<FakeElectron & { window: FakeWindow; token: string }> {
  const fake = await load(options);
  await fake.becomeReady();
  const [window] = fake.windows;
  if (!window) throw new Error('no window was opened');
  const argument = window.options.webPreferences?.additionalArguments?.[0] ?? '';
  return Object.assign(fake, { window, token: argument.replace('--baton-token=', '') });
}

const event = (url = '') => {
  const one = {
    url,
    defaultPrevented: false,
    preventDefault: vi.fn<() => void>(() => {
      one.defaultPrevented = true;
    }),
  };
  return one;
};

describe('a home that a Baton in a browser has', () => {
  it('is not opened a second time: the reason is shown, and the app ends', async () => {
    mkdirSync(home);
    const lock = await lockHome(home);
    const fake = await load();
    await fake.becomeReady();
    expect(fake.windows).toEqual([]);
    expect(fake.errorBoxes).toMatchObject([
      { content: expect.stringContaining('Another Baton is using the same folder') as string },
    ]);
    lock?.release();
  });
});

describe('before the app is ready', () => {
  it('S02 S25: the sandbox and the scheme come first, once', async () => {
    const fake = await start();
    const before = fake.calls.slice(0, fake.calls.indexOf('ready'));
    expect(before).toContain('enableSandbox');
    expect(before.filter((call) => call === 'schemes')).toHaveLength(1);
    expect(fake.schemes).toEqual([
      [
        {
          scheme: 'app',
          privileges: { standard: true, secure: true, supportFetchAPI: true, stream: true, codeCache: true },
        },
      ],
    ]);
    expect(fake.calls.filter((call) => call.startsWith('handle'))).toEqual(['handle app']);
    expect(fake.calls.some((call) => call.startsWith('appendSwitch'))).toBe(false);
  });

  it('gives each home its own profile, chosen before the lock', async () => {
    const fake = await load();
    expect(fake.app.paths.get('userData')).toBe(join(home, 'desktop'));
    expect(fake.calls.indexOf('setPath userData')).toBeLessThan(fake.calls.indexOf('lock'));
    expect(statSync(home).mode & 0o777).toBe(0o700);
    expect(fake.windows).toEqual([]);
  });

  it('S10: takes no debugger in a packaged app', async () => {
    const switches = ['remote-debugging-port', 'remote-debugging-pipe', 'lang'];
    expect([...(await load({ packaged: true, switches })).app.switches]).toEqual(['lang']);
    expect([...(await load({ switches })).app.switches]).toEqual(switches);
  });

  it('says why it cannot start, and ends', async () => {
    writeFileSync(home, 'a file where the folder should be');
    const fake = await load({ languages: ['ko-KR'] });
    // On Linux, nobody would see a dialog before.
    expect(fake.errorBoxes).toEqual([]);
    const profile = fake.app.paths.get('userData') ?? '';
    expect(dirname(profile)).toBe(tmpdir());
    await fake.becomeReady();
    expect(fake.app.exits).toEqual([1]);
    expect(fake.errorBoxes[0]?.title).toBe('Baton을 시작하지 못했어요.');
    expect(fake.errorBoxes[0]?.content).toContain(home);
    expect(fake.windows).toEqual([]);
    fake.app.emit('quit');
    expect(existsSync(profile)).toBe(false);
  });

  it.each([
    ['a switch', ['--no-sandbox'], {}],
    ['a variable', [], { ELECTRON_DISABLE_SANDBOX: '1' }],
  ])('S02: a packaged Baton refuses to start without the sandbox, by %s', async (_what, more, env) => {
    for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
    const { argv } = process;
    process.argv = [...argv, ...more];
    try {
      const fake = await load({ packaged: true });
      await fake.becomeReady();
      expect(fake.app.exits).toEqual([1]);
      expect(fake.errorBoxes[0]?.content).toContain('install the deb package');
      expect(fake.windows).toEqual([]);
      expect(existsSync(join(home, 'desktop'))).toBe(false);
    } finally {
      process.argv = argv;
    }
  });
});

describe('a portable Baton', () => {
  const stick = () => join(folder, 'stick');
  const headers = (token: string) => ({
    [APP_HEADER]: APP_HEADER_VALUE,
    [TOKEN_HEADER]: token,
    'sec-fetch-site': 'same-origin',
  });
  const ask = async (fake: FakeElectron & { token: string }, path: string) =>
    (await fake.handlers.get('app')?.(new Request(`app://ui/api/${path}`, { headers: headers(fake.token) })))?.json();

  /** As an AppImage on a stick, on a computer whose own settings are in `config`. */
  const begin = () => {
    mkdirSync(stick());
    vi.stubEnv('BATON_HOME', '');
    vi.stubEnv('XDG_CONFIG_HOME', join(folder, 'config'));
    vi.stubEnv('APPIMAGE', join(stick(), 'Baton.AppImage'));
    vi.stubEnv('APPDIR', dirname(process.execPath));
  };

  it.runIf(process.platform === 'linux')('keeps everything beside itself, and nothing with the system', async () => {
    begin();
    mkdirSync(join(stick(), 'baton-data'));
    const fake = await start({ packaged: true });
    const data = join(stick(), 'baton-data');
    for (const name of ['userData', 'sessionData', 'crashDumps', 'logs'])
      expect(fake.app.paths.get(name)?.startsWith(join(data, 'desktop'))).toBe(true);
    expect(readdirSync(folder).toSorted()).toEqual(['app', 'stick']);
    expect(readdirSync(stick())).toEqual(['baton-data']);
    expect([...fake.app.switches]).toEqual(['password-store']);
    expect(fake.calls.some((call) => call.startsWith('protocolClient'))).toBe(false);
    expect(await ask(fake, 'place')).toMatchObject({ home: data, portable: true, opens: true });
    expect(await ask(fake, 'desktop')).toMatchObject({ desktop: { startsAtLogin: null } });
    // The keychain of this computer, strong as it is, stays here.
    expect(await ask(fake, 'secrets')).toMatchObject({ kind: 'unset', choices: ['passphrase', 'session'] });
  });

  it.runIf(process.platform === 'linux')('is one that has the folder; without it, all is as usual', async () => {
    begin();
    const fake = await start({ packaged: true });
    expect(fake.app.paths.get('userData')).toBe(join(folder, 'config/Baton/desktop'));
    expect(readdirSync(stick())).toEqual([]);
    expect(await ask(fake, 'place')).toMatchObject({ portable: false });
    expect(await ask(fake, 'secrets')).toMatchObject({ kind: 'os' });
  });

  it.runIf(process.platform === 'linux' && process.getuid?.() === 0)(
    'says why it can’t use its folder, and takes no other',
    async () => {
      begin();
      mkdirSync(join(stick(), 'baton-data'));
      chownSync(join(stick(), 'baton-data'), 12_345, 12_345);
      const fake = await load({ packaged: true });
      await fake.becomeReady();
      expect(fake.errorBoxes[0]?.content).toContain('belongs to another user');
      expect(fake.errorBoxes[0]?.content).toContain(join(stick(), 'baton-data'));
      expect(fake.app.exits).toEqual([1]);
      expect(readdirSync(folder).toSorted()).toEqual(['app', 'stick']);
    },
  );
});

describe('databases that cannot be opened', () => {
  it('are moved aside at the next start when the page asks for it, and nothing of them is deleted', async () => {
    const fake = await start();
    const databases = join(home, 'desktop/IndexedDB');
    mkdirSync(databases, { recursive: true });
    writeFileSync(join(databases, 'log'), 'damaged');
    const request = new Request('app://ui/api/site-data', {
      method: 'DELETE',
      headers: { [APP_HEADER]: APP_HEADER_VALUE, [TOKEN_HEADER]: fake.token, 'sec-fetch-site': 'same-origin' },
    });
    expect((await fake.handlers.get('app')?.(request))?.status).toBe(204);
    expect(fake.calls.at(-1)).toBe('quit');
    expect(readFileSync(join(databases, 'log'), 'utf8')).toBe('damaged');
    fake.app.emit('will-quit', event());
    await vi.waitFor(() => expect(fake.calls.slice(-2)).toEqual(['relaunch', 'exit 0']), { timeout: 6000 });

    await load({ gotLock: true });
    const files = readdirSync(join(home, 'desktop'));
    expect(files).toEqual([expect.stringMatching(/^IndexedDB\.set-aside-/)]);
    expect(readFileSync(join(home, 'desktop', files[0] ?? '', 'log'), 'utf8')).toBe('damaged');

    mkdirSync(databases);
    await load();
    expect(readdirSync(join(home, 'desktop'))).toContain('IndexedDB');
  });

  it('stay where a page kept Baton from quitting and the user stayed, and the next quit is an ordinary one', async () => {
    const fake = await start();
    mkdirSync(join(home, 'desktop/IndexedDB'), { recursive: true });
    const headers = { [APP_HEADER]: APP_HEADER_VALUE, [TOKEN_HEADER]: fake.token, 'sec-fetch-site': 'same-origin' };
    await fake.handlers.get('app')?.(new Request('app://ui/api/site-data', { method: 'DELETE', headers }));
    fake.window.webContents.emit('will-prevent-unload', event());
    fake.app.emit('will-quit', event());
    await vi.waitFor(() => expect(fake.app.exits).toEqual([0]), { timeout: 6000 });
    expect(fake.calls).not.toContain('relaunch');
    await load();
    expect(readdirSync(join(home, 'desktop'))).toContain('IndexedDB');
  });
});

describe('S07: a second start', () => {
  it('ends without a window of its own', async () => {
    const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
    const fake = await load({ gotLock: false });
    await fake.becomeReady();
    expect(fake.calls).toContain('quit');
    expect(fake.windows).toEqual([]);
    expect(fake.handlers.size).toBe(0);
    expect(write.mock.calls.join('')).toContain('open already');
  });

  it('brings the first window to the front and does not read its arguments', async () => {
    const { app, window, windows, opened } = await start();
    window.emit('ready-to-show');
    window.minimized = true;
    const argv = ['baton', '--remote-debugging-port=9', 'https://evil.test', 'app://ui/#t=x', '--home', '/etc'];
    app.emit('second-instance', {}, argv, '/tmp', { url: 'https://evil.test' });
    expect(windows).toHaveLength(1);
    expect(window.calls).toEqual(['show', 'restore', 'focus']);
    expect(window.loaded).toEqual(['app://ui/']);
    expect(opened).toEqual([]);
  });

  it('ends the first one where it asks for that, from the sources and without a link alone', async () => {
    expect(asksToQuit({ isPackaged: true }, ['baton', '--quit'])).toBe(false);
    const fake = await start();
    const again = (...more: string[]) => {
      fake.app.emit('second-instance', {}, ['electron', '/checkout', ...more], '/tmp', {});
      return fake.calls.includes('quit');
    };
    expect([again('baton://new', '--quit'), again(), again('--quit')]).toEqual([false, false, true]);
    const { argv } = process;
    process.argv = [...argv, '--quit'];
    try {
      const late = await load();
      await late.becomeReady();
      expect(late.calls).toContain('quit');
      expect(late.windows).toEqual([]);
    } finally {
      process.argv = argv;
    }
  });

  it('does not show a window before it is ready', async () => {
    const { app, window } = await start();
    app.emit('second-instance', {}, [], '/tmp', {});
    expect(window.calls).toEqual([]);
  });

  it('opens a window again when the last one was closed and the app stayed', async () => {
    const { app, window, windows } = await start();
    window.destroy();
    app.emit('activate');
    expect(windows).toHaveLength(1);
    expect(windows[0]?.loaded).toEqual(['app://ui/']);
  });
});

describe('S01 S03 S05: the window', () => {
  it('is isolated, sandboxed and plain, every preference written out', async () => {
    const { window, token } = await start();
    expect(window.options.webPreferences).toEqual({
      preload: join(folder, 'app/dist/preload/preload.cjs'),
      additionalArguments: [`--baton-token=${token}`],
      contextIsolation: true,
      sandbox: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      webSecurity: true,
      allowRunningInsecureContent: false,
      experimentalFeatures: false,
      webviewTag: false,
      navigateOnDragDrop: false,
      plugins: false,
      safeDialogs: true,
      devTools: true,
      backgroundThrottling: false,
      spellcheck: true,
    });
    expect(Buffer.from(token, 'base64url')).toHaveLength(32);
  });

  it('has the same preferences however it was opened', async () => {
    const { windows, menus, window } = await start();
    const file = menus[0]?.[0]?.submenu as Electron.MenuItemConstructorOptions[];
    file.find((item) => item.label === 'New Window')?.click?.({} as never, undefined, {});
    expect(windows).toHaveLength(2);
    expect(windows[1]?.options.webPreferences).toEqual(window.options.webPreferences);
    expect(windows[1]?.options.x).not.toBe(window.options.x ?? -1);
  });

  it('loads the page from app://ui and nothing else', async () => {
    const { window } = await start();
    expect(window.loaded).toEqual(['app://ui/']);
  });

  it('S10: has no developer tools once packaged', async () => {
    const { window, menus } = await start({ packaged: true });
    expect(window.options.webPreferences?.devTools).toBe(false);
    expect(JSON.stringify(menus)).not.toMatch(/toggleDevTools|"reload"|forceReload/);
    vi.stubEnv('BATON_HOME', join(folder, 'another'));
    expect(JSON.stringify((await start()).menus)).toMatch(/toggleDevTools/);
  });

  it('appears when it is drawn, or when it could not be loaded', async () => {
    const { window } = await start();
    expect(window.options.show).toBe(false);
    window.emit('ready-to-show');
    expect(window.calls).toEqual(['show']);
  });

  it('uses a new token for every launch', async () => {
    const { token } = await start();
    vi.stubEnv('BATON_HOME', join(folder, 'another'));
    expect((await start()).token).not.toBe(token);
  });
});

describe('S04 S11 S12: the page stays inside', () => {
  const events = ['will-navigate', 'will-frame-navigate', 'will-redirect'] as const;

  it.each(events)('%s leads only to the app', async (name) => {
    const { window } = await start();
    for (const url of ['app://ui/', 'app://ui/#/session/1']) {
      const own = event(url);
      window.webContents.emit(name, own);
      expect(own.preventDefault).not.toHaveBeenCalled();
    }
    for (const url of [
      ...hostile.foreign,
      ...hostile.external.filter((one) => one !== 'app://ui/'),
      'app://ui/api/ping',
    ]) {
      const foreign = event(url);
      window.webContents.emit(name, foreign);
      expect({ url, prevented: foreign.preventDefault.mock.calls.length }).toEqual({ url, prevented: 1 });
    }
  });

  it('no window is opened from the page, for any address', async () => {
    const { window } = await start();
    for (const url of ['app://ui/', 'about:blank', 'https://example.com/', ...hostile.foreign])
      expect(
        window.webContents.windowOpenHandler?.({
          url,
          frameName: '',
          features: 'nodeIntegration=1',
          disposition: 'new-window',
          referrer: { policy: 'default', url: '' },
        }),
      ).toEqual({ action: 'deny' });
  });

  it('no webview is attached', async () => {
    const { window } = await start();
    const attach = event();
    window.webContents.emit('will-attach-webview', attach, { nodeIntegration: true }, { src: 'https://evil.test' });
    expect(attach.preventDefault).toHaveBeenCalledOnce();
  });

  it('holds for web contents that are not a window as well', async () => {
    const fake = await start();
    const { FakeContents } = await import('#test/fakes/electron.ts');
    const other = new FakeContents();
    fake.app.emit('web-contents-created', {}, other);
    const away = event('https://evil.test/');
    other.emit('will-navigate', away);
    expect(away.preventDefault).toHaveBeenCalledOnce();
    expect(other.windowOpenHandler).not.toBeNull();
  });
});

describe('S22: previews', () => {
  it('leaves WebRTC no way around the proxy, and nobody serves that', async () => {
    const { window, session } = await start();
    expect(window.webContents.calls).toContain('webrtc disable_non_proxied_udp');
    expect(session.proxy).toEqual({ proxyRules: 'http://127.0.0.1:9', proxyBypassRules: '<-loopback>' });
  });

  it('a frame shows nothing but previews', async () => {
    const { window } = await start();
    const go = (url: string) => {
      const going = { ...event(url), isMainFrame: false };
      window.webContents.emit('will-frame-navigate', going);
      return going.preventDefault.mock.calls.length === 0;
    };
    expect(go('app://ui/preview?scripts')).toBe(true);
    expect(go('app://ui/')).toBe(false);
  });
});

describe('S06: permissions', () => {
  it('one is granted, to the page itself, and every other name of Electron 45 is refused', async () => {
    const { session } = await start();
    const ask = (permission: keyof typeof PERMISSIONS, requestingUrl: string, isMainFrame: boolean) => {
      let answer: boolean | null = null;
      session.request?.({} as Electron.WebContents, permission, (given) => (answer = given), {
        isMainFrame,
        requestingUrl,
      });
      const checked = session.check?.(null, permission, 'app://ui/', { isMainFrame, requestingUrl });
      expect({ permission, answer }).toEqual({ permission, answer: checked });
      return answer;
    };
    for (const [name, granted] of Object.entries(PERMISSIONS)) {
      const permission = name as keyof typeof PERMISSIONS;
      expect({ name, granted: ask(permission, 'app://ui/', true) }).toEqual({ name, granted });
      expect(ask(permission, 'app://ui/', false)).toBe(false);
      expect(ask(permission, 'https://evil.test/', true)).toBe(false);
      expect(ask(permission, 'app://ui.evil.test/', true)).toBe(false);
    }
  });

  it('checks without a document, or for an embedded frame, are refused or judged by their origin', async () => {
    const { session } = await start();
    const check = (origin: string, details: Partial<Electron.PermissionCheckHandlerHandlerDetails>) =>
      session.check?.(null, 'clipboard-sanitized-write', origin, { isMainFrame: true, ...details });
    expect(check('app://ui/', {})).toBe(true);
    expect(check('https://evil.test/', {})).toBe(false);
    expect(check('', {})).toBe(false);
    expect(check('app://ui/', { embeddingOrigin: 'https://evil.test/' })).toBe(false);
    expect(check('app://ui/', { requestingUrl: 'https://evil.test/' })).toBe(false);
  });

  it('gives no device away', async () => {
    const { session } = await start();
    for (const deviceType of ['hid', 'serial', 'usb'] as const)
      expect(session.device?.({ deviceType, origin: 'app://ui', device: {} as Electron.HIDDevice })).toBe(false);
  });
});

describe('S15: downloads', () => {
  const download = (url: string, gesture: boolean) => new FakeDownload({ url, gesture });

  it('lets the app save its own blobs after a click, and cancels everything else', async () => {
    const { session } = await start();
    const verdicts = [
      ['blob:app://ui/1', true],
      ['blob:app://ui/1', false],
      ['blob:https://evil.test/1', true],
      ['https://evil.test/setup.exe', true],
      ['app://ui/assets/index.js', true],
      ['data:text/html,x', true],
    ].map(([url, gesture]) => {
      const will = event();
      session.emit('will-download', will, download(String(url), gesture === true), {});
      return will.preventDefault.mock.calls.length === 0;
    });
    expect(verdicts).toEqual([true, false, false, false, false, false]);
    // What may be saved goes through the system's dialog.
    const item = download('blob:app://ui/2', true);
    session.emit('will-download', event(), item, {});
    expect(item.dialog?.properties).toContain('showOverwriteConfirmation');
  });

  it('an image that the user saved in the menu is taken once, and nothing in its place', async () => {
    const { session, window, popups } = await start();
    const params = { isEditable: false, selectionText: '', linkURL: '', editFlags: {}, misspelledWord: '' };
    const save = (srcURL: string) => {
      const image = { ...params, srcURL, mediaType: 'image', hasImageContents: true, dictionarySuggestions: [] };
      window.webContents.emit('context-menu', {}, image);
      popups.at(-1)?.[1]?.click?.({} as never, undefined, {});
    };
    const taken = (url: string) => {
      const will = event();
      session.emit('will-download', will, download(url, false), {});
      return will.preventDefault.mock.calls.length === 0;
    };
    save('data:image/png;base64,AA==');
    expect(taken('https://evil.test/setup.exe')).toBe(false);
    expect(taken('data:image/png;base64,AA==')).toBe(true);
    expect(taken('data:image/png;base64,AA==')).toBe(false);
    save('https://evil.test/setup.exe');
    expect(taken('https://evil.test/setup.exe')).toBe(false);
  });
});

describe('app://ui', () => {
  const ask = (fake: FakeElectron, url: string, init: RequestInit = {}, initiatorOrigin?: string) => {
    const request = new Request(url, init);
    if (initiatorOrigin !== undefined) Object.defineProperty(request, 'initiatorOrigin', { value: initiatorOrigin });
    const handler = fake.handlers.get('app');
    if (!handler) throw new Error('no handler');
    return Promise.resolve(handler(request));
  };
  const headers = (token: string) => ({ [APP_HEADER]: APP_HEADER_VALUE, [TOKEN_HEADER]: token });

  it('serves the page with its policy, and the API with the token', async () => {
    const fake = await start();
    const page = await ask(fake, 'app://ui/');
    expect(page.status).toBe(200);
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(await page.text()).toContain('<title>Baton</title>');

    const ping = await ask(fake, 'app://ui/api/ping', { headers: headers(fake.token) }, 'app://ui');
    expect(await ping.json()).toMatchObject({ ok: true, mount: 'electron' });
    expect((await ask(fake, 'app://ui/api/ping', { headers: headers('wrong') })).status).toBe(401);
    expect((await ask(fake, 'app://ui/api/ping')).status).toBe(403);
  });

  it.each(['app://api/ping', 'app://ui.evil.test/', 'app://evil/', 'app://user@ui/'])(
    '%s does not exist',
    async (url) => {
      const fake = await start();
      const handler = fake.handlers.get('app');
      // Request refuses some of these addresses, but Chromium would pass them on.
      const response = await handler?.(Object.defineProperty(new Request('app://ui/'), 'url', { value: url }));
      expect(response?.status).toBe(404);
      expect(response?.headers.get('content-security-policy')).toBe("default-src 'none'");
    },
  );

  it.each(['https://evil.test', 'null', 'app://other', 'file://'])(
    'does not answer a document of %s, even with the token',
    async (initiator) => {
      const fake = await start();
      const response = await ask(fake, 'app://ui/api/ping', { headers: headers(fake.token) }, initiator);
      expect(response.status).toBe(404);
    },
  );

  it('has the practice vendors', async () => {
    const fake = await start();
    const response = await ask(fake, 'app://ui/api/vendors', { headers: headers(fake.token) });
    const { connections } = (await response.json()) as { connections: { id: string; practice: boolean }[] };
    expect(connections.filter((one) => one.practice).map((one) => one.id)).toContain('practice-anthropic');
  });

  it('keeps keys in the keychain and says where they are', async () => {
    const fake = await start({ keyring: 'strong' });
    const secrets = async () => (await ask(fake, 'app://ui/api/secrets', { headers: headers(fake.token) })).json();
    expect(await secrets()).toMatchObject({ kind: 'os', problem: null });
    const stored = await ask(fake, 'app://ui/api/secrets/keys/anthropic', {
      method: 'PUT',
      headers: { ...headers(fake.token), 'content-type': 'application/json' },
      body: JSON.stringify({ key: 'sk-ant-CANARY-0123456789' }),
    });
    expect(stored.status).toBe(200);
    expect(await stored.text()).not.toContain('CANARY');
    expect(readFileSync(join(home, 'keychain.json'), 'utf8')).not.toContain('CANARY');
  });

  it.each([
    ['weak', { kind: 'unset', choices: ['weak-os', 'session'] }],
    ['none', { kind: 'session', choices: ['session'] }],
  ] as const)('S36: is never silent about a %s keyring', async (keyring, state) => {
    const fake = await start({ keyring });
    const response = await ask(fake, 'app://ui/api/secrets', { headers: headers(fake.token) });
    expect(await response.json()).toMatchObject(
      process.platform === 'linux' || keyring === 'none' ? state : { kind: 'os' },
    );
  });

  it('S13: opens an address only after the user saw it whole and agreed', async () => {
    const fake = await start();
    const open = async (url: string) =>
      (
        await ask(fake, 'app://ui/api/shell/open-external', {
          method: 'POST',
          headers: { ...headers(fake.token), 'content-type': 'application/json' },
          body: JSON.stringify({ url }),
        })
      ).json();
    fake.answers.push(1);
    expect(await open('https://example.com/a')).toMatchObject({ opened: false });
    expect(fake.opened).toEqual([]);
    fake.answers.push(0);
    expect(await open('https://example.com/a')).toMatchObject({ opened: true });
    expect(fake.opened).toEqual(['https://example.com/a']);
    // The host has normalized some of these; the user is only asked about a plain web address.
    for (const url of hostile.external) await open(url);
    for (const box of fake.boxes) expect(box.detail).toMatch(/^https?:\/\/[\x21-\x7e]+$/);
    expect(fake.opened).toHaveLength(1);
  });
});

describe('the desktop of the page', () => {
  it('is read with the token, changed by a gesture alone, and its tray opens what the page reports', async () => {
    const fake = await start();
    const serve = fake.handlers.get('app');
    if (!serve) throw new Error('nothing is served');
    const own = { [APP_HEADER]: APP_HEADER_VALUE, [TOKEN_HEADER]: fake.token, 'content-type': 'application/json' };
    const window = await openTestWindow(async (path, init) =>
      serve(new Request(`app://ui${path}`, { ...init, headers: own })),
    );
    const call = (method: string, path: string, json?: unknown, more: Record<string, string> = {}) =>
      serve(
        new Request(`app://ui/api/desktop${path}`, {
          method,
          headers: { ...own, ...more },
          ...(json === undefined ? {} : { body: JSON.stringify(json) }),
        }),
      );
    expect(await (await call('GET', '')).json()).toMatchObject({ desktop: { settings: { tray: 'ask' } } });
    expect((await call('PATCH', '', { tray: 'on' })).status).toBe(403);
    expect(fake.trays).toEqual([]);
    expect((await call('PATCH', '', { tray: 'on' }, window.approving())).status).toBe(200);
    const activity = { window: crypto.randomUUID(), running: [], asking: 1, recent: [{ id: 'c-1', title: 'Relays' }] };
    expect((await call('PUT', '/activity', activity)).status).toBe(204);
    expect((await call('PUT', '/activity', { ...activity, recent: [{ id: '../x', title: '' }] })).status).toBe(400);
    const reads = () => {
      let given: boolean | null = null;
      const document = { isMainFrame: true, requestingUrl: 'app://ui/' };
      fake.session.request?.({} as Electron.WebContents, 'clipboard-read', (answer) => (given = answer), document);
      return given;
    };
    expect((await call('POST', '/clipboard')).status).toBe(403);
    expect(reads()).toBe(false);
    expect((await call('POST', '/clipboard', undefined, window.approving())).status).toBe(204);
    expect([reads(), reads()]).toEqual([true, false]);
    const opens = (...mediaTypes: ('audio' | 'video')[]) => {
      let given: boolean | null = null;
      const document = { isMainFrame: true, requestingUrl: 'app://ui/', mediaTypes };
      fake.session.request?.({} as Electron.WebContents, 'media', (answer) => (given = answer), document);
      return given;
    };
    expect((await call('POST', '/microphone')).status).toBe(403);
    expect(opens('audio')).toBe(false);
    expect((await call('POST', '/microphone', undefined, window.approving())).status).toBe(204);
    expect([opens('audio'), opens('video'), opens('audio', 'video'), opens()]).toEqual([true, false, false, false]);
    expect((await call('POST', '/screenshot')).status).toBe(403);
    expect(fake.capture.seen).toEqual([]);
    const picture = await call('POST', '/screenshot', undefined, window.approving());
    expect([picture.headers.get('content-type'), await picture.text()]).toEqual(['image/png', 'screen']);
    fake.capture.sources = [];
    const none = await call('POST', '/screenshot', undefined, window.approving());
    expect([none.status, await none.text()]).toEqual([500, expect.stringContaining(REASONS['screen.empty'])]);
    const give = (more: Record<string, string> = {}, name = 'A talk.md') =>
      serve(
        new Request(`app://ui/api/desktop/file?name=${encodeURIComponent(name)}&by=drag`, {
          method: 'POST',
          headers: { ...own, ...more, 'content-type': 'application/octet-stream' },
          body: '# A talk',
        }),
      );
    expect([(await give()).status, fake.dragged]).toEqual([403, []]);
    expect([(await give(window.approving(), '')).status, fake.dragged]).toEqual([400, []]);
    expect((await give(window.approving())).status).toBe(204);
    expect(readFileSync(fake.dragged[0]?.file ?? '', 'utf8')).toBe('# A talk');
    fake.trays[0]?.menu.find(({ label }) => label === 'Relays')?.click?.({} as never, undefined, {});
    expect(fake.window.loaded.at(-1)).toBe('app://ui/#/s/c-1');
    expect(fake.app.badges).toEqual([1]);
  });
});

describe('the end', () => {
  it('comes with the last window, except on macOS', async () => {
    const { window, calls } = await start();
    window.destroy();
    expect(calls.includes('quit')).toBe(process.platform !== 'darwin');
  });

  it('waits until the servers of tools and all that they have started are gone', async () => {
    const fake = await start();
    const odd = createOddServer();
    const serve = fake.handlers.get('app');
    const own = { [APP_HEADER]: APP_HEADER_VALUE, [TOKEN_HEADER]: fake.token };
    if (!serve) throw new Error('nothing is served');
    const window = await openTestWindow(async (path, init) =>
      serve(new Request(`app://ui${path}`, { ...init, headers: own })),
    );
    const call = async (method: string, path: string, json?: unknown) => {
      const headers = {
        ...own,
        ...window.approving(),
        'content-type': 'application/json',
      };
      const body = json === undefined ? {} : { body: JSON.stringify(json) };
      return (await serve(new Request(`app://ui/api/mcp/servers${path}`, { method, headers, ...body }))).json();
    };
    const definition = odd.definition('--stubborn', '--grandchild');
    const { id, hash } = McpServer.parse(await call('POST', '', { label: 'Odd', definition }));
    await call('POST', `/${id}/approval`, { hash });
    await call('POST', `/${id}/start`, {});
    const running = join(home, 'mcp-running.json');
    await vi.waitFor(() => expect(readFileSync(running, 'utf8')).toContain('pid'));
    const [{ pid }] = JSON.parse(readFileSync(running, 'utf8')) as [{ pid: number }];
    expect(await groupOf(pid)).toHaveLength(2);

    const [first, second] = [event(), event()];
    fake.app.emit('will-quit', first);
    fake.app.emit('will-quit', second);
    expect([first, second].map(({ preventDefault }) => preventDefault.mock.calls.length)).toEqual([1, 1]);
    expect(fake.app.exits).toEqual([]);
    await vi.waitFor(() => expect(fake.app.exits).toEqual([0]), { timeout: 6000 });
    expect(await groupOf(pid)).toEqual([]);
    odd.dispose();
  }, 20_000);

  it('begins anew when the user started Baton while it closed, and no window is opened in between', async () => {
    for (const wish of ['activate', 'second-instance']) {
      const fake = await start();
      fake.window.destroy();
      fake.app.emit('will-quit', event());
      fake.app.emit(wish, {}, ['baton']);
      expect(fake.windows).toEqual([]);
      await vi.waitFor(() => expect(fake.calls.slice(-2)).toEqual(['relaunch', 'exit 0']), { timeout: 6000 });
    }
  });

  it('comes all the same when closing fails or does not end', async () => {
    vi.useFakeTimers();
    for (const close of [() => new Promise<void>(() => undefined), () => Promise.reject(new Error('disk'))]) {
      const app = createFakeElectron().app;
      const log = createRecordingLog();
      closeBeforeQuit(app, close, log);
      app.emit('will-quit', event());
      await vi.advanceTimersByTimeAsync(5000);
      expect(app.exits).toEqual([0]);
      expect(log.lines.join()).toMatch(/close-(?:late|failed)/);
    }
    vi.useRealTimers();
  });

  it('does not come from a stray error: it is written down', async () => {
    await start();
    const before = listeners.get('uncaughtException') ?? [];
    const net = process.listeners('uncaughtException').find((listener) => !before.includes(listener));
    net?.(new Error('late enqueue'), 'uncaughtException');
    await vi.waitFor(() => expect(readFileSync(join(home, 'logs/baton.log'), 'utf8')).toContain('late enqueue'));
  });

  it('leaves no token in the log', async () => {
    const fake = await start();
    const away = event(`https://evil.test/?x=${fake.token}`);
    fake.window.webContents.emit('will-navigate', away);
    await vi.waitFor(() => expect(readFileSync(join(home, 'logs/baton.log'), 'utf8')).toContain('evil.test'));
    expect(readFileSync(join(home, 'logs/baton.log'), 'utf8')).not.toContain(fake.token);
  });
});
