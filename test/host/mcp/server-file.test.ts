import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createServerFile } from '#host/mcp/registry/server-file.ts';
import { createMemorySecrets } from '#test/fakes/host-deps.ts';

test('values are those of the definition that was agreed to, or none', async () => {
  const home = mkdtempSync(join(tmpdir(), 'baton-servers-'));
  onTestFinished(() => rmSync(home, { recursive: true }));
  const write = (args: string[], env: Record<string, string>) =>
    writeFileSync(
      join(home, 'mcp.json'),
      JSON.stringify({ mcpServers: { one: { command: 'node', args, env, baton: { enabled: true } } } }),
    );
  const file = createServerFile(home, { now: () => 0 }, createMemorySecrets());
  write(['server.js'], { MODE: 'a' });
  const row = await file.find('one');
  // The consent covers the names of variables, not their values.
  write(['server.js'], { MODE: 'b' });
  expect(await file.values(row)).toMatchObject({ args: ['server.js'], env: { MODE: 'b' } });
  // Another program writes between the check of the consent and the start.
  write(['-e', 'other code'], { MODE: 'b' });
  await expect(file.values(row)).rejects.toMatchObject({ code: 'approval_stale' });
});
