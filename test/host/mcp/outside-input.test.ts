import { createServer } from 'node:http';
import { connect } from 'node:net';
import { PassThrough, Writable } from 'node:stream';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { ServerConnection } from '#host/mcp/bridge/connection.ts';
import { connectServer } from '#host/mcp/bridge/server-connection.ts';
import type { Child, Spawner } from '#host/mcp/process/spawner.ts';
import { createStdioWire } from '#host/mcp/process/stdio-wire.ts';
import { openCallbackListener } from '#host/mcp/remote/callback-listener.ts';
import { systemClock } from '#host/base/system-clock.ts';
import { createSecretRedactor } from '#host/mcp/base/redact-secrets.ts';

/** Outside input may be anything; no error from it reaches the process's global handler. */
const uncaught: unknown[] = [];
const note = (error: unknown) => void uncaught.push(error);
beforeEach(() => {
  uncaught.length = 0;
  process.on('uncaughtException', note).on('unhandledRejection', note);
});
afterEach(async () => {
  await new Promise((resolve) => setImmediate(resolve));
  process.off('uncaughtException', note).off('unhandledRejection', note);
  if (uncaught.length > 0) throw new Error('reached the last net', { cause: uncaught[0] });
});

function send(port: number, text: string): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.end(text));
    let answer = '';
    socket.on('data', (chunk) => (answer += chunk.toString()));
    socket.on('error', () => undefined);
    socket.on('close', () => resolve(answer));
  });
}

describe('the listener of a sign-in', () => {
  const awkward = fc.constantFrom(
    '//[',
    '//',
    '/\\[',
    'http://[',
    '*',
    '/oauth/callback?state=',
    '/%',
    '/oauth/callback',
  );
  const path = fc.oneof(
    awkward,
    fc.tuple(awkward, fc.stringMatching(/^[!-~]{0,40}$/)).map((parts) => parts.join('')),
    fc.stringMatching(/^[!-~]{1,80}$/),
  );
  const method = fc.constantFrom('GET', 'POST', 'OPTIONS', 'HEAD');
  const bytes = fc.uint8Array({ maxLength: 200 }).map((raw) => Buffer.from(raw).toString('latin1'));

  test('answers whatever is asked, and still takes the one call it waits for', async () => {
    const listener = await openCallbackListener(null);
    const port = Number(new URL(listener.redirectUrl).port);
    const waited = listener.wait('the-state');
    const ask = (one: string, how: string) =>
      send(port, `${how} ${one} HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\nconnection: close\r\n\r\n`);
    await fc.assert(
      fc.asyncProperty(path, method, async (one, how) => {
        expect(await ask(one, how)).toMatch(/^HTTP\/1\.1 400 /);
      }),
      { numRuns: 150 },
    );
    await fc.assert(
      fc.asyncProperty(bytes, async (raw) => {
        expect(await send(port, raw)).not.toMatch(/^HTTP\/1\.1 200/);
      }),
      { numRuns: 50 },
    );
    expect(await ask('/oauth/callback?state=the-state&code=c', 'GET')).toMatch(/^HTTP\/1\.1 200 /);
    expect((await waited).get('code')).toBe('c');
    listener.close();
  });

  test('a port that is taken is given up for another', async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const taken = `http://127.0.0.1:${(other.address() as { port: number }).port}/oauth/callback`;
    const listener = await openCallbackListener(taken);
    expect(listener.redirectUrl).not.toBe(taken);
    listener.close();
    other.close();
  });
});

