import { execFile } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Client } from '@modelcontextprotocol/client';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { locate, openFile } from '#host/mcp/builtin/workspace/safe-path.ts';
import { writeTextFile } from '#host/mcp/builtin/workspace/text-file.ts';
import { AttachedFolders } from '#contract/mcp.ts';
import { Problem } from '#contract/problem.ts';
import { type McpBench, SESSION, createMcpBench, textOf } from './support/bench.ts';

const ID = 'builtin_workspace_server';
let bench: McpBench;
let client: Client;
let root: string;
let folder: string;

const file = (name: string) => join(folder, name);
const put = (name: string, text: string | Buffer) => {
  mkdirSync(join(folder, name, '..'), { recursive: true });
  writeFileSync(file(name), text);
};
const attach = (path: string, more: object = {}, session = SESSION) =>
  bench.call('POST', `/api/mcp/sessions/${session}/folders`, { path, ...more });
async function use(tool: string, args: Record<string, unknown>): Promise<{ text: string; failed: boolean }> {
  const result = await bench.run(client, ID, tool, args);
  return { text: textOf(result), failed: result.isError === true };
}

beforeEach(async () => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'workspace-')));
  folder = join(root, 'project');
  mkdirSync(folder);
  writeFileSync(join(root, 'secret.txt'), 'SECRET outside');
  bench = await createMcpBench({ env: { HOME: join(root, 'home') } });
  client = await bench.connect(ID);
  await attach(folder);
});
afterEach(async () => {
  await bench.close();
  rmSync(root, { recursive: true, force: true });
});

describe('attaching', () => {
  test('only what is a folder, by its whole path, and nothing as wide as everything', async () => {
    mkdirSync(join(root, 'home', 'work'), { recursive: true });
    const answerTo = async (path: string, more: object = {}) => {
      const response = await attach(path, more, 'other');
      return response.ok ? 'attached' : Problem.parse(await response.json()).code;
    };
    expect(await answerTo('relative')).toBe('bad_request');
    expect(await answerTo(join(root, 'secret.txt'))).toBe('folder_missing');
    expect(await answerTo(join(root, 'none'))).toBe('folder_missing');
    symlinkSync('/', join(root, 'all'));
    for (const wide of ['/', root, join(root, 'home'), join(root, 'all')])
      expect([wide, await answerTo(wide)]).toEqual([wide, 'folder_too_wide']);
    expect(await answerTo(join(root, 'home'), { wide: true })).toBe('attached');
    expect(await answerTo(join(root, 'home', 'work'))).toBe('attached');
    // Approvals and keys are stored there.
    expect(await answerTo(bench.bench.home, { wide: true })).toBe('folder_own');
    expect(await answerTo(join(bench.bench.home, '..'))).toBe('folder_own');
  });

  test("Baton's own settings stay closed inside a folder as wide as everything", async () => {
    const { home } = bench.bench;
    const wide = join(home, '..');
    expect((await attach(wide, { wide: true })).status).toBe(200);
    await bench.call('POST', `/api/mcp/sessions/${SESSION}/folders/detach`, { path: folder });
    writeFileSync(join(home, 'mcp-approvals.json'), '{"SECRET": 1}');
    symlinkSync('home', join(wide, 'alias'));
    for (const path of ['home/mcp-approvals.json', 'alias/mcp-approvals.json', join(home, 'new.txt')])
      for (const [tool, args] of [
        ['read', { path }],
        ['write', { path, content: 'pwned' }],
        ['edit', { path, old_text: 'SECRET', new_text: 'pwned' }],
        ['grep', { path, pattern: 'SECRET' }],
      ] as const)
        expect({ tool, path, ...(await use(tool, args)) }).toMatchObject({ tool, path, failed: true });
    expect(await use('grep', { pattern: 'SECRET' })).toMatchObject({ text: 'No line matches.' });
    expect((await use('list', { depth: 3 })).text.split('\n')).not.toContain('home/mcp-approvals.json');
    expect(readFileSync(join(home, 'mcp-approvals.json'), 'utf8')).toBe('{"SECRET": 1}');
    expect(existsSync(join(home, 'new.txt'))).toBe(false);
    const shell = await bench.connect('builtin_shell_server');
    const ran = await bench.run(shell, 'builtin_shell_server', 'run', { command: 'cat *', folder: 'home' });
    expect(textOf(ran)).not.toContain('SECRET');
  });

  test('belongs to one session, and can be taken back', async () => {
    const of = async (session: string) =>
      AttachedFolders.parse(await (await bench.call('GET', `/api/mcp/sessions/${session}/folders`)).json()).folders;
    expect(await of(SESSION)).toEqual([{ path: folder, own: null }]);
    expect(await of('other')).toEqual([]);
    await bench.call('POST', `/api/mcp/sessions/${SESSION}/folders/detach`, { path: folder });
    expect(await of(SESSION)).toEqual([]);
    expect(await use('list', {})).toMatchObject({
      failed: true,
      text: expect.stringMatching(/Ask the user to attach one/) as string,
    });
  });

  test('another session with no folder reads nothing', async () => {
    put('a.txt', 'x');
    const result = await client.callTool({
      name: 'read',
      arguments: { path: 'a.txt' },
      _meta: await bench.ticket(ID, 'read', { path: 'a.txt' }, 'other'),
    });
    expect(result.isError).toBe(true);
  });
});

