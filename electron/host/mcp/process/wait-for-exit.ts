import type { Child } from './spawner.ts';

export interface ExitResult {
  code: number | null;
  signal: string | null;
  end: 'exit' | 'timeout' | 'cancelled';
  ms: number;
}

const GRACE_MS = 300;

/** Waits for a program to exit. On timeout or cancel, ends it together with everything it started. */
export async function waitForExit(
  child: Child,
  { timeoutMs, signal, began }: { timeoutMs: number; signal: AbortSignal; began: number },
): Promise<ExitResult> {
  let end: ExitResult['end'] = 'exit';
  const stop = (why: ExitResult['end']) => {
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
    // Output still in the pipes counts, but a process that left the group may hold them open forever.
    await Promise.race([drained, new Promise((resolve) => setTimeout(resolve, GRACE_MS))]);
    return { code, signal: killedBy, end, ms: Math.round(performance.now() - began) };
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', cancel);
    child.stdout.destroy();
    child.stderr.destroy();
  }
}
