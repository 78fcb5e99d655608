import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { runElectron } from '../../electron/launch/run-electron.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'baton-run-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Runs a program in Electron's place, which notes each of its starts. */
async function run(script: string, waits: { start: number; calm: number }, platform = process.platform) {
  const binary = join(folder, 'electron');
  writeFileSync(binary, `#!/bin/sh\necho start >> '${folder}/starts'\n${script}\n`);
  chmodSync(binary, 0o755);
  const complaints: string[] = [];
  const result = await runElectron(
    binary,
    {
      root: folder,
      home: folder,
      portable: false,
      version: '1.0.0',
      env: { PATH: process.env['PATH'] },
      linuxRoot: false,
      print: () => undefined,
      complain: (line: string) => void complaints.push(line),
    },
    waits,
    platform,
  );
  return { result, complaints, starts: readFileSync(join(folder, 'starts'), 'utf8').split('\n').length - 1 };
}

it.skipIf(process.platform === 'win32')('an app that crashes is opened again', async () => {
  const once = `[ "$(wc -l < '${folder}/starts')" -gt 1 ] && exit 0\nkill -SEGV $$`;
  const { result, starts, complaints } = await run(once, { start: 0, calm: 0 });
  expect({ result, starts }).toEqual({ result: { code: 0 }, starts: 2 });
  expect(complaints.join()).toContain('ended unexpectedly (SIGSEGV)');
});

it.skipIf(process.platform === 'win32')('one that crashes again and again is not', async () => {
  const { result, starts } = await run('exit 3', { start: 0, calm: 60_000 });
  expect({ result, starts }).toEqual({ result: { code: 1 }, starts: 1 });
});

it.skipIf(process.platform === 'win32')('on Windows, Ctrl-C asks the app to quit and doesn’t end it', async () => {
  const quit = join(folder, 'quit');
  const script = [
    `trap 'echo killed >> ${folder}/signals; exit 1' TERM`,
    `case "$*" in *--quit) echo "$BATON_HOME $BATON_HELD" > '${quit}'; exit 0;; esac`,
    `touch '${folder}/open'`,
    `while [ ! -e '${quit}' ]; do sleep 0.05; done`,
    'exit 0',
  ].join('\n');
  const before = process.listeners('SIGINT');
  const running = run(script, { start: 0, calm: 0 }, 'win32');
  await vi.waitFor(() => expect(existsSync(join(folder, 'open'))).toBe(true), { timeout: 5000 });
  for (const listener of process.listeners('SIGINT')) if (!before.includes(listener)) listener('SIGINT');
  const { result, starts } = await running;
  expect({ result, starts }).toEqual({ result: { code: 0 }, starts: 2 });
  expect(readFileSync(quit, 'utf8').trim()).toBe(folder);
  expect(existsSync(join(folder, 'signals'))).toBe(false);
});
