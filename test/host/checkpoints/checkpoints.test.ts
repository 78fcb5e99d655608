import {
  appendFileSync,
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { writeCheckedLine } from '#host/base/checked-lines.ts';
import { HostError } from '#host/base/problem.ts';
import { SESSION, type StoreBench, createStoreBench, treeOf } from './support.ts';

let bench: StoreBench;
const file = (name: string) => join(bench.folder, name);
const put = (name: string, content: string | Buffer, mode = 0o644) => {
  mkdirSync(join(file(name), '..'), { recursive: true });
  writeFileSync(file(name), content, { mode });
};
const all = { runs: ['run-1'] };
const preview = async (selection: object = all) =>
  Object.fromEntries(
    (await bench.store.preview(SESSION, { runs: [], steps: [], ...selection })).files.map(({ shown, state }) => [
      shown,
      state,
    ]),
  );
const listed = async () =>
  (await bench.store.list(SESSION, undefined)).calls.map(({ step, changes }) => [
    step,
    Object.fromEntries(changes.map(({ shown, state }) => [shown, state])),
  ]);

beforeEach(() => {
  bench = createStoreBench();
});
afterEach(() => bench.dispose());

describe('what our tools write', () => {
  test('is taken back to the first byte: contents, modes and folders that were made', async () => {
    put('a.txt', 'one\r\ntwo\r\n', 0o640);
    const before = treeOf(bench.folder);
    await bench.write('a.txt', 'one\nthree\n');
    await bench.write('new/deep/b.txt', 'b');
    await bench.write('a.txt', 'four\n');
    expect(await listed()).toEqual([
      ['answer-1', { 'a.txt': 'later' }],
      ['answer-2', { new: 'left', 'new/deep': 'left', 'new/deep/b.txt': 'left' }],
      ['answer-3', { 'a.txt': 'left' }],
    ]);
    const { run, done, left } = await bench.takeBack(all);
    expect({ done, left }).toEqual({ done: 4, left: [] });
    expect(treeOf(bench.folder)).toEqual(before);
    // And back again, because taking back is recorded like everything else.
    await bench.takeBack({ runs: [run ?? ''] });
    expect(readFileSync(file('a.txt'), 'latin1')).toBe('four\r\n');
    expect(readFileSync(file('new/deep/b.txt'), 'latin1')).toBe('b');
  });

  test('one step or one file at a time, also after a restart', async () => {
    put('a.txt', 'a0');
    put('b.txt', 'b0');
    await bench.write('a.txt', 'a1');
    await bench.write('b.txt', 'b1');
    bench.restart();
    expect((await bench.takeBack({ steps: ['answer-2'] })).done).toBe(1);
    expect([readFileSync(file('a.txt'), 'utf8'), readFileSync(file('b.txt'), 'utf8')]).toEqual(['a1', 'b0']);
    expect((await bench.takeBack({ ...all, path: 'a.txt' })).done).toBe(1);
    expect(readFileSync(file('a.txt'), 'utf8')).toBe('a0');
    expect(await preview()).toEqual({ 'a.txt': 'same', 'b.txt': 'same' });
  });

  test('a write that fails leaves no change in the list', async () => {
    mkdirSync(file('closed'));
    put('closed/a.txt', 'a');
    await bench.store.changes
      .write(
        { session: SESSION, run: 'run-1', call: 'x#0', tool: 'write' },
        {
          place: { root: bench.folder, path: file('closed/a.txt'), shown: 'closed/a.txt', closed: null },
          bytes: Buffer.from('b'),
          mode: 0o644,
          write: () => Promise.reject(new Error('no room')),
        },
      )
      .catch(() => undefined);
    expect(await listed()).toEqual([]);
    bench.restart();
    expect(await listed()).toEqual([]);
  });

  test('nothing is written when the copy cannot be kept', async () => {
    put('a.txt', 'precious');
    writeFileSync(join(bench.home, 'checkpoints'), 'a file where the folder should be');
    await expect(bench.write('a.txt', 'gone')).rejects.toThrow(/Nothing was written to "a.txt"/);
    expect(readFileSync(file('a.txt'), 'utf8')).toBe('precious');
  });
});

describe('files that someone else changed', () => {
  test('are shown and need a tick for exactly what was seen', async () => {
    put('a.txt', 'a0');
    put('b.txt', 'b0');
    await bench.write('a.txt', 'a1');
    await bench.write('b.txt', 'b1');
    writeFileSync(file('a.txt'), 'mine');
    expect(await preview()).toEqual({ 'a.txt': 'changed', 'b.txt': 'ready' });
    const taken = await bench.takeBack(all);
    expect(taken.done).toBe(1);
    expect(taken.left).toMatchObject([{ shown: 'a.txt', reason: 'changed' }]);
    expect(readFileSync(file('a.txt'), 'utf8')).toBe('mine');
    const selection = { runs: ['run-1'], steps: [] };
    const { upTo, files } = await bench.store.preview(SESSION, selection);
    const over = files.filter(({ state }) => state === 'changed').map(({ path, seen }) => ({ path, seen }));
    writeFileSync(file('a.txt'), 'mine, again');
    expect((await bench.store.takeBack(SESSION, { selection, upTo, over })).left).toMatchObject([
      { shown: 'a.txt', reason: 'changed' },
    ]);
    expect(readFileSync(file('a.txt'), 'utf8')).toBe('mine, again');
    const { run } = await bench.takeBack(all, ['a.txt']);
    expect(readFileSync(file('a.txt'), 'utf8')).toBe('a0');
    await bench.takeBack({ runs: [run ?? ''] });
    expect(readFileSync(file('a.txt'), 'utf8')).toBe('mine, again');
  });

  test('a folder that a run made stays when it holds files of others', async () => {
    await bench.write('made/a.txt', 'a');
    put('made/mine.txt', 'mine');
    const { left } = await bench.takeBack(all);
    expect(left).toMatchObject([{ shown: 'made', reason: 'kept-files' }]);
    expect(treeOf(bench.folder)).toMatchObject({ 'made/mine.txt': expect.stringContaining('mine') });
    expect(existsSync(file('made/a.txt'))).toBe(false);
  });

  test('a change of a later step is said to be one, and overwritten only with a tick', async () => {
    put('a.txt', 'a0');
    await bench.write('a.txt', 'a1');
    await bench.write('a.txt', 'a2');
    expect(await preview({ steps: ['answer-1'] })).toEqual({ 'a.txt': 'later' });
    expect((await bench.takeBack({ steps: ['answer-1'] })).done).toBe(0);
    expect(readFileSync(file('a.txt'), 'utf8')).toBe('a2');
  });

  test('a change of a step between the chosen ones needs a tick, too', async () => {
    put('a.txt', 'a0');
    put('b.txt', 'b0');
    await bench.write('a.txt', 'a1');
    await bench.write('a.txt', 'a2');
    await bench.write('a.txt', 'a3');
    await bench.write('b.txt', 'b1');
    const around = { steps: ['answer-1', 'answer-3', 'answer-4'] };
    expect(await preview(around)).toEqual({ 'a.txt': 'later', 'b.txt': 'ready' });
    expect(await bench.takeBack(around)).toMatchObject({ done: 1, left: [{ shown: 'a.txt', reason: 'changed' }] });
    expect(readFileSync(file('a.txt'), 'utf8')).toBe('a3');
    expect(await preview(all)).toEqual({ 'a.txt': 'ready', 'b.txt': 'same' });
  });

  test('taking back once before is no change of others', async () => {
    put('a.txt', 'a0');
    await bench.write('a.txt', 'a1');
    await bench.takeBack({ steps: ['answer-1'] });
    await bench.write('a.txt', 'a2');
    expect(await preview(all)).toEqual({ 'a.txt': 'ready' });
  });

  test('what came after the preview is not included', async () => {
    put('a.txt', 'a0');
    put('b.txt', 'b0');
    await bench.write('a.txt', 'a1');
    const selection = { runs: ['run-1'], steps: [] };
    const { upTo } = await bench.store.preview(SESSION, selection);
    await bench.write('b.txt', 'b1');
    await bench.store.takeBack(SESSION, { selection, upTo, over: [] });
    expect([readFileSync(file('a.txt'), 'utf8'), readFileSync(file('b.txt'), 'utf8')]).toEqual(['a0', 'b1']);
  });
});

describe('commands', () => {
  test('everything is taken back: moves, deletions, links, modes, binary files, files that became folders', async () => {
    put('a.txt', 'a');
    put('run.sh', '#!/bin/sh', 0o755);
    put('bin.dat', Buffer.from([0, 1, 2, 255]));
    put('old/deep/c.txt', 'c');
    put('turns', 'a file');
    mkdirSync(file('empty'), { mode: 0o700 });
    symlinkSync('a.txt', file('link'));
    symlinkSync('../outside', file('dangling'));
    const before = treeOf(bench.folder);
    await bench.command(() => {
      renameSync(file('old'), file('moved'));
      rmSync(file('a.txt'));
      chmodSync(file('run.sh'), 0o600);
      writeFileSync(file('bin.dat'), Buffer.from([0, 9]));
      rmSync(file('turns'));
      put('turns/into/folder.txt', 'x');
      rmSync(file('empty'), { recursive: true });
      rmSync(file('link'));
      symlinkSync('bin.dat', file('link'));
      rmSync(file('dangling'));
      put('dangling', 'a file now');
    });
    expect((await bench.takeBack(all)).left).toEqual([]);
    expect(treeOf(bench.folder)).toEqual(before);
  });

  test('what our tools write meanwhile is theirs, and not the command’s', async () => {
    put('a.txt', 'a0');
    put('b.txt', 'b0');
    await bench.command(async () => {
      await bench.write('a.txt', 'a1', 'tool#0');
      await bench.write('b.txt', 'b1', 'tool#1');
      writeFileSync(file('b.txt'), 'b2');
    }, 'command#0');
    expect(await listed()).toEqual([
      ['tool', { 'a.txt': 'left' }],
      ['tool', { 'b.txt': 'later' }],
      ['command', { 'b.txt': 'left' }],
    ]);
    await bench.takeBack({ steps: ['command'] });
    expect(readFileSync(file('b.txt'), 'utf8')).toBe('b1');
  });

  test('.gitignore is respected, unless the user wants otherwise', async () => {
    put('.gitignore', 'cache/\n*.log\n');
    put('cache/x', 'x0');
    put('a.log', 'log0');
    const work = () => {
      writeFileSync(file('cache/x'), 'x1');
      rmSync(file('a.log'));
    };
    await bench.command(work);
    expect(await listed()).toEqual([]);
    put('cache/x', 'x0');
    put('a.log', 'log0');
    await bench.store.change({ on: true, commands: true, ignored: true });
    bench.restart();
    await bench.command(work, 'second#0');
    expect(await listed()).toEqual([['second', { 'a.log': 'left', 'cache/x': 'left' }]]);
    await bench.takeBack(all);
    expect([readFileSync(file('cache/x'), 'utf8'), readFileSync(file('a.log'), 'utf8')]).toEqual(['x0', 'log0']);
  });

  test('a file that was ignored before is never taken for one that the command made', async () => {
    put('.gitignore', 'keep.txt\n');
    put('keep.txt', 'mine');
    await bench.command(() => rmSync(file('.gitignore')));
    await bench.takeBack(all);
    expect(readFileSync(file('keep.txt'), 'utf8')).toBe('mine');
    // And the other way round.
    await bench.command(() => writeFileSync(file('.gitignore'), 'keep.txt\nother\n'), 'again#0');
    expect(await listed()).toContainEqual(['again', { '.gitignore': 'left' }]);
  });

  test('without copies, changes are listed and say that they cannot be taken back', async () => {
    put('a.txt', 'a0');
    await bench.store.change({ on: true, commands: false, ignored: false });
    await bench.command(() => {
      writeFileSync(file('a.txt'), 'longer');
      put('new.txt', 'n');
    });
    expect(await listed()).toEqual([['answer-1', { 'a.txt': 'no-copy', 'new.txt': 'left' }]]);
    const { calls } = await bench.store.list(SESSION, undefined);
    expect(calls[0]?.look).toEqual({ partial: null, uncopied: 1, interrupted: false });
    await bench.takeBack(all, ['a.txt']);
    expect(readFileSync(file('a.txt'), 'utf8')).toBe('longer');
    expect(existsSync(file('new.txt'))).toBe(false);
  });

  test('limits are said: files, sizes and room', async () => {
    bench.dispose();
    bench = createStoreBench({ files: 3, fileBytes: 10 });
    put('a.txt', 'a');
    put('large.txt', 'more than ten bytes');
    for (const name of ['sub/b.txt', 'sub/c.txt', 'sub/deep/d.txt']) put(name, name);
    await bench.command(() => {
      writeFileSync(file('large.txt'), 'still more than ten bytes');
      writeFileSync(file('sub/deep/d.txt'), 'unseen');
      put('sub/deep/new.txt', 'new');
    });
    const { calls } = await bench.store.list(SESSION, undefined);
    expect(calls[0]?.look).toMatchObject({ partial: 'files', uncopied: 1 });
    expect(calls[0]?.changes.map(({ shown, state }) => [shown, state])).toEqual([['large.txt', 'no-copy']]);
  });

  test('a huge file that a command made goes only with a tick, since it could not be brought back', async () => {
    await bench.command(() => writeFileSync(file('huge.bin'), Buffer.alloc(21 * 1024 ** 2)));
    expect(await preview()).toEqual({ 'huge.bin': 'too-large' });
    expect((await bench.takeBack(all)).done).toBe(0);
    expect((await bench.takeBack(all, ['huge.bin'])).done).toBe(1);
    expect(existsSync(file('huge.bin'))).toBe(false);
  });

  test('nothing is taken back while a command works in the folder', async () => {
    await bench.write('a.txt', 'a');
    await bench.command(async () => {
      const refused = await bench.takeBack(all).catch((error: unknown) => error);
      expect(refused).toBeInstanceOf(HostError);
      expect((refused as HostError).code).toBe('files_busy');
    });
    expect((await bench.takeBack(all)).done).toBe(1);
  });

  test('off, nothing is kept', async () => {
    put('a.txt', 'a');
    await bench.store.change({ on: false, commands: true, ignored: false });
    await bench.write('a.txt', 'b');
    await bench.command(() => rmSync(file('a.txt')));
    expect(await listed()).toEqual([]);
    expect(readdirSync(bench.home)).toEqual(['checkpoints.json']);
  });
});

describe('attacks', () => {
  test('a folder that was replaced by a link is not written through', async () => {
    put('sub/a.txt', 'a0');
    await bench.write('sub/a.txt', 'a1');
    mkdirSync(join(bench.root, 'elsewhere'));
    writeFileSync(join(bench.root, 'elsewhere', 'a.txt'), 'a1');
    renameSync(file('sub'), file('was-sub'));
    symlinkSync(join(bench.root, 'elsewhere'), file('sub'));
    expect(await preview()).toEqual({ 'sub/a.txt': 'changed' });
    const { done, left } = await bench.takeBack(all, ['sub/a.txt']);
    expect({ done, left: left.map(({ reason }) => reason) }).toEqual({ done: 0, left: ['failed'] });
    expect(readFileSync(join(bench.root, 'elsewhere', 'a.txt'), 'utf8')).toBe('a1');
  });

  test('a file that was replaced by a link: the link goes, its target stays', async () => {
    put('a.txt', 'a0');
    await bench.write('a.txt', 'a1');
    writeFileSync(join(bench.root, 'target'), 'a1');
    rmSync(file('a.txt'));
    symlinkSync(join(bench.root, 'target'), file('a.txt'));
    expect(await preview()).toEqual({ 'a.txt': 'changed' });
    await bench.takeBack(all, ['a.txt']);
    expect(lstatSync(file('a.txt')).isFile()).toBe(true);
    expect(readFileSync(file('a.txt'), 'utf8')).toBe('a0');
    expect(readFileSync(join(bench.root, 'target'), 'utf8')).toBe('a1');
  });

  test('a folder that is no longer attached stays closed', async () => {
    put('a.txt', 'a0');
    await bench.write('a.txt', 'a1');
    bench.attached.splice(0);
    expect(await preview()).toEqual({ [file('a.txt')]: 'outside' });
    expect(await bench.store.diff(SESSION, { runs: ['run-1'], steps: [] }, file('a.txt'))).toMatchObject({ diff: '' });
    expect((await bench.takeBack(all, [file('a.txt')])).done).toBe(0);
    expect(readFileSync(file('a.txt'), 'utf8')).toBe('a1');
  });

  test('a log that names other paths changes nothing there', async () => {
    put('a.txt', 'a0');
    await bench.write('a.txt', 'a1');
    const log = join(bench.home, 'checkpoints', 'sessions');
    const [name = ''] = readdirSync(log);
    writeFileSync(join(bench.root, 'victim'), 'v');
    mkdirSync(file('.git/hooks'), { recursive: true });
    const evil = [join(bench.root, 'victim'), `${bench.folder}/../victim`, file('.git/hooks/pre-commit'), bench.folder];
    for (const [at, path] of evil.entries())
      appendFileSync(
        join(log, name),
        writeCheckedLine({
          t: 'change',
          seq: 100 + at,
          at: 1,
          run: 'run-1',
          call: 'x#0',
          tool: 'write',
          path,
          before: { kind: 'link', target: '/etc/passwd' },
          after: { kind: 'absent' },
        }),
      );
    bench.restart();
    expect(Object.values(await preview()).filter((state) => state === 'outside')).toHaveLength(4);
    await bench.takeBack(all);
    expect(readFileSync(join(bench.root, 'victim'), 'utf8')).toBe('v');
    expect(readdirSync(file('.git/hooks'))).toEqual([]);
  });

  test('a damaged copy is noticed and never written', async () => {
    put('a.txt', 'precious');
    await bench.write('a.txt', 'a1');
    const copies = join(bench.home, 'checkpoints', 'copies');
    const [folder = ''] = readdirSync(copies);
    const [name = ''] = readdirSync(join(copies, folder));
    writeFileSync(join(copies, folder, name), 'damaged!');
    const { left } = await bench.takeBack(all);
    expect(left).toMatchObject([{ shown: 'a.txt', reason: 'no-copy' }]);
    expect(readFileSync(file('a.txt'), 'utf8')).toBe('a1');
  });

  test('nothing in the home can be read by others', async () => {
    put('a.txt', 'a0');
    await bench.write('a.txt', 'a1');
    const modes = (path: string): number[] => [
      lstatSync(path).mode & 0o077,
      ...(lstatSync(path).isDirectory() ? readdirSync(path).flatMap((name) => modes(join(path, name))) : []),
    ];
    expect(new Set(modes(join(bench.home, 'checkpoints')))).toEqual(new Set([0]));
  });
});

describe('diffs', () => {
  const diff = async (path: string, selection: object = all) =>
    bench.store.diff(SESSION, { runs: [], steps: [], ...selection }, file(path));

  test('of one step and of a run, of links, and plainly where there is none', async () => {
    put('a.txt', 'one\ntwo\n');
    put('bin', Buffer.from([0, 1]));
    put('gone.txt', 'gone\n');
    await bench.write('a.txt', 'one\nthree\n');
    await bench.write('a.txt', 'one\nfour\n');
    await bench.command(() => {
      writeFileSync(file('bin'), Buffer.from([0, 2]));
      rmSync(file('gone.txt'));
      symlinkSync('a.txt', file('link'));
      mkdirSync(file('folder'));
    });
    expect((await diff('a.txt', { steps: ['answer-1'] })).diff).toContain('-two\n+three');
    expect((await diff('a.txt')).diff).toContain('-two\n+four');
    expect((await diff('gone.txt')).diff).toContain('-gone');
    expect((await diff('link')).diff).toContain('+-> a.txt');
    expect(await diff('bin')).toMatchObject({ kind: 'binary', diff: '' });
    expect(await diff('folder')).toMatchObject({ kind: 'none' });
    await bench.write('b.txt', 'b');
    writeFileSync(file('b.txt'), 'mine');
    expect(await diff('b.txt')).toMatchObject({ kind: 'unknown' });
  });

  test('of a text in an older encoding, also where its encoding is what changed', async () => {
    // "확인해 주세요" in EUC-KR.
    const korean = Buffer.from('c8aec0cec7d820c1d6bcbcbfe40a'.repeat(30), 'hex');
    put('a.txt', korean);
    await bench.command(() => put('a.txt', Buffer.concat([korean, Buffer.from('new\n')])));
    expect((await diff('a.txt')).diff).toContain(' 확인해 주세요\n+new');
    await bench.command(() => put('a.txt', '확인해 주세요\n'.repeat(30)));
    expect(await diff('a.txt')).toMatchObject({ kind: 'none', diff: '' });
  });

  test('of a long text only the beginning', async () => {
    await bench.write('a.txt', `${'x'.repeat(99)}\n`.repeat(3000));
    const found = await diff('a.txt');
    expect(found).toMatchObject({ kind: 'text', cut: true });
    expect(found.diff.length).toBeLessThanOrEqual(200_000);
  });
});

describe('cleaning up', () => {
  test('what is older than 30 days goes, with its copies', async () => {
    put('a.txt', 'a0');
    await bench.write('a.txt', 'a1');
    bench.time.now += 31 * 24 * 60 * 60_000;
    put('b.txt', 'b0');
    await bench.write('b.txt', 'b1');
    expect(await listed()).toEqual([['answer-2', { 'b.txt': 'left' }]]);
    expect((await bench.store.facts()).bytes).toBe(2);
    bench.restart();
    await bench.takeBack(all);
    expect([readFileSync(file('a.txt'), 'utf8'), readFileSync(file('b.txt'), 'utf8')]).toEqual(['a1', 'b0']);
  });

  test('over the limit, the oldest changes go first', async () => {
    bench.dispose();
    bench = createStoreBench({ room: 1000 });
    for (let at = 0; at < 6; at++) {
      bench.time.now += 1000;
      put(`${at}.txt`, `${at}`.repeat(300));
      await bench.write(`${at}.txt`, 'changed');
    }
    expect((await bench.store.facts()).bytes).toBeLessThanOrEqual(1000 + 300);
    const steps = (await listed()).map(([step]) => step);
    expect(steps).not.toContain('answer-1');
    expect(steps.at(-1)).toBe('answer-6');
    await bench.takeBack({ steps: ['answer-6'] });
    expect(readFileSync(file('5.txt'), 'utf8')).toBe('5'.repeat(300));
  });

  test('a deleted conversation and a cleared store keep nothing', async () => {
    put('a.txt', 'a0');
    await bench.write('a.txt', 'a1');
    await bench.store.forget(SESSION);
    expect(await listed()).toEqual([]);
    await bench.write('a.txt', 'a2');
    await bench.store.clear();
    expect(await listed()).toEqual([]);
    expect((await bench.store.facts()).bytes).toBe(0);
  });
});
