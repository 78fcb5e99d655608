import { type RpcMessage, type Wire, type WireEvents, readRpc, rpcError } from '../wire.ts';
import { createLineFramer } from './frame-lines.ts';
import type { Child, SpawnOptions, Spawner } from './spawner.ts';

/** Larger than any result worth having; what is larger is refused, not held. */
const MESSAGE_LIMIT = 32 * 1024 * 1024;
const STDERR_LIMIT = 16 * 1024;
/** After its input has ended a server may finish what it is doing. */
const GRACE_MS = 500;
/** What a line that is no message may be quoted with. */
const QUOTE = 300;

const TOO_LARGE = -32001;

function endWords({ code, signal }: { code: number | null; signal: string | null }): string {
  if (signal !== null) return `It was ended by ${signal}.`;
  return code === 0 ? 'It ended by itself.' : `It ended with exit code ${code ?? 'unknown'}.`;
}

/** The id of an answer that is too long to read: servers write it first or last. */
function idIn(head: string, tail: string): number | null {
  const found = (/^\s*\{(?:"jsonrpc"\s*:\s*"2\.0"\s*,)?\s*"id"\s*:\s*(\d+)\s*,/.exec(head) ??
    /,\s*"id"\s*:\s*(\d+)\s*(?:,\s*"jsonrpc"\s*:\s*"2\.0"\s*)?\}\s*$/.exec(tail))?.[1];
  return found === undefined ? null : Number(found);
}

/** A server as a child process: one JSON message per line (MCP 2025-11-25, transports, stdio). */
export function createStdioWire(spawner: Spawner, options: Omit<SpawnOptions, 'stdin'>, limit = MESSAGE_LIMIT): Wire {
  let child: Child | null = null;

  function listen(running: Child, events: WireEvents): void {
    const receive = (value: unknown, line: string) => {
      const message = readRpc(value);
      if (message) events.onMessage(message);
      else events.onNote('stdout', line.slice(0, QUOTE));
    };
    const onLine = (line: string) => {
      let value: unknown;
      try {
        value = JSON.parse(line);
      } catch {
        // Servers that print to standard output are common; the line is shown, the connection goes on.
        events.onNote('stdout', line.slice(0, QUOTE));
        return;
      }
      for (const one of Array.isArray(value) ? value : [value]) receive(one, line);
    };
    const onTooLong = (head: string, tail: string) => {
      events.onNote('host', `A message of more than ${limit} bytes was dropped.`);
      const id = idIn(head, tail);
      const refused =
        id === null ? null : readRpc(rpcError(id, TOO_LARGE, `The answer is larger than ${limit} bytes.`));
      if (refused) events.onMessage(refused);
      else events.onNote('host', 'It could not be told which request it answered.');
    };
    running.stdout.on('data', createLineFramer(limit, { onLine, onTooLong }));
    const note = (line: string) => events.onNote('stderr', line);
    running.stderr.on('data', createLineFramer(STDERR_LIMIT, { onLine: note, onTooLong: note }));
  }

  return {
    async start(events, signal) {
      signal.throwIfAborted();
      const running = await spawner.spawn({ ...options, stdin: 'open' });
      child = running;
      listen(running, events);
      const drained = new Promise<void>((resolve) => running.stdout.once('close', () => resolve()));
      const tell = async () => {
        const end = await running.exited;
        // Its last words may still be in the pipe; a grandchild that holds it open is gone already.
        await Promise.race([drained, new Promise((resolve) => setTimeout(resolve, 200))]);
        events.onClose(endWords(end));
      };
      void tell();
      if (signal.aborted) await running.kill();
      signal.throwIfAborted();
    },
    send(message: RpcMessage) {
      return new Promise((resolve, reject) => {
        const stdin = child?.stdin;
        if (!stdin?.writable) {
          reject(new Error('The server is not running.'));
          return;
        }
        stdin.write(`${JSON.stringify(message)}\n`, (error) => {
          if (error) reject(error);
          else resolve();
        });
      });
    },
    async close() {
      await child?.kill(GRACE_MS);
    },
  };
}
