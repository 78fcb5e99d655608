import { existsSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Client } from '@modelcontextprotocol/client';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ChangeList, TakeBackPreview, TakenBack } from '#contract/checkpoints.ts';
import { Problem } from '#contract/problem.ts';
import { MCP_CALL_META, MCP_TURN_META } from '#contract/mcp-calls.ts';
import { pageHeaders } from '#test/fakes/host-deps.ts';
import { type McpBench, SESSION, createMcpBench } from '../mcp/support/bench.ts';

const WORKSPACE = 'builtin_workspace_server';
const SHELL = 'builtin_shell_server';
let bench: McpBench;
let folder: string;
const clients = new Map<string, Client>();

beforeEach(async () => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'calls-')));
  bench = await createMcpBench({ host: { checkpoints: { ms: 60_000, copyMs: 60_000 } } });
  for (const id of [WORKSPACE, SHELL]) clients.set(id, await bench.connect(id));
  await bench.call('POST', `/api/mcp/sessions/${SESSION}/folders`, { path: folder });
});
afterEach(async () => {
  await bench.close();
  rmSync(folder, { recursive: true, force: true });
});

async function call(id: string, tool: string, args: Record<string, unknown>, key: string) {
  const ticket = await bench.ticket(id, tool, args);
  const meta = { ...ticket, [MCP_TURN_META]: 'run-1', [MCP_CALL_META]: key };
  return clients.get(id)?.callTool({ name: tool, arguments: args, _meta: meta });
}
const ask = async (path: string, body: object) => bench.call('POST', `/api/checkpoints/${SESSION}/${path}`, body);

test('calls of the built-in servers are listed by run and step, and taken back by a known window only', async () => {
  writeFileSync(join(folder, 'a.txt'), 'a0');
  await call(WORKSPACE, 'write', { path: 'b.txt', content: 'b' }, 'answer-1#0');
  await call(WORKSPACE, 'edit', { path: 'a.txt', old_text: 'a0', new_text: 'a1' }, 'answer-1#1');
  await call(SHELL, 'run', { command: 'rm b.txt; echo c > c.txt' }, 'answer-2#0');
  const { calls } = ChangeList.parse(await (await bench.call('GET', `/api/checkpoints/${SESSION}?run=run-1`)).json());
  expect(
    calls.map(({ step, tool, command, changes }) => [step, tool, command, changes.map(({ shown }) => shown)]),
  ).toEqual([
    ['answer-1', 'write', null, ['b.txt']],
    ['answer-1', 'edit', null, ['a.txt']],
    ['answer-2', 'run', 'rm b.txt; echo c > c.txt', ['b.txt', 'c.txt']],
  ]);

  const selection = { runs: ['run-1'] };
  const { upTo, files } = TakeBackPreview.parse(await (await ask('preview', selection)).json());
  expect(files.map(({ shown, state }) => [shown, state])).toEqual([
    ['b.txt', 'same'],
    ['a.txt', 'ready'],
    ['c.txt', 'ready'],
  ]);
  const refused = await fetch(`${bench.origin}/api/checkpoints/${SESSION}/take-back`, {
    method: 'POST',
    headers: pageHeaders({ 'content-type': 'application/json' }),
    body: JSON.stringify({ selection, upTo }),
  });
  expect(Problem.parse(await refused.json()).code).toBe('window_unknown');
  expect(readFileSync(join(folder, 'a.txt'), 'utf8')).toBe('a1');

  const taken = TakenBack.parse(await (await ask('take-back', { selection, upTo })).json());
  expect(taken).toMatchObject({ done: 2, left: [] });
  expect(readFileSync(join(folder, 'a.txt'), 'utf8')).toBe('a0');
  expect(existsSync(join(folder, 'c.txt'))).toBe(false);

  await bench.call('DELETE', `/api/mcp/sessions/${SESSION}`);
  const after = ChangeList.parse(await (await bench.call('GET', `/api/checkpoints/${SESSION}`)).json());
  expect(after.calls).toEqual([]);
});
