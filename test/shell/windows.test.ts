import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createFakeElectron } from '#test/fakes/electron.ts';
import { createRecordingLog } from '#test/fakes/host-deps.ts';
import { desktopTexts } from '#texts/desktop-texts.ts';
import { parseRoute } from '#ui/shared/navigation/route.ts';

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'baton-windows-'));
});
afterEach(() => {
  vi.doUnmock('electron');
  rmSync(home, { recursive: true, force: true });
});

async function open() {
  const fake = createFakeElectron();
  fake.app.becomeReady();
  vi.resetModules();
  vi.doMock('electron', () => fake.module);
  const { createWindows } = await import('#shell/windows.ts');
  const log = createRecordingLog();
  const events: string[] = [];
  const windows = createWindows({
    app: fake.app as never,
    onStay: () => undefined,
    showQuick: () => void events.push('quick'),
    onAllClosed: () => void events.push('all closed'),
    preload: '/p',
    token: 't',
    stateFile: join(home, 'window.json'),
    packaged: true,
    texts: desktopTexts(['en']),
    log,
    crashes: { record: () => undefined },
  });
  return { fake, windows, log, events };
}

it('an address is shown in the open window, and the same one is not loaded again', async () => {
  const { fake, windows } = await open();
  windows.open();
  windows.show('#/s/one');
  windows.show('#/s/one');
  windows.show(null);
  expect(fake.windows).toHaveLength(1);
  expect(fake.windows[0]?.loaded).toEqual(['app://ui/', 'app://ui/#/s/one']);
});

it('without a window one is opened there', async () => {
  const { fake, windows } = await open();
  windows.show('#/new');
  windows.press('newChat', '#/new');
  expect(fake.windows.map(({ loaded }) => loaded)).toEqual([['app://ui/#/new']]);
  expect(fake.windows[0]?.webContents.keys.map(({ keyCode, modifiers }) => [keyCode, modifiers])).toEqual([
    ['O', [process.platform === 'darwin' ? 'meta' : 'control', 'shift']],
    ['O', [process.platform === 'darwin' ? 'meta' : 'control', 'shift']],
  ]);
});

it('a conversation gets a window of its own, beside the first', async () => {
  const { fake, windows } = await open();
  windows.open();
  windows.show('#/s/one/m-2');
  windows.openCopy();
  expect(fake.windows.map(({ loaded }) => loaded.at(-1))).toEqual(['app://ui/#/s/one/m-2', 'app://ui/#/s/one/m-2']);
});

it('the window that was used last is the one in front', async () => {
  const { fake, windows, events } = await open();
  windows.open();
  windows.open();
  const [first, second] = fake.windows;
  first?.emit('focus');
  windows.show('#/new');
  expect([first?.webContents.url, second?.webContents.url]).toEqual(['app://ui/#/new', 'app://ui/']);
  first?.close();
  expect([windows.hasNone(), events]).toEqual([false, []]);
  second?.close();
  expect([windows.hasNone(), events]).toEqual([true, ['all closed']]);
});

it('nothing is opened once the app has begun to close, and it is remembered that something was wanted', async () => {
  for (const want of ['open', 'show', 'press'] as const) {
    const { fake, windows, events } = await open();
    fake.app.emit('will-quit');
    expect(windows.wereWanted()).toBe(false);
    if (want === 'open') windows.open();
    else if (want === 'show') windows.show('#/quick');
    else windows.press('newChat', '#/new');
    expect([fake.windows, events, windows.wereWanted()]).toEqual([[], [], true]);
  }
});

it('the quick window has its address, and no other window shows it', async () => {
  const { fake, windows, events } = await open();
  windows.show('#/quick');
  windows.open();
  windows.show('#/quick');
  expect(events).toEqual(['quick', 'quick']);
  expect(fake.windows.map(({ loaded }) => loaded)).toEqual([['app://ui/']]);
});

it('every address of the shell is one of the page', async () => {
  const { ADDRESS, addressOfConversation } = await import('#shell/addresses.ts');
  const routes = Object.entries(ADDRESS).map(([name, address]) => [name, parseRoute(address)]);
  expect(Object.fromEntries(routes)).toEqual({
    newChat: { name: 'home', fresh: true },
    temporary: { name: 'temporary' },
    search: { name: 'search', text: '' },
    settings: { name: 'settings', page: 'vendors' },
    shortcuts: { name: 'settings', page: 'shortcuts' },
    help: { name: 'settings', page: 'help' },
    quick: { name: 'quick' },
    quickAway: { name: 'quick', away: true },
  });
  expect(parseRoute(addressOfConversation('a/b#t=1'))).toEqual({ name: 'session', id: 'a/b#t=1' });
});
