import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type * as Electron from 'electron';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type ContextMenuContext, contextMenuTemplate } from '#shell/context-menu.ts';
import { type MenuContext, menuTemplate } from '#shell/menu.ts';
import { placeWindow, readWindowState, writeWindowState } from '#shell/window-state.ts';
import { desktopTexts } from '#texts/desktop-texts.ts';
import { createFakeElectron, type FakeElectronOptions } from '#test/fakes/electron.ts';

const texts = desktopTexts(['en']);
let folder: string;
let stateFile: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'baton-window-'));
  stateFile = join(folder, 'window.json');
});
afterEach(() => {
  vi.useRealTimers();
  vi.doUnmock('electron');
  rmSync(folder, { recursive: true, force: true });
});

async function open(options: FakeElectronOptions = {}) {
  const fake = createFakeElectron(options);
  fake.app.becomeReady();
  vi.resetModules();
  vi.doMock('electron', () => fake.module);
  const { openWindow } = await import('#shell/window.ts');
  const lines: string[] = [];
  const reported: string[] = [];
  openWindow({
    onStay: () => undefined,
    preload: '/preload.cjs',
    token: 't',
    stateFile,
    packaged: false,
    texts,
    log: { write: (_level, event) => lines.push(event) },
    crashes: { record: (kind, more) => reported.push(`${kind}${more?.notify ? ' told' : ''}`) },
  });
  const window = fake.windows[0];
  if (!window) throw new Error('no window');
  return { fake, window, lines, reported, again: () => openWindow };
}

describe('where a window opens', () => {
  const desk = { x: 0, y: 25, width: 1920, height: 1055 };
  const side = { x: 1920, y: 0, width: 1280, height: 1024 };

  it.each([
    ['first start', null, [desk], { width: 1200, height: 820 }],
    ['where it was', { x: 100, y: 60, width: 900, height: 700 }, [desk], { x: 100, y: 60, width: 900, height: 700 }],
    [
      'on the second display',
      { x: 2000, y: 50, width: 900, height: 700 },
      [desk, side],
      { x: 2000, y: 50, width: 900, height: 700 },
    ],
    ['its display is gone', { x: 2000, y: 50, width: 900, height: 700 }, [desk], { width: 900, height: 700 }],
    ['title bar above the screen', { x: 100, y: -300, width: 900, height: 700 }, [desk], { width: 900, height: 700 }],
    ['title bar below the screen', { x: 100, y: 1070, width: 900, height: 700 }, [desk], { width: 900, height: 700 }],
    ['only a sliver in view', { x: 1900, y: 60, width: 900, height: 700 }, [desk], { width: 900, height: 700 }],
    [
      'larger than every display',
      { x: 0, y: 30, width: 5000, height: 3000 },
      [desk],
      { x: 0, y: 30, width: 1920, height: 1055 },
    ],
    [
      'smaller than the minimum',
      { x: 100, y: 60, width: 10, height: 10 },
      [desk],
      { x: 100, y: 60, width: 420, height: 480 },
    ],
  ])('%s', (_name, saved, displays, expected) => {
    expect(placeWindow(saved, displays)).toEqual(expected);
  });

  it('is remembered, with the theme, readable by its owner only', async () => {
    const { window } = await open();
    window.bounds = { x: 40, y: 50, width: 1000, height: 700 };
    window.webContents.emit('did-change-theme-color', {}, '#151816');
    expect(window.calls).toContain('background #151816');
    window.emit('close');
    expect(statSync(stateFile).mode & 0o777).toBe(0o600);

    const next = await open();
    expect(next.window.options).toMatchObject({ x: 40, y: 50, width: 1000, height: 700, backgroundColor: '#151816' });
  });

  it('writes once after many moves', async () => {
    const { window } = await open();
    vi.useFakeTimers();
    for (let step = 0; step < 50; step++) {
      window.bounds = { ...window.bounds, x: step };
      window.emit('move');
    }
    expect(readWindowState(stateFile)).toBeNull();
    vi.advanceTimersByTime(500);
    expect(readWindowState(stateFile)?.bounds.x).toBe(49);
  });

  it('keeps the last place of a window that is minimized', async () => {
    const { window } = await open();
    window.emit('close');
    window.bounds = { x: -32000, y: -32000, width: 160, height: 28 };
    window.minimized = true;
    window.emit('close');
    expect(readWindowState(stateFile)?.bounds.x).toBe(10);
  });

  it('comes back maximized', async () => {
    writeWindowState(stateFile, { bounds: { x: 1, y: 2, width: 900, height: 700 }, maximized: true, background: null });
    expect((await open()).window.maximized).toBe(true);
  });

  it.each(['', '{}', '[1]', '{"bounds":{"x":"1"}}', 'null'])(
    'opens in its first place after a damaged file: %j',
    async (text) => {
      writeFileSync(stateFile, text);
      expect((await open()).window.options).toMatchObject({ width: 1200, height: 820 });
    },
  );

  it('says so when the place cannot be written, and goes on', async () => {
    stateFile = join(folder, 'file', 'window.json');
    writeFileSync(join(folder, 'file'), '');
    const { window, lines } = await open();
    window.emit('close');
    expect(lines).toContain('shell.window-state-not-written');
  });
});

