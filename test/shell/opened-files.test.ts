import { mkdirSync, mkdtempSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { desktopTexts } from '#texts/desktop-texts.ts';
import { createFakeElectron } from '#test/fakes/electron.ts';
import { createRecordingLog } from '#test/fakes/host-deps.ts';
import { archiveIn, vetArchivePath } from '#shell/archive-paths.ts';
import { parseRoute } from '#ui/shared/navigation/route.ts';
import { openedIn } from '#ui/features/history/transfer/use-opened-archive.ts';
import hostile from './hostile-files.json' with { type: 'json' };

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'baton-opened-'));
});
afterEach(() => {
  vi.doUnmock('electron');
  rmSync(folder, { recursive: true, force: true });
});

async function load() {
  const fake = createFakeElectron();
  vi.resetModules();
  vi.doMock('electron', () => fake.module);
  const { createOpenedFiles } = await import('#shell/opened-files.ts');
  const log = createRecordingLog();
  return { ...createOpenedFiles({ texts: desktopTexts(['en']), platform: process.platform, log }), fake, log };
}

const idIn = (address: string | null): string => {
  const route = parseRoute(address ?? '');
  return (route.name === 'settings' ? openedIn(route.focus ?? null)?.id : null) ?? '';
};

// Names, links and pipes that Windows doesn't have.
describe.skipIf(process.platform === 'win32')('an archive that the system opens', () => {
  it('becomes an address of the page, which names it and gives no path away', async () => {
    const { offer, read, fake } = await load();
    const path = join(folder, '내 대화: 1%.baton');
    writeFileSync(path, 'PK bytes');
    const address = await offer(path);
    const route = parseRoute(address ?? '');
    expect(route).toMatchObject({ name: 'settings', page: 'history' });
    expect(openedIn(route.name === 'settings' ? (route.focus ?? null) : null)?.name).toBe('내 대화: 1%.baton');
    expect(decodeURIComponent(address ?? '')).not.toContain(folder);
    const file = await read(idIn(address));
    expect(file?.bytes).toBe(8);
    expect(await new Response(file?.body).text()).toBe('PK bytes');
    expect(fake.boxes).toEqual([]);
  });

  it('is opened from the address that a file manager passes', async () => {
    const { offer } = await load();
    const path = join(folder, 'a b.baton');
    writeFileSync(path, 'x');
    expect(await offer(pathToFileURL(path).href)).not.toBeNull();
  });

  it('is no longer given once it is another file', async () => {
    const { offer, read } = await load();
    const path = join(folder, 'a.baton');
    writeFileSync(path, 'first');
    const id = idIn(await offer(path));
    rmSync(path);
    expect(await read(id)).toBeNull();
    writeFileSync(path, 'other bytes');
    expect(await read(id)).toBeNull();
    rmSync(path);
    symlinkSync('/etc/passwd', path);
    expect(await read(id)).toBeNull();
    expect(await read('made-up')).toBeNull();
  });

  it.each<[what: string, make: (path: string) => void | Promise<void>, words: string]>([
    ['a link', (path) => symlinkSync('/etc/passwd', path), 'It isn’t a Baton archive'],
    ['a link to an archive', (path) => symlinkSync(`${path}.other.baton`, path), 'It isn’t a Baton archive'],
    ['a folder', (path) => mkdirSync(path), 'It isn’t a Baton archive'],
    [
      'a socket',
      async (path) => void (await once(createServer().unref().listen(path), 'listening')),
      'It isn’t a Baton archive',
    ],
    ['nothing', () => undefined, 'It’s no longer there'],
    [
      'far too large',
      (path) => {
        writeFileSync(path, '');
        truncateSync(path, 65 * 1024 ** 3);
      },
      'It’s too large',
    ],
  ])('that is %s is refused in words', async (_what, make, words) => {
    const { offer, fake, log } = await load();
    const path = join(folder, 'secret name.baton');
    await make(path);
    expect(await offer(path)).toBeNull();
    expect(fake.boxes).toMatchObject([
      { message: 'Baton can’t open this file.', detail: expect.stringContaining(words) },
    ]);
    expect(log.lines.join()).not.toContain('secret name');
  });
});

describe('a path that is none of an archive here', () => {
  it.each(hostile.posix)('on Linux and macOS: %s', (path) => {
    expect(vetArchivePath(path, 'linux')).toBeNull();
  });
  it.each(hostile.windows)('on Windows: %s', (path) => {
    expect(vetArchivePath(path, 'win32')).toBeNull();
  });
  it.each([
    ['/home/ada/a.baton', 'linux', '/home/ada/a.baton'],
    ['/home/ada/A.BATON', 'darwin', '/home/ada/A.BATON'],
    ['file:///home/ada/a%20b.baton', 'linux', '/home/ada/a b.baton'],
    ['C:\\Users\\에이다\\a.baton', 'win32', 'C:\\Users\\에이다\\a.baton'],
    // "Books" of Persian and a family: both are written with joiners.
    ['/home/ada/کتاب\u200cها/👨\u200d👩\u200d👧.baton', 'linux', '/home/ada/کتاب\u200cها/👨\u200d👩\u200d👧.baton'],
  ] as const)('%s on %s is one', (text, platform, path) => {
    expect(vetArchivePath(text, platform)).toBe(path);
  });
});

it.each([
  [['baton', '/a.baton'], '/a.baton'],
  [['baton', '--no-sandbox', '/a.baton'], '/a.baton'],
  [['baton', '/a.baton', '/b.baton'], null],
  [['/usr/bin/a.baton'], null],
  [['baton', '--file=/a.baton'], null],
  [['baton', 'baton://search?q=a.baton'], null],
  [['baton', '/etc/passwd'], null],
])('of the arguments %j, %s is opened', (argv, path) => {
  expect(archiveIn(argv)).toBe(path);
});
