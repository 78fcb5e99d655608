import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { FolderOutlines, FoundContextFiles, type FindContextFiles } from '#contract/context-files.ts';
import { type McpBench, SESSION, createMcpBench } from './support/bench.ts';

let bench: McpBench;
let root: string;
let folder: string;

const put = (name: string, text: string | Buffer, base = folder) => {
  mkdirSync(join(base, name, '..'), { recursive: true });
  writeFileSync(join(base, name), text);
};
const attach = (path: string) => bench.call('POST', `/api/mcp/sessions/${SESSION}/folders`, { path });
async function find(request: Partial<FindContextFiles>, session = SESSION): Promise<FoundContextFiles['files']> {
  const body = { kind: 'agents', paths: [], known: [], ...request };
  const response = await bench.call('POST', `/api/mcp/sessions/${session}/context-files`, body);
  expect(response.status).toBe(200);
  return FoundContextFiles.parse(await response.json()).files;
}
const paths = async (request: Partial<FindContextFiles>) => (await find(request)).map(({ path }) => path);

beforeEach(async () => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'context-files-')));
  folder = join(root, 'project');
  mkdirSync(folder);
  bench = await createMcpBench({ env: { HOME: join(root, 'home') } });
  await attach(folder);
});
afterEach(async () => {
  await bench.close();
  rmSync(root, { recursive: true, force: true });
});

describe('instructions of a folder', () => {
  test('are those on the way from the root to the place, the nearest last, each with an id that stays', async () => {
    put('AGENTS.md', 'root words');
    put('a/AGENTS.md', 'words of a');
    put('a/b/c.ts', 'x');
    put('other/AGENTS.md', 'elsewhere');
    const found = await find({ paths: ['a/b/c.ts'] });
    expect(found.map(({ path, text }) => [path, text])).toEqual([
      ['AGENTS.md', 'root words'],
      ['a/AGENTS.md', 'words of a'],
    ]);
    expect(await find({ paths: ['a/b'] })).toEqual(found);
    expect(await paths({ paths: ['a/b/not/yet.ts'], known: [found[0]?.id ?? ''] })).toEqual(['a/AGENTS.md']);
    expect(await paths({})).toEqual(['AGENTS.md']);
    expect(await find({ paths: ['a/AGENTS.md'] })).toMatchObject([{ itself: false }, { itself: true }]);
  });

  test('are those of every attached folder, told apart', async () => {
    const second = join(root, 'second');
    put('AGENTS.md', 'first');
    put('AGENTS.md', 'second', second);
    await attach(second);
    const found = await find({});
    expect(found.map(({ path, text }) => [path, text])).toEqual([
      ['AGENTS.md', 'first'],
      ['../second/AGENTS.md', 'second'],
    ]);
    expect(new Set(found.map(({ id }) => id)).size).toBe(2);
    expect(await paths({ paths: [join(second, 'x.ts')] })).toEqual(['../second/AGENTS.md']);
  });

  test('are read along of nothing else: no folder, no kind but these, no place outside', async () => {
    put('AGENTS.md', 'root words');
    put('AGENTS.md', 'outside words', root);
    put('beside/AGENTS.md', 'outside words', root);
    expect(await find({}, 'chat-without-folder')).toEqual([]);
    expect(await paths({ paths: ['../beside/x.ts'] })).toEqual([]);
    expect(await paths({ paths: [join(root, 'x.ts')] })).toEqual([]);
    expect(await paths({ paths: ['/etc/passwd', 'a\0b'] })).toEqual([]);
    const odd = await bench.call('POST', `/api/mcp/sessions/${SESSION}/context-files`, {
      kind: '.env',
      paths: [],
      known: [],
    });
    expect(odd.status).toBe(400);
  });

  test('stay inside by links too: one that leads out is nothing, one that leads inside is read', async () => {
    put('secret/AGENTS.md', 'SECRET outside', root);
    put('docs/how.md', 'inside words');
    mkdirSync(join(folder, 'a'));
    symlinkSync(join(root, 'secret/AGENTS.md'), join(folder, 'AGENTS.md'));
    symlinkSync(join(folder, 'docs/how.md'), join(folder, 'a/AGENTS.md'));
    symlinkSync(join(root, 'secret'), join(folder, 'out'));
    put('x.ts', 'x');
    expect(await find({ paths: ['a/x.ts', 'out/x.ts', 'out/AGENTS.md'] })).toMatchObject([
      { path: 'a/AGENTS.md', text: 'inside words' },
    ]);
  });

  test('are text: binary, other encodings, empty files, folders and pipes are as if they were not there', async () => {
    put('a/AGENTS.md', Buffer.from([0x41, 0, 0x42]));
    put('b/AGENTS.md', Buffer.from([0xff, 0xfe, 0x41, 0xe9]));
    put('c/AGENTS.md', ' \n\n');
    mkdirSync(join(folder, 'd/AGENTS.md'), { recursive: true });
    mkdirSync(join(folder, 'e'));
    await promisify(execFile)('mkfifo', [join(folder, 'e/AGENTS.md'), join(folder, 'e/.gitignore')]);
    mkdirSync(join(folder, 'e/f'));
    const all = ['a', 'b', 'c', 'd', 'e/f'].map((name) => `${name}/x.ts`);
    expect(await find({ paths: all })).toEqual([]);
  });

  test('of a huge file are its beginning, cut between characters', async () => {
    put('AGENTS.md', `x${'é'.repeat(200_000)}`);
    const [huge] = await find({});
    expect(huge).toMatchObject({ unread: 400_001 - 64 * 1024 });
    expect(huge?.text).toMatch(/^xé+$/);
    expect(huge?.text.length).toBeLessThan(40_000);
  });

  test('of dependencies and of what .gitignore leaves out are not the folder’s own', async () => {
    put('AGENTS.md', 'root words');
    put('.gitignore', '/dist/\nvendor/*\n!vendor/kept\n');
    put('packages/.gitignore', 'out\n');
    for (const name of ['node_modules/left-pad', 'dist', 'packages/out', 'vendor/lib', 'vendor/kept', 'packages/dist'])
      put(`${name}/AGENTS.md`, name);
    const all = async (name: string) => (await paths({ paths: [`${name}/deep/x.ts`] })).slice(1);
    expect(await all('node_modules/left-pad')).toEqual([]);
    expect(await all('dist')).toEqual([]);
    expect(await all('packages/out')).toEqual([]);
    expect(await all('vendor/lib')).toEqual([]);
    expect(await all('vendor/kept')).toEqual(['vendor/kept/AGENTS.md']);
    expect(await all('packages/dist')).toEqual(['packages/dist/AGENTS.md']);
  });
});

