import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createSaveFolders } from '#shell/save-folders.ts';
import { savedName } from '#shell/saved-name.ts';
import { createFakeElectron, FakeDownload } from '#test/fakes/electron.ts';
import { createRecordingLog } from '#test/fakes/host-deps.ts';
import { desktopTexts } from '#texts/desktop-texts.ts';

let home: string;
let downloads: string;
let chosen: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'baton-save-'));
  downloads = join(home, 'Downloads');
  chosen = join(home, 'Papers');
  mkdirSync(downloads);
  mkdirSync(chosen);
});
afterEach(() => {
  vi.doUnmock('electron');
  rmSync(home, { recursive: true, force: true });
});

const MB = 1024 ** 2;
const file = () => join(home, 'save-folders.json');

async function open() {
  const fake = createFakeElectron();
  fake.app.becomeReady();
  vi.resetModules();
  vi.doMock('electron', () => fake.module);
  const { saveDownloads } = await import('#shell/save-downloads.ts');
  const log = createRecordingLog();
  const progress: (number | null)[] = [];
  const folders = createSaveFolders(file(), () => downloads, log);
  const onProgress = (part: number | null) => void progress.push(part);
  saveDownloads({ session: fake.session as never, folders, texts: desktopTexts(['en']), onProgress, log });
  const save = (item: FakeDownload, defaultPrevented = false) => {
    fake.session.emit('will-download', { defaultPrevented }, item, {});
    return item;
  };
  return { fake, save, progress, log };
}

describe('a file that the page saves', () => {
  it('goes where the user says, by the dialog of the system', async () => {
    const { save } = await open();
    const { dialog } = save(new FakeDownload({ name: '대화 1.md' }));
    expect(dialog).toEqual({
      defaultPath: join(downloads, '대화 1.md'),
      filters: [{ name: 'MD', extensions: ['md'] }],
      properties: ['createDirectory', 'showOverwriteConfirmation'],
    });
    expect(save(new FakeDownload({ name: 'Makefile' })).dialog).not.toHaveProperty('filters');
  });

  it('that may not be saved gets no dialog', async () => {
    const { save } = await open();
    const item = save(new FakeDownload(), true);
    expect(item.dialog).toBeNull();
    expect(item.eventNames()).toEqual([]);
  });

  it('is proposed in the folder of the last time, by kind, also after a restart', async () => {
    const { save } = await open();
    save(new FakeDownload({ name: 'chat.md' })).ends(join(chosen, 'mine.md'));
    expect(save(new FakeDownload({ name: 'other.html' })).dialog?.defaultPath).toBe(join(chosen, 'other.html'));
    expect(save(new FakeDownload({ name: 'a.png' })).dialog?.defaultPath).toBe(join(downloads, 'a.png'));
    const again = await open();
    expect(again.save(new FakeDownload({ name: 'data.json' })).dialog?.defaultPath).toBe(join(chosen, 'data.json'));
    // A drive that is gone.
    rmSync(chosen, { recursive: true });
    expect(again.save(new FakeDownload({ name: 'x.md' })).dialog?.defaultPath).toBe(join(downloads, 'x.md'));
  });

  it.each(['{', '[]', '{"text":7}', '{"text":"../.."}', '{"text":"relative/folder"}'])(
    'is proposed in the folder of downloads where the file says %s',
    async (text) => {
      writeFileSync(file(), text);
      const { save } = await open();
      expect(save(new FakeDownload({ name: 'x.md' })).dialog?.defaultPath).toBe(join(downloads, 'x.md'));
    },
  );

  it('can be shown in its folder afterwards, and is never opened', async () => {
    const { fake, save } = await open();
    const path = join(chosen, 'mine.md');
    save(new FakeDownload()).ends(path);
    expect(fake.notes.map(({ options, shown }) => [options.title, options.silent, shown])).toEqual([
      ['Saved mine.md', true, true],
    ]);
    expect(fake.revealed).toEqual([]);
    fake.notes[0]?.emit('click');
    expect([fake.revealed, fake.opened]).toEqual([[path], []]);
    fake.notifies = false;
    save(new FakeDownload()).ends(path);
    expect(fake.notes).toHaveLength(1);
  });

  it('that the user cancels says and remembers nothing', async () => {
    const { fake, save, progress } = await open();
    save(new FakeDownload()).ends('', 'cancelled');
    expect([fake.notes, fake.boxes, progress]).toEqual([[], [], []]);
    expect(existsSync(file())).toBe(false);
  });

  it('shows how far it is, once it is large and has a place', async () => {
    const { save, progress } = await open();
    const large = save(new FakeDownload({ name: 'all.baton', total: 64 * MB }));
    large.moves(8 * MB);
    expect(progress).toEqual([]);
    large.path = join(chosen, 'all.baton');
    large.moves(16 * MB);
    const other = save(new FakeDownload({ name: 'more.baton', total: 64 * MB }));
    other.path = join(chosen, 'more.baton');
    other.moves(48 * MB);
    large.ends(large.path);
    other.ends(other.path);
    expect(progress).toEqual([0.25, 0.5, 0.75, null]);
    const small = save(new FakeDownload({ total: MB }));
    small.path = join(chosen, 'x.md');
    small.moves(MB);
    expect(progress).toHaveLength(4);
  });

  it.each([
    ['that is gone', () => join(home, 'gone'), 100, 'Baton can’t write to this folder, or it’s gone.'],
    ['whose disk is full', () => chosen, Number.MAX_SAFE_INTEGER, 'There isn’t enough free space on the disk.'],
    ['where writing stopped', () => chosen, 100, 'Saving stopped.'],
  ])('says in words why it wasn’t saved: a folder %s', async (_what, folder, total, words) => {
    const { fake, save, log } = await open();
    save(new FakeDownload({ total })).ends(join(folder(), 'mine.md'), 'interrupted');
    await vi.waitFor(() => expect(fake.boxes).toHaveLength(1));
    expect(fake.boxes[0]?.message).toBe('Couldn’t save mine.md');
    expect(fake.boxes[0]?.detail).toContain(words);
    expect(existsSync(file())).toBe(false);
    // Names may be titles.
    expect(log.lines.join()).not.toContain('mine');
  });

  it('keeps nothing but folders', async () => {
    const { save } = await open();
    save(new FakeDownload({ name: 'a secret title.md' })).ends(join(chosen, 'a secret title.md'));
    expect(JSON.parse(readFileSync(file(), 'utf8'))).toEqual({ text: chosen });
  });
});

