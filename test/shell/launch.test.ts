import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { profileFolder, removeWorkers, windowArguments } from '../../electron/launch/browser-window.ts';
import { type Builder, ensureBuilt } from '../../electron/launch/build.ts';
import { chooseMount, fetchFallback, type MountQuestion } from '../../electron/launch/choose-mount.ts';
import { fetchElectron, findElectron, recentFailure } from '../../electron/launch/find-electron.ts';
import { readMount, rememberMount } from '../../electron/launch/mount-memory.ts';
import { parseOptions } from '../../electron/serve/options.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'baton-launch-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function put(path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}

describe('parseOptions', () => {
  it('reads every option', () => {
    expect(parseOptions([])).toEqual({
      ok: true,
      options: { port: null, home: null, portable: false, open: true, mount: null, help: false },
    });
    expect(parseOptions(['--portable'])).toMatchObject({ options: { home: null, portable: true } });
    expect(parseOptions(['--port', '5000', '--home', '/tmp/x', '--no-open', '--browser'])).toEqual({
      ok: true,
      options: { port: 5000, home: '/tmp/x', portable: false, open: false, mount: 'browser', help: false },
    });
    expect(parseOptions(['--electron'])).toMatchObject({ ok: true, options: { mount: 'electron' } });
    expect(parseOptions(['-h'])).toMatchObject({ ok: true, options: { help: true } });
  });

  it.each([
    [['--prot', '1'], '--prot'],
    [['extra'], 'extra'],
    [['--port'], '--port'],
    [['--port', 'x'], "'x'"],
    [['--port', '0'], "'0'"],
    [['--port', '65536'], '65535'],
    [['--port', '1e3'], '--port'],
    [['--port', '-1'], '--port'],
    [['--home', ' '], '--home'],
    [['--browser', '--electron'], 'exclude'],
    [['--electron', '--no-open'], '--no-open'],
    [['--electron', '--port', '5000'], '--port'],
  ])('refuses %j and names what is wrong', (argv, word) => {
    const parsed = parseOptions(argv);
    expect(parsed).toMatchObject({ ok: false, message: expect.stringContaining(word) });
  });
});

describe('chooseMount', () => {
  const plain: MountQuestion = {
    asked: null,
    open: true,
    portGiven: false,
    hasDisplay: true,
    linuxRoot: false,
    remembered: null,
    electronFound: true,
    fetchFailed: null,
  };
  const choose = (change: Partial<MountQuestion>) => chooseMount({ ...plain, ...change });

  it('opens Electron where it is, and fetches it where it is not', () => {
    expect(choose({})).toEqual({ mount: 'electron', fetch: false });
    expect(choose({ electronFound: false })).toEqual({ mount: 'electron', fetch: true });
  });

  it('does not try a failed download again within a day, unless asked to', () => {
    expect(choose({ electronFound: false, fetchFailed: 'no network' })).toMatchObject({
      mount: 'browser',
      window: true,
      note: expect.stringMatching(/no network.*--electron/),
    });
    expect(choose({ electronFound: false, fetchFailed: 'no network', asked: 'electron' })).toEqual({
      mount: 'electron',
      fetch: true,
    });
  });

  it('opens no window where there is none to open on', () => {
    expect(choose({ hasDisplay: false })).toMatchObject({ mount: 'browser', window: false, note: /display/ });
    expect(choose({ hasDisplay: false, asked: 'browser' })).toMatchObject({ mount: 'browser', window: false });
    expect(choose({ hasDisplay: false, asked: 'electron' })).toMatchObject({ mount: null, error: /display/ });
    expect(choose({ open: false })).toEqual({ mount: 'browser', window: false, note: null });
    expect(choose({ open: false, hasDisplay: false })).toEqual({ mount: 'browser', window: false, note: null });
  });

  it('does not run Electron as root', () => {
    expect(choose({ linuxRoot: true })).toMatchObject({ mount: 'browser', window: true, note: /root/ });
    expect(choose({ linuxRoot: true, asked: 'electron' })).toMatchObject({ mount: null, error: /root/ });
  });

  it('stays where the conversations are', () => {
    expect(choose({ remembered: 'browser' })).toMatchObject({ mount: 'browser', note: /--electron/ });
    expect(choose({ remembered: 'browser', electronFound: false })).toMatchObject({ mount: 'browser', note: null });
    expect(choose({ remembered: 'browser', asked: 'electron' })).toMatchObject({ mount: 'electron' });
    expect(choose({ remembered: 'electron', asked: 'browser' })).toMatchObject({ mount: 'browser' });
  });

  it('says when the desktop app and its conversations are out of reach', () => {
    const hint = /conversations of the desktop app are not/;
    const missing = choose({ remembered: 'electron', electronFound: false, fetchFailed: 'x' });
    expect(missing).toMatchObject({ mount: 'browser', note: hint });
    expect(choose({ remembered: 'electron', linuxRoot: true })).toMatchObject({ note: hint });
    expect(fetchFallback('electron', 'x')).toMatch(hint);
    expect(fetchFallback(null, 'x')).not.toMatch(hint);
  });

  it('takes a port as a wish for browser mode', () => {
    expect(choose({ portGiven: true })).toEqual({ mount: 'browser', window: true, note: null });
  });
});