describe('descriptions and rules of a folder', () => {
  test('README.md is another kind', async () => {
    put('README.md', 'what this is');
    expect(await paths({ kind: 'readme' })).toEqual(['README.md']);
    expect(await paths({ kind: 'agents' })).toEqual([]);
  });

  test('rules hold for every file, or for those whose names they give', async () => {
    put('.claude/rules/always.md', '# Always');
    put('.claude/rules/deep/api.md', '---\npaths:\n  - "src/api/**/*.ts"\n---\nAPI words');
    put(
      '.cursor/rules/styles.mdc',
      '---\ndescription: looks\nglobs: *.css, *.scss\nalwaysApply: false\n---\nCSS words',
    );
    put('.cursor/rules/all.mdc', '---\nalwaysApply: true\n---\nAll words');
    put('.cursor/rules/asked.mdc', '---\ndescription: only when asked for\n---\nnever');
    put('.cursor/rules/notes.txt', 'no rule');
    put('src/.claude/rules/inner.md', '---\npaths: api/x.ts\n---\nInner words');
    expect(await paths({ kind: 'rules' })).toEqual(['.claude/rules/always.md', '.cursor/rules/all.mdc']);
    expect(await find({ kind: 'rules', paths: ['src/api/x.ts'] })).toMatchObject([
      { path: '.claude/rules/always.md', text: '# Always' },
      { path: '.claude/rules/deep/api.md', text: 'API words' },
      { path: '.cursor/rules/all.mdc' },
      { path: 'src/.claude/rules/inner.md', text: 'Inner words' },
    ]);
    expect(await paths({ kind: 'rules', paths: ['src/looks/a.scss'] })).toContain('.cursor/rules/styles.mdc');
    expect(await paths({ kind: 'rules', paths: ['src/api'] })).not.toContain('.claude/rules/deep/api.md');
  });

  test('patterns that make no sense fit nothing and harm nothing', async () => {
    const wild = '{a,b}'.repeat(12);
    put('.claude/rules/a.md', `---\npaths: "${wild}"\n---\nwild`);
    put('.claude/rules/b.md', `---\npaths: "${'*'.repeat(900)}x"\n---\nstars`);
    put('.claude/rules/c.md', `---\npaths: [[[\n---\nbrackets`);
    put('.claude/rules/d.md', `---\npaths: ../**\n---\nescapes`);
    expect(await paths({ kind: 'rules', paths: [`${'a'.repeat(200)}.ts`] })).toEqual([]);
  });

  test('links of rules that lead out are nothing', async () => {
    put('rules/secret.md', 'SECRET outside', root);
    symlinkSync(join(root, 'rules'), join(folder, '.claude'));
    mkdirSync(join(folder, '.cursor/rules'), { recursive: true });
    symlinkSync(join(root, 'rules/secret.md'), join(folder, '.cursor/rules/secret.md'));
    put('rules/rules/secret.md', 'SECRET outside', root);
    expect(await find({ kind: 'rules', paths: ['x.ts'] })).toEqual([]);
  });
});

test('the outline of a folder is its first two levels, and says when there is more', async () => {
  put('src/deep/er.ts', 'x');
  put('README.md', 'x');
  put('.gitignore', 'dist');
  put('dist/x.js', 'x');
  const outline = async () =>
    FolderOutlines.parse(await (await bench.call('GET', `/api/mcp/sessions/${SESSION}/outline`)).json()).folders;
  expect(await outline()).toEqual([
    { path: folder, entries: ['.gitignore', 'README.md', 'src/', 'src/deep/'], more: false },
  ]);
  for (let at = 0; at < 120; at++) put(`many/${at}.txt`, 'x');
  expect(await outline()).toMatchObject([{ more: true, entries: { length: 80 } }]);
});
