import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { BrowsedFolder, FileFacts, FileList } from '#contract/folder-files.ts';
import { AttachedFolders } from '#contract/mcp.ts';
import { PROBLEM_HEADER } from '#contract/headers.ts';
import { pageHeaders } from '#test/fakes/host-deps.ts';
import { listFiles } from '#host/mcp/folder-files/list-files.ts';
import { locate } from '#host/mcp/builtin/workspace/safe-path.ts';
import { type McpBench, SESSION, createMcpBench } from './support/bench.ts';

let bench: McpBench;
let root: string;
let folder: string;

const put = (name: string, text: string | Uint8Array = '') => {
  mkdirSync(join(folder, name, '..'), { recursive: true });
  writeFileSync(join(folder, name), text);
};
const attach = (path: string, more: object = {}) =>
  bench.call('POST', `/api/mcp/sessions/${SESSION}/folders`, { path, ...more });
const ask = (what: string, body: object, session = SESSION) =>
  bench.call('POST', `/api/mcp/sessions/${session}/files${what}`, { folder, ...body });
const list = async (body: object = {}) => FileList.parse(await (await ask('', body)).json());
const facts = async (path: string) => FileFacts.parse(await (await ask('/facts', { path })).json());
const read = async (path: string, lines: object = {}) => {
  const response = await ask('/read', { path, ...lines });
  return response.ok ? response.text() : `refused: ${response.headers.get(PROBLEM_HEADER)}`;
};

beforeEach(async () => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'files-')));
  folder = join(root, 'project');
  mkdirSync(folder);
  writeFileSync(join(root, 'secret.txt'), 'SECRET outside');
  bench = await createMcpBench({ env: { HOME: join(root, 'home') }, deps: { env: { HOME: join(root, 'home') } } });
  await attach(folder);
});
afterEach(async () => {
  await bench.close();
  rmSync(root, { recursive: true, force: true });
});

describe('the list of files', () => {
  test('has what the tools would list: no ignored files, nothing of .git, no links', async () => {
    put('.gitignore', 'dist\n*.log\n');
    put('.git/config', 'x');
    put('dist/out.js');
    put('src/앱.ts');
    put('src/deep/note.log');
    put('a b.txt');
    symlinkSync(root, join(folder, 'outside'));
    expect((await list()).paths?.split('\n')).toEqual(['.gitignore', 'a b.txt', 'src/', 'src/deep/', 'src/앱.ts']);
  });

  test('is sent again only when it has changed', async () => {
    put('one.txt');
    const { version } = await list();
    expect(await list({ known: version })).toEqual({ version, paths: null, more: false });
    put('two.txt');
    expect((await list({ known: version })).paths).toBe('one.txt\ntwo.txt');
  });

  test('says that there is more than it has', async () => {
    for (const name of ['a', 'b', 'c']) put(name);
    const place = await locate([folder], '.');
    const { signal } = new AbortController();
    expect(await listFiles(place, undefined, signal, 2)).toMatchObject({ paths: 'a\nb', more: true });
    expect(await listFiles(place, undefined, signal, 3)).toMatchObject({ paths: 'a\nb\nc', more: false });
  });

  test('is given for attached folders only, in their own session', async () => {
    expect((await ask('', { folder: root })).headers.get(PROBLEM_HEADER)).toBe('folder_missing');
    expect((await ask('', {}, 'other')).headers.get(PROBLEM_HEADER)).toBe('folder_missing');
    expect((await ask('/read', { path: 'x' }, 'other')).headers.get(PROBLEM_HEADER)).toBe('folder_missing');
  });

  test('hides Baton’s own folder inside an attached one', async () => {
    const { home } = bench.bench;
    const wide = join(home, '..');
    await attach(wide, { wide: true });
    writeFileSync(join(home, 'keys.json'), 'SECRET');
    const answer = FileList.parse(await (await ask('', { folder: wide })).json());
    expect(answer.paths?.split('\n').filter((path) => path.startsWith('home'))).toEqual([]);
    const refused = await ask('/read', { folder: wide, path: 'home/keys.json' });
    expect(refused.headers.get(PROBLEM_HEADER)).toBe('not_found');
    expect(FileFacts.parse(await (await ask('/facts', { folder: wide, path: 'home/keys.json' })).json()).state).toBe(
      'missing',
    );
  });
});