describe('a server over stdio', () => {
  interface Bench {
    link: ServerConnection;
    /** Writes as the server. */
    say: (text: string) => void;
    notes: string[];
  }

  /** A server that completes the handshake and answers `ping`; it also writes whatever a test wants. */
  async function openBench(): Promise<Bench> {
    const stdout = new PassThrough();
    const stdin = new Writable({
      write(chunk: Buffer, _encoding, done) {
        done();
        const { id, method } = JSON.parse(String(chunk)) as { id?: number; method?: string };
        const result =
          method === 'initialize'
            ? { protocolVersion: '2025-11-25', capabilities: {}, serverInfo: { name: 's', version: '1' } }
            : {};
        if (method === 'hold' || id === undefined) return;
        stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, result })}\n`);
      },
    });
    const child: Child = {
      pid: 1,
      stdin,
      stdout,
      stderr: new PassThrough(),
      exited: new Promise(() => undefined),
      kill: async () => undefined,
    };
    const spawner: Spawner = { spawn: async () => child, env: {}, platform: 'linux' };
    const notes: string[] = [];
    const link = await connectServer(
      {
        wire: createStdioWire(spawner, { command: 'x', args: [], cwd: null, env: {} }),
        scrub: createSecretRedactor(['secret-of-the-environment']),
        version: '1',
        clock: systemClock,
      },
      {
        onNotification: () => undefined,
        onActivity: () => undefined,
        onClose: () => undefined,
        onSendFailed: () => undefined,
        onNote: (_from, text) => void notes.push(text),
        rootsOf: async () => [],
        onNewSession: async () => undefined,
        mayRepeat: async () => undefined,
      },
      new AbortController().signal,
    );
    return { link, say: (text) => void stdout.write(text), notes };
  }

  const nested = (depth: number) => `${'{"a":['.repeat(depth)}1${']}'.repeat(depth)}`;

  test.for([300, 2000, 20_000])(
    'an answer nested %d deep ends its call at once, and what follows is read',
    async (depth) => {
      const { link, say } = await openBench();
      const deep = link.ask('hold', {});
      const after = link.ask('hold', {});
      // The host counts its own ids; the two pending ones are the newest.
      const ids = [...Array(40).keys()];
      say(ids.map((id) => `{"jsonrpc":"2.0","id":${id},"result":${nested(depth)}}\n`).join(''));
      await expect(deep).rejects.toThrow(/nested more than/);
      await expect(after).rejects.toThrow(/nested more than/);
      expect(await link.ask('ping', {})).toEqual({});
      await link.close();
    },
  );

  test('anything at all, cut anywhere: the next call is answered', async () => {
    const { link, say } = await openBench();
    const awkward = fc.constantFrom<unknown>(
      '2.0',
      'notifications/progress',
      'notifications/cancelled',
      'ping',
      null,
      -1,
    );
    const value = fc.oneof(awkward, fc.jsonValue({ maxDepth: 4 }), fc.integer({ min: 500, max: 3000 }).map(nested));
    const message = fc.record(
      {
        jsonrpc: fc.constant('2.0'),
        id: value,
        method: value,
        params: value,
        result: value,
        error: value,
        ['__proto__']: value,
      },
      { requiredKeys: ['jsonrpc'] },
    );
    const line = fc.oneof(
      message.map((one) => JSON.stringify(one)),
      fc.array(message, { maxLength: 3 }).map((all) => JSON.stringify(all)),
      fc
        .tuple(fc.constantFrom('method', 'params', 'result'), fc.integer({ min: 500, max: 3000 }))
        .map(([at, depth]) => {
          const id = depth % 2 === 0 ? '"id":1,' : '';
          return `{"jsonrpc":"2.0",${id}"${at}":${nested(depth)}}`;
        }),
      fc.string({ maxLength: 200 }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(line, { maxLength: 6 }), fc.nat(500), async (lines, cut) => {
        const text = `${lines.map((one) => one.replaceAll('\n', ' ')).join('\n')}\n`;
        say(text.slice(0, cut));
        say(text.slice(cut));
        await new Promise((resolve) => setImmediate(resolve));
        expect(uncaught).toEqual([]);
      }),
      { numRuns: 300 },
    );
    // A fuzzed answer may match the id of a call; at least one of several is answered by the server itself.
    const answers = await Promise.allSettled([1, 2, 3].map(() => link.ask('ping', {})));
    expect(answers.map(({ status }) => status)).toContain('fulfilled');
    await link.close();
  });
});