describe('mount memory', () => {
  it('remembers how a home was opened', () => {
    expect(readMount(root)).toBeNull();
    rememberMount(join(root, 'home'), 'browser');
    expect(readMount(join(root, 'home'))).toBe('browser');
    rememberMount(join(root, 'home'), 'electron');
    expect(readMount(join(root, 'home'))).toBe('electron');
    put('home/opened-with.json', '{"mount":"submarine"}');
    expect(readMount(join(root, 'home'))).toBeNull();
  });
});

describe('ensureBuilt', () => {
  let runs: string[][];
  let said: string[];
  const results: Record<string, string> = { page: 'index.html', main: 'main.js', preload: 'preload.cjs' };
  const builder = (fail?: string): Builder => ({
    root,
    print: (line) => said.push(line),
    async runVite(args) {
      runs.push([...args]);
      const out = args[args.indexOf('--outDir') + 1] ?? '';
      const part = out.split('/').at(-1) ?? '';
      mkdirSync(out, { recursive: true });
      writeFileSync(join(out, 'half.js'), '');
      if (part === fail) throw new Error('syntax error');
      writeFileSync(join(out, results[part] ?? ''), `build ${runs.length}`);
    },
  });

  beforeEach(() => {
    runs = [];
    said = [];
    put('src/main.tsx', 'one');
    put('public/icon.svg', 'svg');
    put('electron/main.ts', 'two');
    put('vite.config.ts', 'cfg');
    put('package.json', '{}');
  });

  it('builds what is missing, once', async () => {
    expect(await ensureBuilt(builder(), ['page'])).toEqual(['page']);
    expect(said).toHaveLength(1);
    expect(await ensureBuilt(builder(), ['page'])).toEqual([]);
    expect(await ensureBuilt(builder(), ['page', 'main', 'preload'])).toEqual(['main', 'preload']);
    expect(runs.map((args) => args.slice(0, 3).join(' '))).toEqual([
      expect.stringMatching(/^build --outDir/),
      'build --mode main',
      'build --mode preload',
    ]);
    expect(readdirSync(join(root, 'dist')).toSorted()).toEqual(['build.json', 'main', 'page', 'preload']);
  });

  it.each([
    ['a changed page source', 'src/main.tsx', ['page']],
    ['a new public file', 'public/new.png', ['page']],
    ['a changed host source', 'electron/main.ts', ['main', 'preload']],
    ['a shared contract', 'src/contract/x.ts', ['page', 'main', 'preload']],
    ['the shared reader of HTML', 'src/markdown/from-html.ts', ['page', 'main', 'preload']],
    ['the shared reader of zip files', 'src/transfer/zip/zip-files.ts', ['page', 'main']],
    ['other packages', 'package-lock.json', ['page', 'main', 'preload']],
  ])('builds again after %s', async (_what, path, expected) => {
    await ensureBuilt(builder(), ['page', 'main', 'preload']);
    // Sources of this test are three characters long, so this is a change of the same length.
    put(path, 'new');
    expect(await ensureBuilt(builder(), ['page', 'main', 'preload'])).toEqual(expected);
  });

  it('builds again when the result is gone, and not when only a time stamp changed', async () => {
    await ensureBuilt(builder(), ['page']);
    put('src/main.tsx', 'one');
    expect(await ensureBuilt(builder(), ['page'])).toEqual([]);
    rmSync(join(root, 'dist/page/index.html'));
    expect(await ensureBuilt(builder(), ['page'])).toEqual(['page']);
    expect(readFileSync(join(root, 'dist/page/index.html'), 'utf8')).toBe('build 2');
  });

  it('keeps the last good build when a new one fails', async () => {
    await ensureBuilt(builder(), ['page']);
    put('src/main.tsx', 'broken');
    await expect(ensureBuilt(builder('page'), ['page'])).rejects.toThrow('syntax error');
    expect(readdirSync(join(root, 'dist/page')).toSorted()).toEqual(['half.js', 'index.html']);
    expect(readFileSync(join(root, 'dist/page/index.html'), 'utf8')).toBe('build 1');
    expect(readdirSync(join(root, 'dist')).toSorted()).toEqual(['build.json', 'page']);
    expect(await ensureBuilt(builder(), ['page'])).toEqual(['page']);
  });
});

