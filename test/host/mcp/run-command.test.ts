import { tmpdir } from 'node:os';
import { expect, test } from 'vitest';
import { runCommand } from '#host/mcp/builtin/shell/run-command.ts';
import { createSystemSpawner } from '#host/mcp/process/spawner.ts';

test('what a command printed is not lost when its sandbox can’t be cleaned up', async () => {
  const ran = await runCommand(createSystemSpawner(process.env, process.platform), {
    command: 'echo done',
    cwd: tmpdir(),
    added: { allow: [], env: {} },
    timeoutMs: 10_000,
    signal: new AbortController().signal,
    onOutput: () => undefined,
    wrap: async (line) => ({
      line,
      env: {},
      network: false,
      home: null,
      // As where a command leaves a folder that it has made read-only.
      release: () => Promise.reject(new Error('EACCES')),
    }),
  });
  expect(ran).toMatchObject({ output: 'done\n', code: 0, end: 'exit' });
});