describe('the paper of a new window', () => {
  /** `oklch(L C h)` as sRGB hex, after the CSS Color 4 matrices. */
  function toHex(lightness: number, chroma: number, hue: number): string {
    const a = chroma * Math.cos((hue * Math.PI) / 180);
    const b = chroma * Math.sin((hue * Math.PI) / 180);
    const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
    const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
    const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
    const linear = [
      4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
      -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
      -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
    ];
    const channel = (value: number) => {
      const gamma = value <= 0.0031308 ? 12.92 * value : 1.055 * value ** (1 / 2.4) - 0.055;
      return Math.round(Math.min(1, Math.max(0, gamma)) * 255)
        .toString(16)
        .padStart(2, '0');
    };
    return `#${linear.map(channel).join('')}`;
  }

  it.each([
    [false, 0],
    [true, 1],
  ])('is the --bg of the page, dark: %s', async (dark, index) => {
    const css = readFileSync(new URL('../../src/ui/kit/theme/tokens.css', import.meta.url), 'utf8');
    const [, lightness = '', chroma = '', hue = ''] =
      [...css.matchAll(/--bg: oklch\(([\d.]+) ([\d.]+) ([\d.]+)\)/g)][index] ?? [];
    const { window } = await open({ dark });
    expect(window.options.backgroundColor).toBe(toHex(Number(lightness), Number(chroma), Number(hue)));
  });
});

describe('a page in trouble', () => {
  const settle = () => new Promise((resolve) => setTimeout(resolve, 5));

  it.each([
    ['oom', 'memory told'],
    ['memory-eviction', 'memory told'],
    ['crashed', 'page told'],
    ['killed', 'page told'],
    ['abnormal-exit', 'page told'],
  ])('that is gone (%s) is loaded again at its address, without a question, and reported', async (reason, report) => {
    const { fake, window, reported } = await open();
    window.webContents.emit('render-process-gone', {}, { reason, exitCode: 5 });
    await settle();
    expect(window.webContents.calls).toEqual(['reload']);
    expect(fake.boxes).toEqual([]);
    expect(reported).toEqual([report]);
  });

  it.each([
    ['is loaded again', 0, 4, false],
    ['is closed', 1, 3, true],
  ])('that keeps crashing %s when the user says so', async (_name, answer, reloads, closed) => {
    const { fake, window } = await open();
    fake.answers.push(answer);
    for (let time = 0; time < 4; time++) {
      window.webContents.emit('render-process-gone', {}, { reason: 'crashed', exitCode: 5 });
      await settle();
    }
    expect(fake.boxes).toHaveLength(1);
    expect(fake.boxes[0]?.detail).toContain('saved');
    expect(window.webContents.calls).toEqual(Array.from({ length: reloads }, () => 'reload'));
    expect(window.destroyed).toBe(closed);
  });

  it.each(['launch-failed', 'integrity-failure'])(
    'that cannot come back (%s) is asked about at once',
    async (reason) => {
      const { fake, window } = await open();
      fake.answers.push(1);
      window.webContents.emit('render-process-gone', {}, { reason, exitCode: 5 });
      await settle();
      expect(fake.boxes).toHaveLength(1);
      expect(window.webContents.calls).toEqual([]);
    },
  );

  it('that ended by itself asks nothing', async () => {
    const { fake, window } = await open();
    window.webContents.emit('render-process-gone', {}, { reason: 'clean-exit', exitCode: 0 });
    await settle();
    expect(fake.boxes).toEqual([]);
  });

  it('that hangs can be waited for, asked once', async () => {
    const { fake, window } = await open();
    window.emit('unresponsive');
    window.emit('unresponsive');
    await settle();
    expect(fake.boxes).toHaveLength(1);
    expect(window.webContents.calls).toEqual([]);
  });

  it('that hangs is replaced without a second question', async () => {
    const { fake, window, reported } = await open();
    fake.answers.push(0);
    window.emit('unresponsive');
    await settle();
    window.webContents.emit('render-process-gone', {}, { reason: 'killed', exitCode: 9 });
    await settle();
    expect(window.webContents.calls).toEqual(['crash', 'reload']);
    expect(fake.boxes).toHaveLength(1);
    expect(reported).toEqual(['hung told']);
    // A later crash is another one.
    window.webContents.emit('did-finish-load');
    window.webContents.emit('render-process-gone', {}, { reason: 'crashed', exitCode: 1 });
    await settle();
    expect(window.webContents.calls).toEqual(['crash', 'reload', 'reload']);
    expect(reported).toEqual(['hung told', 'page told']);
  });
});

