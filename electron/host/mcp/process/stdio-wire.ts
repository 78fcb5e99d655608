import { reasonText } from '#core/reasons.ts';
import { type RpcMessage, type Wire, type WireEvents, readRpc, rpcError } from '../base/wire.ts';
import { createLineFramer } from './frame-lines.ts';
import type { Child, SpawnOptions, Spawner } from './spawner.ts';

/** Larger than any useful result; larger messages are refused, not stored. */
const MESSAGE_LIMIT = 32 * 1024 * 1024;
const STDERR_LIMIT = 16 * 1024;
/** Time for a server to finish after its input was closed. */
const GRACE_MS = 500;
/** A process whose pipe broke either ends within this time or keeps running without reading. */
const END_MS = 1_000;
/** Characters quoted from a line that is not a message. */
const QUOTE = 300;

const TOO_LARGE = -32001;

function describeEnd({ code, signal }: { code: number | null; signal: string | null }): string {
  if (signal !== null) return reasonText('server.killed', { signal });
  return code === 0 ? reasonText('server.ended') : reasonText('server.exit', { code: code ?? '?' });
}

/**
 * The reason why nothing can be written anymore: how the process ended, often known only a moment after the pipe broke.
 */
async function endOf(child: Child | null, otherwise: string): Promise<Error> {
  const late = new Promise<null>((resolve) => setTimeout(() => resolve(null), END_MS));
  const end = child ? await Promise.race([child.exited, late]) : null;
  return new Error(end ? describeEnd(end) : otherwise);
}

/** Finds the id of an answer that is too long to read: servers write it first or last. */
function idIn(head: string, tail: string): number | null {
  const found = (/^\s*\{(?:"jsonrpc"\s*:\s*"2\.0"\s*,)?\s*"id"\s*:\s*(\d+)\s*,/.exec(head) ??
    /,\s*"id"\s*:\s*(\d+)\s*(?:,\s*"jsonrpc"\s*:\s*"2\.0"\s*)?\}\s*$/.exec(tail))?.[1];
  return found === undefined ? null : Number(found);
}

/** Runs a server as a child process: one JSON message per line (MCP 2025-11-25, transports, stdio). */
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
        // Servers that print to standard output are common; the line is shown and the connection continues.
        events.onNote('stdout', line.slice(0, QUOTE));
        return;
      }
      for (const one of Array.isArray(value) ? value : [value]) receive(one, line);
    };
    const onTooLong = (head: string, tail: string) => {
      events.onNote('host', reasonText('server.longMessage', { limit }));
      const id = idIn(head, tail);
      const refused =
        id === null ? null : readRpc(rpcError(id, TOO_LARGE, `The answer is larger than ${limit} bytes.`));
      if (refused) events.onMessage(refused);
      else events.onNote('host', reasonText('server.longAnswer'));
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
      const reportExit = async () => {
        const end = await running.exited;
        // The last output may still be in the pipe; a grandchild that held it open has already ended.
        await Promise.race([drained, new Promise((resolve) => setTimeout(resolve, 200))]);
        events.onClose(describeEnd(end));
      };
      void reportExit();
      if (signal.aborted) await running.kill();
      signal.throwIfAborted();
    },
    async send(message: RpcMessage) {
      const stdin = child?.stdin;
      if (!stdin?.writable) throw await endOf(child, reasonText('server.notRunning'));
      const broken = await new Promise<Error | null>((resolve) => {
        stdin.write(`${JSON.stringify(message)}\n`, (error) => resolve(error ?? null));
      });
      if (broken) throw await endOf(child, broken.message);
    },
    async close() {
      await child?.kill(GRACE_MS);
    },
  };
}
