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
import { basename, join } from 'node:path';
import type * as Electron from 'electron';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createRecordingLog } from '#test/fakes/host-deps.ts';
import { createFakeElectron } from '#test/fakes/electron.ts';
import { FakeClock } from '#test/fakes/fake-clock.ts';

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'baton-give-'));
});
afterEach(() => {
  vi.doUnmock('electron');
  rmSync(home, { recursive: true, force: true });
});

async function load(platform: NodeJS.Platform = 'linux', { icon = '/icon.png', open = true } = {}) {
  const fake = createFakeElectron();
  fake.app.becomeReady();
  vi.resetModules();
  vi.doMock('electron', () => fake.module);
  const { BrowserWindow } = fake.module as typeof Electron;
  const window = open ? new BrowserWindow({}) : null;
  const clock = new FakeClock();
  const { createFileGiver } = await import('#shell/desktop/give-file.ts');
  const app = fake.app as never;
  const log = createRecordingLog();
  const give = await createFileGiver({ app, home, platform, icon, window: () => window, clock, log });
  return { fake, give, clock, log };
}

const bytes = new TextEncoder().encode('# A talk\n');
const left = () => (existsSync(join(home, 'given')) ? readdirSync(join(home, 'given')) : []);

describe('dragging a file out', () => {
  it('starts with a file that is there, readable by the account alone, and a picture', async () => {
    const { fake, give } = await load();
    await give({ name: 'A talk.md', by: 'drag' }, bytes);
    const [{ file, icon } = { file: '', icon: '' }] = fake.dragged;
    expect([basename(file), icon]).toEqual(['A talk.md', '/icon.png']);
    expect(readFileSync(file, 'utf8')).toBe('# A talk\n');
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(statSync(join(file, '..')).mode & 0o777).toBe(0o700);
  });

  it('stays in its folder, whatever the page calls it', async () => {
    const { fake, give } = await load();
    for (const name of ['../../.config/autostart/a.desktop', 'C:\\Windows\\b.md', 'con.txt', '..'])
      await give({ name, by: 'drag' }, bytes);
    expect(fake.dragged.map(({ file }) => basename(file))).toEqual([
      'config autostart a.desktop',
      'C Windows b.md',
      '_con.txt',
      'Baton',
    ]);
    for (const { file } of fake.dragged) expect(join(file, '../..')).toBe(join(home, 'given'));
  });

  it('leaves nothing behind: after a while, when Baton quits, and after a crash', async () => {
    const { fake, give, clock } = await load();
    await give({ name: 'One.md', by: 'drag' }, bytes);
    await clock.advance(9 * 60_000);
    await give({ name: 'Two.md', by: 'drag' }, bytes);
    expect(left()).toHaveLength(2);
    await clock.advance(60_000);
    await vi.waitFor(() => expect(left()).toHaveLength(1));
    fake.app.emit('quit');
    expect(existsSync(join(home, 'given'))).toBe(false);

    mkdirSync(join(home, 'given', 'old'), { recursive: true });
    writeFileSync(join(home, 'given', 'old', 'Crashed.md'), 'x');
    await load();
    expect(left()).toEqual([]);
  });

  it('keeps no file when the system refuses, and says so to the page', async () => {
    const { fake, give } = await load('darwin', { icon: '' });
    await expect(give({ name: 'A.md', by: 'drag' }, bytes)).rejects.toThrow('icon');
    expect(fake.dragged).toEqual([]);
    expect(left()).toEqual([]);
  });

  it('writes nothing without a window to drag from', async () => {
    const { give } = await load('linux', { open: false });
    await expect(give({ name: 'A.md', by: 'drag' }, bytes)).rejects.toMatchObject({ code: 'not_found' });
    expect(left()).toEqual([]);
  });
});

describe('the share menu', () => {
  it('of macOS gets the file', async () => {
    const { fake, give } = await load('darwin');
    await give({ name: 'A talk.txt', by: 'share' }, bytes);
    expect(fake.shared.map((path) => basename(path))).toEqual(['A talk.txt']);
    expect(readFileSync(fake.shared[0] ?? '', 'utf8')).toBe('# A talk\n');
    expect(fake.dragged).toEqual([]);
  });

  it.each(['win32', 'linux'] as const)('is refused on %s, which has none in Electron', async (platform) => {
    const { fake, give } = await load(platform);
    await expect(give({ name: 'A.txt', by: 'share' }, bytes)).rejects.toMatchObject({ code: 'not_found' });
    expect(fake.shared).toEqual([]);
    expect(left()).toEqual([]);
  });
});
