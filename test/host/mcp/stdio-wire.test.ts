import { PassThrough, Writable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import type { Child, Spawner } from '#host/mcp/process/spawner.ts';
import { createStdioWire } from '#host/mcp/process/stdio-wire.ts';

const PING = { jsonrpc: '2.0', method: 'ping', id: 1 } as const;
const QUIET = { onMessage: () => undefined, onNote: () => undefined, onClose: () => undefined };

/** A server whose pipe breaks at the first write. */
function brokenPipe(exited: Child['exited']): Spawner {
  const stdin = new Writable({
    write: (_chunk, _encoding, done) => done(Object.assign(new Error('write EPIPE'), { code: 'EPIPE' })),
  });
  stdin.on('error', () => undefined);
  const child: Child = {
    pid: 1,
    stdin,
    stdout: new PassThrough(),
    stderr: new PassThrough(),
    exited,
    kill: async () => undefined,
  };
  return { spawn: async () => child, env: {}, platform: 'linux' };
}

async function failures(exited: Child['exited']): Promise<string[]> {
  const wire = createStdioWire(brokenPipe(exited), { command: 'x', args: [], cwd: null, env: {} });
  await wire.start(QUIET, new AbortController().signal);
  const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
  // The first write breaks the pipe, the second finds it broken.
  return [await wire.send(PING).then(() => 'sent', messageOf), await wire.send(PING).then(() => 'sent', messageOf)];
}

describe('a server that can no longer be written to', () => {
  it('is told of by how it ended, also when that is known a moment later', async () => {
    const later = new Promise<{ code: null; signal: string }>((resolve) =>
      setTimeout(() => resolve({ code: null, signal: 'SIGKILL' }), 20),
    );
    const message = 'It was ended by SIGKILL.';
    expect(await failures(later)).toEqual([message, message]);
  });

  it('is told of as it is where it lives on', async () => {
    expect(await failures(new Promise(() => undefined))).toEqual(['write EPIPE', 'The server isn’t running.']);
  });
});
