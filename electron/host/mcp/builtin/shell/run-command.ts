import { type ExitResult, waitForExit } from '../../process/wait-for-exit.ts';
import { type AddedEnv, childEnv } from '../../process/child-env.ts';
import { shellLine } from '../../process/shell-line.ts';
import type { Spawner } from '../../process/spawner.ts';
import { createOutputCollector } from './output-collector.ts';

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
}

/**
 * Runs one command line in the user's command shell. That is the tool's purpose, and the only place where a command
 * shell reads text that a model wrote; the user has seen this line (the ticket is bound to it). Its input is closed.
 * When it ends, is cancelled, or times out, everything it started is ended too (reliability.md S1-15).
 */
export async function runCommand(
  spawner: Spawner,
  { command, cwd, added, timeoutMs, signal, onOutput }: RunOptions,
): Promise<CommandResult> {
  signal.throwIfAborted();
  const env = childEnv(spawner.env, spawner.platform, { added });
  const began = performance.now();
  const child = await spawner.spawn({
    ...shellLine(command, env, spawner.platform),
    cwd,
    env,
    stdin: 'closed',
  });
  const collector = createOutputCollector();
  const take = (chunk: Buffer) => {
    const text = collector.write(chunk);
    if (text !== '') onOutput(text);
  };
  child.stdout.on('data', take);
  child.stderr.on('data', take);
  const ended = await waitForExit(child, { timeoutMs, signal, began });
  return { output: collector.end(), group: child.pid, ...ended };
}