describe('menus', () => {
  const nothing = () => undefined;
  const base: Omit<MenuContext, 'platform'> = {
    texts,
    packaged: true,
    openWindow: nothing,
    openInNewWindow: nothing,
    press: nothing,
    show: nothing,
  };
  const menu = (platform: NodeJS.Platform) => menuTemplate({ ...base, platform });
  const roles = (template: object): string[] =>
    [...JSON.stringify(template).matchAll(/"role":"(\w+)"/g)].map((found) => found[1] ?? '');

  it('carry the editing shortcuts on every platform', () => {
    for (const platform of ['linux', 'darwin', 'win32'] as const)
      expect(roles(menu(platform))).toEqual(
        expect.arrayContaining([
          'undo',
          'redo',
          'cut',
          'copy',
          'paste',
          'selectAll',
          'zoomIn',
          'zoomOut',
          'resetZoom',
          'close',
          'quit',
        ]),
      );
  });

  it('have the application menu on macOS only', () => {
    expect(menu('darwin')[0]?.label).toBe('Baton');
    expect(menu('linux')[0]?.label).toBe('File');
  });

  it('speak Korean where the system does, and name everything', () => {
    const ko = menuTemplate({
      ...base,
      texts: desktopTexts(['fr-FR', 'ko-KR', 'en']),
      platform: 'darwin',
      packaged: false,
    });
    const labels = [...JSON.stringify(ko).matchAll(/"label":"([^"]*)"/g)].map((found) => found[1] ?? '');
    expect(labels.filter((label) => label !== 'Baton' && !/\p{Script=Hangul}/u.test(label))).toEqual([]);
    expect(JSON.stringify(ko).match(/"role"/g)?.length).toBeLessThanOrEqual(labels.length);
    expect(desktopTexts(['fr']).open).toBe('Open');
    expect(desktopTexts(['en-GB', 'ko']).open).toBe('Open');
    expect(Object.keys(desktopTexts(['ko']))).toEqual(Object.keys(desktopTexts(['en'])));
  });

  const under = (more: Partial<ContextMenuContext> = {}): ContextMenuContext => ({
    texts,
    isEditable: false,
    selectionText: '',
    linkURL: '',
    srcURL: '',
    mediaType: 'none',
    hasImageContents: false,
    misspelledWord: '',
    dictionarySuggestions: [],
    editFlags: { canCut: true, canCopy: true, canPaste: false, canSelectAll: true },
    copyText: nothing,
    copyImage: nothing,
    saveImage: nothing,
    replaceWord: nothing,
    addToDictionary: nothing,
    ...more,
  });

  it('of the right mouse button fit what is under it', () => {
    expect(contextMenuTemplate(under())).toEqual([]);
    expect(roles(contextMenuTemplate(under({ selectionText: 'word' })))).toEqual(['copy']);
    const editing = contextMenuTemplate(under({ isEditable: true }));
    expect(roles(editing)).toEqual(['cut', 'copy', 'paste', 'selectAll']);
    expect(editing[2]).toMatchObject({ role: 'paste', enabled: false });
    expect(contextMenuTemplate(under({ linkURL: 'app://ui/#/session/1' }))).toEqual([]);
  });

  it('copy a link', async () => {
    const { fake, window } = await open();
    const params = under({ linkURL: 'https://example.com/' });
    window.webContents.emit('context-menu', {}, params);
    const item = fake.popups[0]?.[0];
    item?.click?.({} as never, undefined, {});
    expect(fake.copied).toEqual(['https://example.com/']);
  });
});