describe('reading a file', () => {
  test('gives its bytes, or those of its lines in their own encoding', async () => {
    const korean = Uint8Array.from([0xb0, 0xa1, 0x0d, 0x0a, 0xb3, 0xaa, 0x0d, 0x0a, 0xb4, 0xd9]);
    put('korean.txt', korean);
    const bytes = async (lines: object = {}) =>
      new Uint8Array(await (await ask('/read', { path: 'korean.txt', ...lines })).arrayBuffer());
    expect(await bytes()).toEqual(korean);
    expect(await bytes({ from: 2, to: 2 })).toEqual(korean.slice(4, 8));
    expect(await bytes({ from: 2, to: 99 })).toEqual(korean.slice(4));
  });

  test('finds lines across the pieces that it reads', async () => {
    const lines = Array.from({ length: 60_000 }, (_, at) => `line ${at + 1}`);
    put('long.txt', lines.join('\n'));
    for (const [from, to] of [
      [1, 1],
      [2, 40_000],
      [29_127, 29_140],
      [60_000, 60_000],
    ] as const)
      expect((await read('long.txt', { from, to })).replace(/\n$/, '')).toBe(lines.slice(from - 1, to).join('\n'));
    expect(await read('long.txt', { from: 60_001, to: 60_002 })).toBe('refused: not_found');
  });

  test('gives the listing of a folder', async () => {
    put('src/app.ts');
    put('src/ui/box.tsx');
    expect(await read('src/')).toBe('app.ts\nui/\n');
    expect(await facts('src')).toEqual({ state: 'folder', bytes: 0, text: true, own: false });
  });

  test('says what there is: text, other bytes, or nothing', async () => {
    put('a.txt', 'hello');
    put('b.bin', Uint8Array.from([1, 0, 2]));
    expect(await facts('a.txt')).toEqual({ state: 'file', bytes: 5, text: true, own: false });
    expect(await facts('b.bin')).toEqual({ state: 'file', bytes: 3, text: false, own: false });
    expect(await facts('gone.txt')).toEqual({ state: 'missing', bytes: 0, text: false, own: false });
    expect(await read('gone.txt')).toBe('refused: not_found');
    expect(await read('b.bin', { from: 1, to: 2 })).toBe('refused: not_found');
  });

  test('never leaves the folder', async () => {
    symlinkSync(join(root, 'secret.txt'), join(folder, 'link.txt'));
    for (const path of ['../secret.txt', join(root, 'secret.txt'), 'link.txt', '..'])
      expect([path, await read(path), (await facts(path)).state]).toEqual([path, 'refused: not_found', 'missing']);
  });

  test.skipIf(process.getuid?.() === 0)('says that a file without permission can’t be read', async () => {
    put('closed.txt', 'x');
    chmodSync(join(folder, 'closed.txt'), 0);
    expect(await read('closed.txt')).toBe('refused: not_found');
  });
});

describe('the main folder', () => {
  test('comes first, whenever it was attached', async () => {
    const second = join(root, 'second');
    const third = join(root, 'third');
    for (const one of [second, third]) {
      mkdirSync(one);
      await attach(one);
    }
    const setMain = async (path: string) => {
      const response = await bench.call('POST', `/api/mcp/sessions/${SESSION}/folders/main`, { folder: path });
      return AttachedFolders.parse(await response.json()).folders.map((one) => one.path);
    };
    expect(await setMain(third)).toEqual([third, folder, second]);
    expect(await setMain(second)).toEqual([second, folder, third]);
    const none = await bench.call('POST', `/api/mcp/sessions/${SESSION}/folders/main`, { folder: root });
    expect(none.headers.get(PROBLEM_HEADER)).toBe('folder_missing');
  });
});