describe('Electron', () => {
  const installer = (body: string) => put('node_modules/electron/install.js', body);

  it('is found by its files, never by loading its package', () => {
    put('node_modules/electron/index.js', 'throw new Error("loaded")');
    expect(findElectron(root, {})).toBeNull();
    put('node_modules/electron/path.txt', 'electron');
    expect(findElectron(root, {})).toBeNull();
    put('node_modules/electron/dist/electron', '');
    expect(findElectron(root, {})).toBe(join(root, 'node_modules/electron/dist/electron'));
  });

  it('is taken from an override when there is one', () => {
    put('other/electron', '');
    expect(findElectron(root, { ELECTRON_OVERRIDE_DIST_PATH: join(root, 'other') })).toBe(join(root, 'other/electron'));
    expect(findElectron(root, { ELECTRON_OVERRIDE_DIST_PATH: join(root, 'missing') })).toBeNull();
  });

  it('is fetched by its own installer', async () => {
    installer(`
      const { mkdirSync, writeFileSync } = require('node:fs');
      mkdirSync(__dirname + '/dist'); writeFileSync(__dirname + '/dist/electron', ''); writeFileSync(__dirname + '/path.txt', 'electron');
    `);
    expect(await fetchElectron(root, 1000, process.env)).toBeNull();
    expect(findElectron(root, {})).not.toBeNull();
    expect(recentFailure(root, 1000)).toBeNull();
  });

  it('remembers a failed download for a day', async () => {
    installer(`
      console.error('TypeError: fetch failed\\n    at node:internal {\\n  [cause]: Error: getaddrinfo ENOTFOUND example.invalid\\n}');
      process.exit(1);
    `);
    const day = 24 * 60 * 60 * 1000;
    expect(await fetchElectron(root, 5000, process.env)).toBe('getaddrinfo ENOTFOUND example.invalid');
    expect(recentFailure(root, 5000 + day - 1)).toEqual({ at: 5000, reason: 'getaddrinfo ENOTFOUND example.invalid' });
    expect(recentFailure(root, 5000 + day)).toBeNull();
    // After the clock was set back, the failure doesn't suppress retries for years.
    expect(recentFailure(root, 4999)).toBeNull();
    installer('');
    expect(await fetchElectron(root, 6000, process.env)).toBeNull();
    expect(recentFailure(root, 6000)).toBeNull();
  });

  it('does not wait for ever', async () => {
    installer('setInterval(() => {}, 1000)');
    expect(await fetchElectron(root, 1000, process.env, 300)).toMatch(/longer than/);
    expect(recentFailure(root, 1000)?.reason).toMatch(/longer than/);
  });

  it('says so when its package is missing', async () => {
    expect(await fetchElectron(root, 1000, process.env)).toMatch(/not installed/);
  });
});

describe('browser window', () => {
  const request = {
    browser: '/usr/bin/chromium',
    url: 'http://0123456789abcdef0123456789abcdef.localhost:4127/#t=SECRET',
    home: '/home/mina/.config/baton',
    platform: 'linux' as const,
    linuxRoot: false,
    userHome: '/home/mina',
  };

  it('has a profile of its own, where the browser can reach it', () => {
    expect(profileFolder(request)).toBe('/home/mina/.config/baton/browser');
    expect(profileFolder({ ...request, browser: '/snap/bin/chromium' })).toBe(
      '/home/mina/snap/chromium/common/baton--home-mina-config-baton',
    );
  });

  it('begins without the service workers that somebody has put there, and with everything else', () => {
    put('home/browser/Default/Service Worker/Database/CURRENT', 'x');
    put('home/browser/Default/IndexedDB/x', 'x');
    removeWorkers(join(root, 'home'), request.browser);
    removeWorkers(join(root, 'home'), request.browser);
    expect(readdirSync(join(root, 'home/browser/Default'))).toEqual(['IndexedDB']);
  });

  it('keeps its sandbox, except for root', () => {
    expect(windowArguments(request, '/p', false)).not.toContain('--no-sandbox');
    expect(windowArguments({ ...request, linuxRoot: true }, '/p', false)).toContain('--no-sandbox');
  });

  it('shows neither address nor ticket to the process list', () => {
    expect(windowArguments(request, '/p', true).join(' ')).not.toMatch(/SECRET|localhost/);
    expect(windowArguments(request, '/p', true)[0]).toBe('--app=file:///p/open.html');
  });
});
