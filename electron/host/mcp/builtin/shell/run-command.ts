import type { Child, Spawner } from '../../process/spawner.ts';
import { type AddedEnv, shellEnv } from '../../process/child-env.ts';
import { createOutputCollector } from './output-collector.ts';

export interface Ran {
  /** What was written, standard output and errors in the order in which they came. */
  output: string;
  code: number | null;
  signal: string | null;
  end: 'exit' | 'timeout' | 'cancelled';
  ms: number;
}

export interface RunOptions {
  command: string;
  cwd: string;
  added: AddedEnv;
  timeoutMs: number;
  signal: AbortSignal;
  onOutput: (text: string) => void;
}

const GRACE_MS = 300;

/**
 * One command line in the user's shell. That is what this tool is for, and the one place where a shell reads what a
 * model wrote; the user has seen the very line (the ticket is bound to it). Its input is closed, and with its end, by itself, by time or by cancel, everything it started ends (systems.md S1-15).
 */
export async function runCommand(
  spawner: Spawner,
  { command, cwd, added, timeoutMs, signal, onOutput }: RunOptions,
): Promise<Ran> {
  signal.throwIfAborted();
  const windows = spawner.platform === 'win32';
  const env = shellEnv(spawner.env, spawner.platform, added);
  const began = performance.now();
  const child: Child = await spawner.spawn({
    command: windows ? (env['COMSPEC'] ?? 'cmd.exe') : '/bin/sh',
    args: windows ? ['/d', '/s', '/c', command] : ['-c', command],
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
  let end: Ran['end'] = 'exit';
  const stop = (why: Ran['end']) => {
    if (end === 'exit') end = why;
    void child.kill();
  };
  const timer = setTimeout(() => stop('timeout'), timeoutMs);
  const cancel = () => stop('cancelled');
  signal.addEventListener('abort', cancel);
  if (signal.aborted) cancel();
  try {
    const drained = Promise.all(
      [child.stdout, child.stderr].map(
        (stream) => new Promise<void>((resolve) => stream.once('close', () => resolve())),
      ),
    );
    const { code, signal: killedBy } = await child.exited;
    // What is in the pipes still counts; something that left the group may hold them open for ever.
    await Promise.race([drained, new Promise((resolve) => setTimeout(resolve, GRACE_MS))]);
    return { output: collector.end(), code, signal: killedBy, end, ms: Math.round(performance.now() - began) };
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', cancel);
    child.stdout.destroy();
    child.stderr.destroy();
  }
}
