import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { McpServer } from '#contract/mcp.ts';
import { type McpBench, alive, createMcpBench, stdio, textOf } from './support/bench.ts';

const PYTHON = ['python3', 'python'].find(
  (name) => spawnSync(name, ['-c', 'import json'], { timeout: 10_000 }).status === 0,
);
const SCRIPT = fileURLToPath(new URL('support/python-server.py', import.meta.url));

describe.skipIf(PYTHON === undefined)('a server in Python', () => {
  let bench: McpBench;
  beforeEach(async () => {
    bench = await createMcpBench();
  });
  afterEach(() => bench.close());

  test('is started, listed and called, with progress and text of every kind, and leaves no process', async () => {
    const { id } = await bench.ready('Python', stdio(PYTHON ?? '', ['-u', SCRIPT]));
    const client = await bench.connect(id);
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(['greet', 'count']);
    expect(textOf(await bench.run(client, id, 'greet', { name: '한글 Ünïcode 🎈' }))).toBe(
      'Hello, 한글 Ünïcode 🎈! Python 3',
    );
    const steps: number[] = [];
    const counted = await bench.run(
      client,
      id,
      'count',
      { to: 5 },
      { onprogress: ({ progress }) => void steps.push(progress) },
    );
    expect(textOf(counted)).toBe('5');
    expect(steps).toEqual([1, 2, 3, 4, 5]);
    const stopped = await bench.call('POST', `/api/mcp/servers/${id}/stop`);
    expect(McpServer.parse(await stopped.json()).health.state).toBe('stopped');
    expect(bench.pids).toHaveLength(1);
    expect(bench.pids.filter(alive)).toEqual([]);
  });
});
