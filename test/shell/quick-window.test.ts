import { afterEach, expect, it, vi } from 'vitest';
import { createFakeElectron, type FakeWindow } from '#test/fakes/electron.ts';
import { createRecordingLog } from '#test/fakes/host-deps.ts';
import { desktopTexts } from '#texts/desktop-texts.ts';

const AWAY = 'app://ui/#/quick/away';
const HERE = 'app://ui/#/quick';

afterEach(() => {
  vi.doUnmock('electron');
});

async function open(platform: NodeJS.Platform = 'linux') {
  const fake = createFakeElectron({ displays: [{ x: 1000, y: 0, width: 1920, height: 1080 }] });
  fake.app.becomeReady();
  vi.resetModules();
  vi.doMock('electron', () => fake.module);
  const { createQuickWindow } = await import('#shell/quick-window.ts');
  const main: string[] = [];
  const others = { open: true };
  const quick = createQuickWindow({
    app: fake.app as never,
    platform,
    preload: '/p',
    token: 't',
    packaged: true,
    texts: desktopTexts(['en']),
    log: createRecordingLog(),
    crashes: { record: () => undefined },
    showInMain(address) {
      main.push(address);
      others.open = true;
    },
    hasOthers: () => others.open,
    onStay: () => undefined,
  });
  const window = (): FakeWindow => {
    const [only, ...others] = fake.windows;
    if (!only || others.length > 0) throw new Error('not one window');
    return only;
  };
  /** The window, loaded. */
  const loaded = (): FakeWindow => {
    window().emit('ready-to-show');
    return window();
  };
  return { fake, quick, main, others, window, loaded };
}

it('waits loaded and hidden, and comes up at once on the display with the pointer', async () => {
  const { quick, loaded } = await open();
  quick.warm();
  const window = loaded();
  expect([window.visible, window.webContents.url]).toEqual([false, AWAY]);
  quick.show();
  expect([window.visible, window.focused, window.webContents.url]).toEqual([true, true, HERE]);
  // The page stays: only what follows the # has changed.
  expect(window.loaded).toEqual([AWAY, HERE]);
  expect(window.bounds).toMatchObject({ x: 1640, y: 150, width: 640, height: 480 });
});

it('comes up when it has loaded where it was not warm, and not if it was sent away meanwhile', async () => {
  const { quick, window } = await open();
  quick.show();
  expect(window().visible).toBe(false);
  window().emit('ready-to-show');
  expect([window().visible, window().webContents.url]).toEqual([true, HERE]);

  const second = await open();
  second.quick.show();
  second.window().goTo(AWAY);
  second.window().emit('ready-to-show');
  expect(second.window().visible).toBe(false);
});

it('stays away once the app has begun to close', async () => {
  const { fake, quick } = await open();
  fake.app.emit('will-quit');
  quick.toggle();
  quick.show();
  quick.warm();
  expect(fake.windows).toEqual([]);
});

it('is as closed as every window with the page, and above all others', async () => {
  const { quick, window } = await open('darwin');
  quick.warm();
  const { options, calls } = window();
  expect(options).toMatchObject({ alwaysOnTop: true, frame: false, skipTaskbar: true, type: 'panel', show: false });
  expect(options.webPreferences).toMatchObject({
    contextIsolation: true,
    sandbox: true,
    nodeIntegration: false,
    webSecurity: true,
    devTools: false,
    backgroundThrottling: false,
  });
  expect(calls).toContain('allWorkspaces');
  expect((await open()).fake.windows).toEqual([]);
});

it('hides by the shortcut where it has the focus; elsewhere it comes to the front', async () => {
  const { quick, loaded } = await open();
  quick.toggle();
  const window = loaded();
  window.focused = false;
  quick.toggle();
  expect([window.visible, window.focused]).toEqual([true, true]);
  quick.toggle();
  expect([window.visible, window.webContents.url, window.destroyed]).toEqual([false, AWAY, false]);
});

it('is hidden and not closed when its page goes away or the user closes it', async () => {
  const { quick, main, loaded } = await open();
  quick.show();
  const window = loaded();
  window.goTo(AWAY);
  expect([window.visible, main]).toEqual([false, []]);
  quick.show();
  window.close();
  expect([window.visible, window.destroyed, window.webContents.url]).toEqual([false, false, AWAY]);
});

it('shows any other address of its page in an ordinary window', async () => {
  const { quick, main, loaded } = await open();
  quick.show();
  const window = loaded();
  window.goTo('app://ui/#/s/one');
  expect(main).toEqual(['#/s/one']);
  expect([window.visible, window.webContents.url]).toEqual([false, AWAY]);
});

it('ends with the app, also after the user stayed once', async () => {
  const { fake, quick, loaded } = await open();
  quick.show();
  const window = loaded();
  fake.app.emit('before-quit');
  quick.show();
  window.close();
  expect(window.destroyed).toBe(false);
  fake.app.emit('before-quit');
  window.close();
  expect(window.destroyed).toBe(true);
  quick.show();
  expect(fake.windows).toHaveLength(1);
});

it('ends when no other window is left, and not under the eyes of the user', async () => {
  const { quick, others, loaded } = await open();
  others.open = false;
  quick.warm();
  quick.end();
  expect(quick.current()).toBeNull();
  quick.show();
  const window = loaded();
  quick.end();
  expect(window.destroyed).toBe(false);
  window.goTo(AWAY);
  expect(window.destroyed).toBe(true);
});

it('keeps what runs in it when Baton’s window is open again by then', async () => {
  const { quick, main, others, loaded } = await open();
  others.open = false;
  quick.show();
  const window = loaded();
  quick.end();
  window.goTo('app://ui/#/s/one');
  expect([main, window.destroyed, window.visible]).toEqual([['#/s/one'], false, false]);

  others.open = false;
  quick.show();
  quick.end();
  others.open = true;
  window.goTo(AWAY);
  expect(window.destroyed).toBe(false);
  // Hidden, it ends with the last of them.
  quick.end();
  expect(window.destroyed).toBe(true);
});