describe('the system’s own dialog', () => {
  const pick = async (path: string | null | undefined) => {
    const own = await createMcpBench(path === undefined ? {} : { deps: { pickFolder: async () => path } });
    const response = await own.call('POST', `/api/mcp/sessions/${SESSION}/folders/pick`);
    const attached = await own.call('GET', `/api/mcp/sessions/${SESSION}/folders`);
    const answer: unknown = response.ok ? await response.json() : response.headers.get(PROBLEM_HEADER);
    await own.close();
    return { answer, attached: AttachedFolders.parse(await attached.json()).folders };
  };

  test('attaches what the user chose in it', async () => {
    const folders = [{ path: folder, own: null }];
    expect(await pick(folder)).toEqual({ answer: { native: true, path: folder, folders }, attached: folders });
  });

  test('attaches nothing that was canceled, that is too wide, or that isn’t there', async () => {
    expect(await pick(null)).toEqual({ answer: { native: true, path: null, folders: null }, attached: [] });
    expect(await pick('/')).toEqual({ answer: { native: true, path: '/', folders: null }, attached: [] });
    expect(await pick(join(root, 'none'))).toEqual({ answer: 'folder_missing', attached: [] });
  });

  test('says where there is none', async () => {
    expect(await pick(undefined)).toEqual({ answer: { native: false, path: null, folders: null }, attached: [] });
  });
});

describe('looking for a folder', () => {
  const browse = (path: string | null, more: object = {}) =>
    bench.call('POST', '/api/folders/browse', { path, ...more });
  const names = async (path: string | null, more: object = {}) => {
    const { folders } = BrowsedFolder.parse(await (await browse(path, more)).json());
    return folders.map(({ name }) => name);
  };

  test('names folders and links to folders, and no files', async () => {
    put('file.txt', 'x');
    for (const name of ['b2', 'b10', '.hidden']) mkdirSync(join(folder, name));
    symlinkSync(join(folder, 'b2'), join(folder, 'c'));
    symlinkSync(join(folder, 'file.txt'), join(folder, 'd'));
    expect(await names(folder)).toEqual(['b2', 'b10', 'c']);
    expect(await names(folder, { hidden: true })).toEqual(['.hidden', 'b2', 'b10', 'c']);
    const { path, above } = BrowsedFolder.parse(await (await browse(join(folder, 'c'))).json());
    expect(path).toBe(join(folder, 'b2'));
    expect(above.at(0)?.path).toBe('/');
    expect(above.at(-1)).toEqual({ name: 'b2', path });
  });

  test('begins at home, and takes a path below it', async () => {
    mkdirSync(join(root, 'home', 'work', 'relay'), { recursive: true });
    expect(await names(null)).toEqual(['work']);
    expect(await names('~/work')).toEqual(['relay']);
  });

  test('says what is no folder', async () => {
    put('file.txt');
    expect((await browse(join(folder, 'file.txt'))).headers.get(PROBLEM_HEADER)).toBe('folder_missing');
    expect((await browse(join(folder, 'none'))).headers.get(PROBLEM_HEADER)).toBe('folder_missing');
    expect((await browse('work')).headers.get(PROBLEM_HEADER)).toBe('bad_request');
  });

  test('is closed to whoever isn’t a known window', async () => {
    const response = await fetch(`${bench.origin}/api/folders/browse`, {
      method: 'POST',
      headers: pageHeaders({ 'content-type': 'application/json' }),
      body: JSON.stringify({ path: root }),
    });
    expect(response.headers.get(PROBLEM_HEADER)).toBe('window_unknown');
  });
});
