import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { runElectron } from '../../electron/launch/run-electron.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'baton-run-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Runs a program in Electron's place, which notes each of its starts. */
async function run(script: string, waits: { start: number; calm: number }) {
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
