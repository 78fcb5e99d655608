import { type ExitResult, waitForExit } from '../../process/wait-for-exit.ts';
import { type AddedEnv, childEnv } from '../../process/child-env.ts';
import { shellLine } from '../../process/shell-line.ts';
import type { SpawnOptions, Spawner } from '../../process/spawner.ts';
import { createOutputCollector } from './output-collector.ts';
import { codePageOf } from './output-decoder.ts';
import type { Sandboxed } from './sandbox/sandbox.ts';

export interface CommandResult extends ExitResult {
  /** Standard output and errors, in the order they were written. */
  output: string;
  /** The process group that it led. */
  group: number;
}

export interface RunOptions {
  command: string;
  cwd: string;
  added: AddedEnv;
  timeoutMs: number;
  signal: AbortSignal;
  onOutput: (text: string) => void;
  /** Puts the command line into the sandbox. Without it, the command has all rights of the user. */
  wrap?: (line: Pick<SpawnOptions, 'command' | 'args'>) => Promise<Sandboxed>;
}

/**
 * Runs one command line in the user's command shell. That is the tool's purpose, and the only place where a command
 * shell reads text that a model wrote; the user has seen this line (the ticket is bound to it). Its input is closed.
 * When it ends, is cancelled, or times out, everything it started is ended too (reliability.md S1-15).
 */
export async function runCommand(
  spawner: Spawner,
  { command, cwd, added, timeoutMs, signal, onOutput, wrap }: RunOptions,
): Promise<CommandResult> {
  signal.throwIfAborted();
  const env = childEnv(spawner.env, spawner.platform, { added });
  const line = shellLine(command, env, spawner.platform);
  const boxed = await wrap?.(line);
  try {
    const start = { ...(boxed?.line ?? line), cwd, env: { ...env, ...boxed?.env }, stdin: 'closed' as const };
    return await follow(spawner, start, { timeoutMs, signal, onOutput });
  } finally {
    // The command has run, and its result counts, whatever is left of the sandbox.
    await boxed?.release().catch(() => undefined);
  }
}

async function follow(
  spawner: Spawner,
  start: SpawnOptions,
  { timeoutMs, signal, onOutput }: Pick<RunOptions, 'timeoutMs' | 'signal' | 'onOutput'>,
): Promise<CommandResult> {
  const began = performance.now();
  const child = await spawner.spawn(start);
  const collector = createOutputCollector(codePageOf(spawner.platform));
  for (const stream of [child.stdout, child.stderr]) {
    const write = collector.stream();
    stream.on('data', (chunk: Buffer) => {
      const text = write(chunk);
      if (text !== '') onOutput(text);
    });
  }
  const ended = await waitForExit(child, { timeoutMs, signal, began });
  return { output: collector.end(), group: child.pid, ...ended };
}
