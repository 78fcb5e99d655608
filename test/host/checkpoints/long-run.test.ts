import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { steps } from '#test/runs.ts';
import { type StoreBench, createStoreBench, treeOf } from './support.ts';

const PROGRAM = fileURLToPath(new URL('long-run.ts', import.meta.url));
const STEPS = steps(150, 400);
/** A step with a command, after the middle. */
const CRASH = steps(81, 216);

let bench: StoreBench;
beforeEach(() => {
  bench = createStoreBench();
});
afterEach(() => bench.dispose());

const play = (from: number, to: number, crash = -1) =>
  spawnSync(process.execPath, [PROGRAM, bench.folder, bench.home, ...[from, to, crash].map(String)], {
    encoding: 'utf8',
  });

test(`a run of ${STEPS} steps with edits, commands and a crash in the middle is taken back to the first byte`, async () => {
  mkdirSync(join(bench.folder, 'src'));
  for (let n = 0; n < 40; n++)
    writeFileSync(join(bench.folder, 'src', `file-${n}.txt`), `line one of ${n}\r\nline two\n`.repeat(n + 1));
  writeFileSync(join(bench.folder, 'src', 'tool.sh'), '#!/bin/sh\n', { mode: 0o755 });
  writeFileSync(join(bench.folder, 'bin-0.dat'), Buffer.from([0, 255, 128, 10]));
  symlinkSync('src/file-1.txt', join(bench.folder, 'link'));
  mkdirSync(join(bench.folder, 'empty'), { mode: 0o700 });
  const before = treeOf(bench.folder);

  const killed = play(0, STEPS, CRASH);
  expect({ signal: killed.signal, stderr: killed.stderr }).toEqual({ signal: 'SIGKILL', stderr: '' });
  const resumed = play(CRASH + 1, STEPS);
  expect({ status: resumed.status, stderr: resumed.stderr }).toEqual({ status: 0, stderr: '' });
  expect(existsSync(join(bench.folder, 'half-done.txt'))).toBe(true);
  const after = treeOf(bench.folder);
  expect(after).not.toEqual(before);

  bench.restart();
  const { calls } = await bench.store.list('chat-1', 'long');
  expect(calls.length).toBeGreaterThan(STEPS * 0.875);
  const crashed = calls.find(({ step }) => step === `answer-${CRASH}`);
  expect(crashed?.look?.interrupted).toBe(true);
  expect(crashed?.changes.map(({ shown }) => shown)).toContain('half-done.txt');

  const { run, left } = await bench.takeBack({ runs: ['long'] });
  expect(left).toEqual([]);
  expect(treeOf(bench.folder)).toEqual(before);
  await bench.takeBack({ runs: [run ?? ''] });
  expect(treeOf(bench.folder)).toEqual(after);
});