describe('a misspelled word', () => {
  const params = {
    isEditable: true,
    misspelledWord: 'teh',
    dictionarySuggestions: ['the', 'R&D', 'tech', 'eh', 'ten', 'tea'],
    editFlags: {},
  };
  const click = (items: readonly Electron.MenuItemConstructorOptions[] | undefined, label: string) =>
    items?.find((item) => item.label === label)?.click?.({} as never, undefined, {});

  it('is replaced by one of five suggestions, or learned', async () => {
    const { fake, window } = await open();
    window.webContents.emit('context-menu', {}, params);
    const [items] = fake.popups;
    expect(items?.slice(0, 6).map(({ label }) => label)).toEqual([
      'the',
      'R&&D',
      'tech',
      'eh',
      'ten',
      texts.addToDictionary,
    ]);
    click(items, 'R&&D');
    click(items, texts.addToDictionary);
    expect(window.webContents.calls).toContain('replace R&D');
    expect(fake.session.words).toEqual(['teh']);
  });

  it('without suggestions says so; a right word has no line', async () => {
    const { fake, window } = await open();
    window.webContents.emit('context-menu', {}, { ...params, dictionarySuggestions: [] });
    expect(fake.popups[0]?.[0]).toMatchObject({ label: texts.noSuggestions, enabled: false });
    window.webContents.emit('context-menu', {}, { ...params, misspelledWord: '' });
    expect(fake.popups[1]?.[0]).toMatchObject({ role: 'cut' });
  });
});

describe('an image of the page', () => {
  const menuOn = async (srcURL: string) => {
    const { fake, window, lines } = await open();
    const params = { isEditable: false, selectionText: '', linkURL: '', editFlags: {}, x: 3, y: 4 };
    window.webContents.emit('context-menu', {}, { ...params, srcURL, mediaType: 'image', hasImageContents: true });
    for (const item of fake.popups[0] ?? []) item.click?.({} as never, undefined, {});
    return { calls: window.webContents.calls, lines };
  };

  it.each(['blob:app://ui/0f6b', 'data:image/png;base64,AA=='])('is copied and saved: %s', async (srcURL) => {
    expect((await menuOn(srcURL)).calls).toEqual(['copyImageAt 3,4', `download ${srcURL}`]);
  });

  it.each([
    'https://evil.test/a.png',
    'file:///etc/passwd',
    'app://ui/api/secrets',
    'blob:https://evil.test/1',
    'blob:app://ui.evil.test/1',
    'data:text/html,<script>',
    'javascript:1',
  ])('is not saved from %s', async (srcURL) => {
    const { calls, lines } = await menuOn(srcURL);
    expect(calls).toEqual(['copyImageAt 3,4']);
    expect(lines).toContain('shell.image-not-saved');
  });
});

describe('a page that asks not to be left', () => {
  it.each([
    ['stays unless the user says otherwise', [], false],
    ['is left when the user says so', [1], true],
  ] as const)('%s', async (_what, answers, left) => {
    const { fake, window } = await open();
    fake.answers.push(...answers);
    let prevented = false;
    window.webContents.emit('will-prevent-unload', { preventDefault: () => (prevented = true) });
    expect(prevented).toBe(left);
    expect(fake.boxes).toMatchObject([{ message: texts.leaveTitle, buttons: ['Stay', 'Leave'], defaultId: 0 }]);
    // Whatever the reason is, it is named.
    expect(fake.boxes[0]?.detail).toMatch(/export or import.+temporary chat/);
  });

  it('says what is lost when that is a temporary chat', async () => {
    const { fake, window } = await open();
    window.goTo('app://ui/#/temporary');
    window.webContents.emit('will-prevent-unload', { preventDefault: () => undefined });
    expect(fake.boxes).toMatchObject([{ message: 'Leave the temporary chat?', buttons: ['Stay', 'Leave'] }]);
    expect(fake.boxes[0]?.detail).toContain('Its messages were never stored.');
    expect(fake.boxes[0]?.detail).not.toContain('import');
  });
});