describe('the proposed name', () => {
  it.each([
    ['../../.ssh/authorized_keys', 'ssh authorized_keys'],
    ['..\\..\\Startup\\run.bat', 'Startup run.bat'],
    ['/etc/passwd', 'etc passwd'],
    ['C:\\Windows\\x.md', 'C Windows x.md'],
    ['a\u0000b\r\nc.md', 'abc.md'],
    // Shown as "photo exe.png" from left to right.
    ['photo \u202Egnp.exe', 'photo gnp.exe'],
    ['x.md:stream', 'x.md stream'],
    ['.bashrc', 'bashrc'],
    ['...', 'Baton'],
    ['', 'Baton'],
    ['con.txt', '_con.txt'],
    ['LPT1', '_LPT1'],
    ['name. . .', 'name'],
    ['<b>"x"|?*.html', 'b x.html'],
    ['~/.profile', 'profile'],
    ['대화: 서울 🌸.md', '대화 서울 🌸.md'],
    ['https://evil.test/a.exe', 'https evil.test a.exe'],
  ])('%j becomes %j', (text, name) => {
    expect(savedName(text)).toBe(name);
  });

  it('stays one name in one folder, with its end, however long', () => {
    const long = savedName(`${'긴 이름 '.repeat(100)}.html`);
    expect(long.length).toBeLessThanOrEqual(125);
    expect(long.endsWith('.html')).toBe(true);
    for (const text of ['a/../b.md', '\u2066../\u2069', `${'../'.repeat(90)}x`, 'a\n/b'])
      expect([basename(savedName(text)), dirname(join('/d', savedName(text)))]).toEqual([savedName(text), '/d']);
  });
});