describe('no way out of the folder', () => {
  const paths = [
    '../secret.txt',
    'a/../../secret.txt',
    '/etc/passwd',
    'link.txt',
    'out/secret.txt',
    '../project-2/x',
    'deep/link/secret.txt',
    'hop1',
  ];
  beforeEach(() => {
    symlinkSync(join(root, 'secret.txt'), file('link.txt'));
    symlinkSync(root, file('out'));
    mkdirSync(file('deep'));
    symlinkSync('../..', file('deep/link'));
    symlinkSync('hop2', file('hop1'));
    symlinkSync('../secret.txt', file('hop2'));
    mkdirSync(join(root, 'project-2'));
  });

  test.for(paths)('%s is neither read nor written nor changed', async (path) => {
    for (const [tool, args] of [
      ['read', { path }],
      ['write', { path, content: 'pwned' }],
      ['edit', { path, old_text: 'SECRET', new_text: 'pwned' }],
    ] as const) {
      const { text, failed } = await use(tool, args);
      expect({ tool, failed }).toEqual({ tool, failed: true });
      expect(text).not.toContain('SECRET');
    }
    expect(readFileSync(join(root, 'secret.txt'), 'utf8')).toBe('SECRET outside');
    expect(readdirSync(join(root, 'project-2'))).toEqual([]);
  });

  test('search and lists do not follow links; a list names them', async () => {
    put('real.txt', 'SECRET inside');
    expect((await use('grep', { pattern: 'SECRET' })).text).toBe('real.txt:1: SECRET inside');
    expect((await use('list', { depth: 5 })).text.split('\n')).toEqual([
      'deep/',
      'deep/link@',
      'hop1@',
      'hop2@',
      'link.txt@',
      'out@',
      'real.txt',
    ]);
    expect((await use('glob', { pattern: '**/*.txt' })).text).not.toContain('secret');
    for (const tool of ['list', 'glob', 'grep'])
      expect(await use(tool, { path: 'out', pattern: '*' })).toMatchObject({ failed: true });
  });

  test('a link inside the folder to a place inside it works', async () => {
    put('real/a.txt', 'hello');
    symlinkSync('real', file('alias'));
    expect((await use('read', { path: 'alias/a.txt' })).text).toContain('hello');
    await use('edit', { path: 'alias/a.txt', old_text: 'hello', new_text: 'bye' });
    expect(readFileSync(file('real/a.txt'), 'utf8')).toBe('bye');
  });

  test('a folder exchanged for a link after the path was looked at leads nowhere', async () => {
    put('swap/victim.txt', 'inside');
    mkdirSync(join(root, 'target'));
    writeFileSync(join(root, 'target', 'victim.txt'), 'SECRET outside');
    const existing = await locate([folder], 'swap/victim.txt');
    const fresh = await locate([folder], 'swap/new.txt');
    renameSync(file('swap'), file('swap-kept'));
    symlinkSync(join(root, 'target'), file('swap'));
    await expect(openFile(existing)).rejects.toThrow(/outside/);
    await expect(writeTextFile(existing, 'pwned', null)).rejects.toThrow(/no "|folder|outside|ELOOP/);
    await expect(writeTextFile(fresh, 'pwned', null)).rejects.toThrow(/no "|folder|outside|ELOOP/);
    expect(readdirSync(join(root, 'target'))).toEqual(['victim.txt']);
    expect(readFileSync(join(root, 'target', 'victim.txt'), 'utf8')).toBe('SECRET outside');
    // Two levels up: the folder itself is an ordinary one, but its parent was replaced.
    put('deeper/mid/a.txt', 'x');
    mkdirSync(join(root, 'target', 'mid'));
    const below = await locate([folder], 'deeper/mid/b.txt');
    renameSync(file('deeper'), file('deeper-kept'));
    symlinkSync(join(root, 'target'), file('deeper'));
    await expect(writeTextFile(below, 'pwned', null)).rejects.toThrow(/outside|not a folder/);
    expect(readdirSync(join(root, 'target', 'mid'))).toEqual([]);
  });

  test('a folder exchanged for a link over and over never leads outside', async () => {
    put('swap/victim.txt', 'inside');
    mkdirSync(join(root, 'target'));
    writeFileSync(join(root, 'target', 'victim.txt'), 'SECRET outside');
    const script = `const fs=require('fs');const d=${JSON.stringify(file('swap'))},k=d+'-kept',t=${JSON.stringify(join(root, 'target'))};
      for(let i=0;i<30000;i++){try{fs.renameSync(d,k);fs.symlinkSync(t,d);fs.unlinkSync(d);fs.renameSync(k,d)}catch{}}`;
    const swapping = promisify(execFile)(process.execPath, ['-e', script]);
    const state = { running: true };
    void swapping.finally(() => (state.running = false));
    let tries = 0;
    while (state.running && tries < 400) {
      const { text } = await use(tries % 2 ? 'read' : 'write', { path: 'swap/victim.txt', content: 'written' });
      expect(text).not.toContain('SECRET');
      tries++;
    }
    await swapping;
    expect(readFileSync(join(root, 'target', 'victim.txt'), 'utf8')).toBe('SECRET outside');
    expect(readdirSync(join(root, 'target'))).toEqual(['victim.txt']);
    expect(tries).toBeGreaterThan(5);
  });

  test('pipes and devices do not hold the call; nothing is written through them', async () => {
    await promisify(execFile)('mkfifo', [file('pipe')]);
    for (const tool of ['read', 'write', 'edit'])
      expect(await use(tool, { path: 'pipe', content: 'x', old_text: 'a', new_text: 'b' })).toMatchObject({
        failed: true,
      });
    expect(lstatSync(file('pipe')).isFIFO()).toBe(true);
    expect((await use('grep', { pattern: 'x' })).text).toBe('No line matches.');
  });

  test("git's own files are not written", async () => {
    mkdirSync(file('.git/hooks'), { recursive: true });
    expect(await use('write', { path: '.git/hooks/pre-commit', content: '#!/bin/sh' })).toMatchObject({ failed: true });
    expect(existsSync(file('.git/hooks/pre-commit'))).toBe(false);
  });
});

describe('reading', () => {
  test('by range with line numbers, in one part after the other', async () => {
    put('long.txt', Array.from({ length: 5000 }, (_one, index) => `line ${index + 1}`).join('\n'));
    const { text } = await use('read', { path: 'long.txt', from: 4990, lines: 5 });
    expect(text.split('\n')[0]).toBe('  4990\tline 4990');
    expect(text).toMatch(/read from 4995\]$/);
    expect((await use('read', { path: 'long.txt', from: 4999 })).text).toBe('  4999\tline 4999\n  5000\tline 5000');
    expect((await use('read', { path: 'long.txt', from: 6000 })).text).toMatch(/fewer than 6000/);
    expect((await use('read', { path: 'long.txt' })).text).toMatch(/\[more lines follow: read from 2001\]$/);
  });

  test('huge files and endless lines cost little; binary files are named, pictures shown', async () => {
    put('huge.log', Buffer.alloc(60_000_000, 'abcdefghi\n'));
    const began = Date.now();
    expect((await use('read', { path: 'huge.log', lines: 2 })).text).toContain('1\tabcdefghi');
    expect(Date.now() - began).toBeLessThan(5000);
    put('one-line.js', 'x'.repeat(5_000_000));
    const { text } = await use('read', { path: 'one-line.js' });
    expect(text).toMatch(/\[line cut\]$/);
    expect(text.length).toBeLessThan(3000);
    put('a.bin', Buffer.from([1, 2, 0, 3]));
    expect(await use('read', { path: 'a.bin' })).toMatchObject({
      failed: true,
      text: expect.stringMatching(/binary \(4 bytes\)/) as string,
    });
    put('a.png', Buffer.from('89504e470d0a1a0a', 'hex'));
    const picture = await bench.run(client, ID, 'read', { path: 'a.png' });
    expect(picture.content).toMatchObject([{ type: 'image', mimeType: 'image/png' }]);
  });

  test('characters on the border of two blocks stay whole', async () => {
    put('k.txt', 'a'.repeat(65_535).replace(/a{1000}/g, `${'a'.repeat(999)}\n`) + '안녕하세요');
    const { text } = await use('read', { path: 'k.txt', from: 66 });
    expect(text).toContain('안녕하세요');
  });
});

describe('writing', () => {
  test('a new file in new folders, then all of it replaced, with the change shown', async () => {
    expect((await use('write', { path: 'a/b/new.txt', content: 'one\ntwo\n' })).text).toContain('Created a/b/new.txt');
    const { text } = await use('write', { path: 'a/b/new.txt', content: 'one\nzwei\n' });
    expect(text).toContain('-two\n+zwei');
    expect(readFileSync(file('a/b/new.txt'), 'utf8')).toBe('one\nzwei\n');
    expect(readdirSync(file('a/b'))).toEqual(['new.txt']);
  });

  test('keeps mode, line ends and byte order mark', async () => {
    put('run.sh', '\ufeff#!/bin/sh\r\necho one\r\n');
    chmodSync(file('run.sh'), 0o755);
    const { text, failed } = await use('edit', {
      path: 'run.sh',
      old_text: '#!/bin/sh\necho one',
      new_text: '#!/bin/sh\necho two\necho three',
    });
    expect({ failed, text }).toMatchObject({ failed: false });
    expect(readFileSync(file('run.sh'), 'utf8')).toBe('\ufeff#!/bin/sh\r\necho two\r\necho three\r\n');
    expect(statSync(file('run.sh')).mode & 0o777).toBe(0o755);
    expect(text).toContain('-echo one\n+echo two\n+echo three');
  });

  test('an edit keeps what stands before the end of every other line', async () => {
    put('a.txt', 'one\r\r\ntwo\r\nthree\r\n');
    await use('edit', { path: 'a.txt', old_text: 'three', new_text: 'drei' });
    expect(readFileSync(file('a.txt'), 'utf8')).toBe('one\r\r\ntwo\r\ndrei\r\n');
  });

  test('an edit that does not fit says what to do and changes nothing', async () => {
    put('a.ts', 'const a = 1;\n\tconst b = 2;\nconst a = 1;\n');
    const before = readFileSync(file('a.ts'), 'utf8');
    const tellings: [object, RegExp][] = [
      [{ old_text: 'const c', new_text: 'x' }, /does not stand in "a.ts".*Read the file again/],
      [{ old_text: '    const b = 2;', new_text: 'x' }, /Lines 2 to 2 differ from it in white space only/],
      [{ old_text: 'const a = 1;', new_text: 'x' }, /stands 2 times.*lines 1, 3.*replace_all/],
      [{ old_text: '', new_text: 'x' }, /empty/],
      [{ old_text: 'same', new_text: 'same' }, /nothing would change/],
    ];
    for (const [args, expected] of tellings) {
      const { text, failed } = await use('edit', { path: 'a.ts', ...args });
      expect(failed).toBe(true);
      expect(text).toMatch(expected);
    }
    expect(readFileSync(file('a.ts'), 'utf8')).toBe(before);
    expect(
      (await use('edit', { path: 'a.ts', old_text: 'const a = 1;', new_text: '$& $1', replace_all: true })).text,
    ).toContain('2 places');
    expect(readFileSync(file('a.ts'), 'utf8')).toBe('$& $1\n\tconst b = 2;\n$& $1\n');
  });

  test('what is not UTF-8 text is not damaged', async () => {
    put('latin.txt', Buffer.from([0x63, 0x61, 0x66, 0xe9]));
    expect(await use('edit', { path: 'latin.txt', old_text: 'caf', new_text: 'x' })).toMatchObject({ failed: true });
    put('a.bin', Buffer.from([0, 1]));
    expect(await use('write', { path: 'a.bin', content: 'x' })).toMatchObject({ failed: true });
    expect(readFileSync(file('a.bin'))).toEqual(Buffer.from([0, 1]));
  });
});

describe('finding', () => {
  test('.gitignore is respected as git does', async () => {
    for (const name of [
      'src/a.ts',
      'src/b.log',
      'keep.log',
      'node_modules/x/index.js',
      'build/out.js',
      'docs/build/page.md',
      'sub/only.txt',
      'sub/other.txt',
      'temp-1/x',
    ])
      put(name, 'text');
    put('.gitignore', '# comment\n*.log\n!keep.log\nnode_modules/\n/build\ntemp-?/\n');
    put('sub/.gitignore', 'only.*\n');
    await promisify(execFile)('git', ['init', '-q'], { cwd: folder });
    const git = (await promisify(execFile)('git', ['ls-files', '-o', '--exclude-standard'], { cwd: folder })).stdout
      .trim()
      .split('\n')
      .toSorted();
    expect((await use('glob', { pattern: '**' })).text.split('\n').toSorted()).toEqual(git);
    expect((await use('glob', { pattern: '*.{ts,md}' })).text.split('\n')).toEqual(['docs/build/page.md', 'src/a.ts']);
    expect((await use('glob', { pattern: 'src/*' })).text).toBe('src/a.ts');
  });

  test('grep finds the beginning and the end of a line, whatever stands around it', async () => {
    put('a.txt', '\ufeffalpha;\r\nbeta;\r\n');
    expect((await use('grep', { pattern: '^\\w+;$' })).text).toBe('a.txt:1: alpha;\na.txt:2: beta;');
  });

  test('texts in older encodings are read and searched as what they are, also below much ASCII', async () => {
    // "확인해 주세요" in EUC-KR.
    const korean = Buffer.from('c8aec0cec7d820c1d6bcbcbfe40a', 'hex');
    put('a.txt', Buffer.concat(Array.from({ length: 30 }, () => korean)));
    expect((await use('read', { path: 'a.txt', lines: 1 })).text).toBe(
      '     1\t확인해 주세요\n[more lines follow: read from 2]\n[read as euc-kr; only files in UTF-8 can be edited]',
    );
    put('b.txt', Buffer.concat([Buffer.alloc(200_000, 'x\n'), ...Array.from({ length: 30 }, () => korean)]));
    expect((await use('read', { path: 'b.txt', from: 100_001, lines: 1 })).text).toContain('100001\t확인해 주세요');
    expect((await use('grep', { pattern: '주세요$', path: 'a.txt' })).text.split('\n')).toHaveLength(30);
    put('c.txt', '\ufeff한글');
    expect((await use('read', { path: 'c.txt' })).text).toBe('     1\t한글');
  });

  test('names whose letters a Mac has taken apart are found', async () => {
    put('보고서.txt'.normalize('NFD'), 'alpha');
    expect((await use('glob', { pattern: '*보고서*'.normalize('NFC') })).text.normalize('NFC')).toBe('보고서.txt');
    expect((await use('grep', { pattern: 'alpha', glob: '보고서.*' })).text.normalize('NFC')).toBe(
      '보고서.txt:1: alpha',
    );
  });

  test('grep says why it can’t search what was named', async () => {
    put('binary', 'a\0alpha');
    put('large', `${'x'.repeat(2 * 1024 * 1024)}alpha`);
    mkdirSync(file('empty'));
    const answers = ['none.txt', 'binary', 'large', 'empty'].map((path) => use('grep', { pattern: 'alpha', path }));
    expect(await Promise.all(answers)).toMatchObject([
      { failed: true, text: 'There is no "none.txt".' },
      { failed: true, text: expect.stringContaining('is binary') as string },
      { failed: true, text: expect.stringContaining('not searched') as string },
      { failed: false, text: 'No line matches.' },
    ]);
    expect(await use('grep', { pattern: 'alpha' })).toMatchObject({ failed: false, text: 'No line matches.' });
  });

  test('grep: expressions, plain text, one file, and none that takes for ever', async () => {
    put('a.txt', 'Alpha\nbeta (x)\n');
    put('b.md', 'alpha\n');
    expect((await use('grep', { pattern: '^alpha$', ignore_case: true })).text).toBe('a.txt:1: Alpha\nb.md:1: alpha');
    expect((await use('grep', { pattern: '(x)', literal: true })).text).toBe('a.txt:2: beta (x)');
    expect((await use('grep', { pattern: 'alpha', glob: '*.txt' })).text).toBe('No line matches.');
    expect((await use('grep', { pattern: 'beta', path: 'a.txt' })).text).toBe('a.txt:2: beta (x)');
    expect((await use('grep', { pattern: '(' })).text).toMatch(/isn’t a regular expression.*literal/);
    put('evil.txt', `${'a'.repeat(60)}!`);
    const began = Date.now();
    expect(await use('grep', { pattern: '^(a+)+$', path: 'evil.txt' })).toMatchObject({
      failed: true,
      text: expect.stringMatching(/takes too long/) as string,
    });
    put('a'.repeat(200), 'x');
    await use('glob', { pattern: `${'*a'.repeat(400)}b` });
    expect(Date.now() - began).toBeLessThan(4000);
  });
});
