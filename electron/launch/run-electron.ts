import { type ChildProcess, spawn } from 'node:child_process';
import { PIPED_ENV_MARK } from '../environment/clean-env.ts';
import { splitEnv } from '../environment/split-env.ts';
import { QUIT_ARGUMENT } from '../host/base/quit-argument.ts';
import type { LaunchContext, LaunchResult } from './launch-context.ts';
import { rememberMount } from './mount-memory.ts';

/** A window that still exists after this time has opened. */
const SETTLED_MS = 2000;
/** Exits with an error: `start` within this time, it is a failed start; `calm` after this time, the app is opened again. */
const WAITS = { start: 15_000, calm: 60_000 };
/** One Ctrl-C arrives twice: from the terminal and from npm. */
const ECHO_MS = 1000;
const TAIL = 4000;

function explain(code: number | null, signal: NodeJS.Signals | null, output: string): string {
  const lines = output.split('\n').filter((line) => line.trim() !== '');
  if (/SUID sandbox|No usable sandbox|setuid_sandbox/i.test(output))
    return "Electron could not start: this system does not let it use its sandbox (Ubuntu 24.04 and later forbid it for programs outside the system's folders).";
  return `Electron could not start (${signal ?? code})${lines.length > 0 ? `: ${lines.at(-1)?.trim()}` : ''}.`;
}

/**
 * Runs the desktop app until it ends, and opens it again after a crash, unless it crashes at once. If the start fails,
 * returns the reason, so that browser mode can take over.
 */
export function runElectron(
  binary: string,
  context: LaunchContext,
  waits = WAITS,
  platform = process.platform,
): Promise<LaunchResult> {
  const { root, home, portable, version, print } = context;
  // Without ELECTRON_RUN_AS_NODE, which the terminals of editors set: it would start Node instead of the app.
  const { open, withheld } = splitEnv(context.env, process.platform);
  const env = { ...open, BATON_HOME: home, [PIPED_ENV_MARK]: '1' };

  /**
   * Windows has no signal that asks: SIGTERM there ends the app at once, and what it has started stays. A second start that
   * asks the first one to quit ends by itself.
   */
  const askToQuit = (child: ChildProcess) => {
    if (platform !== 'win32') return child.kill('SIGTERM');
    const asking = spawn(binary, [root, QUIT_ARGUMENT], { env: { ...open, BATON_HOME: home }, stdio: 'ignore' });
    return asking.once('error', () => child.kill());
  };

  return new Promise((resolve) => {
    const startedAt = Date.now();
    let output = '';
    let stoppedAt: number | null = null;
    const child = spawn(binary, [root, ...(portable ? ['--portable'] : [])], {
      env,
      stdio: ['pipe', 'inherit', 'pipe'],
    });
    // A program that ends before it has read this is reported below.
    child.stdin.on('error', () => undefined);
    child.stdin.end(JSON.stringify(withheld));
    child.stderr.on('data', (chunk: Buffer) => {
      output = (output + chunk.toString()).slice(-TAIL);
    });

    const settled = setTimeout(() => {
      rememberMount(home, 'electron');
      print(`Baton ${version} is open in its own window. Close it or press Ctrl-C to end Baton.`);
    }, SETTLED_MS);

    const stop = () => {
      if (stoppedAt === null) {
        stoppedAt = Date.now();
        askToQuit(child);
      } else if (Date.now() - stoppedAt > ECHO_MS) child.kill('SIGKILL');
    };
    const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
    for (const signal of signals) process.on(signal, stop);
    const end = (result: LaunchResult | Promise<LaunchResult>) => {
      clearTimeout(settled);
      for (const signal of signals) process.off(signal, stop);
      resolve(result);
    };

    child.once('error', (error) => end({ fallback: `Electron could not start: ${error.message}.` }));
    child.once('close', (code, signal) => {
      if (stoppedAt !== null || code === 0) end({ code: 0 });
      else {
        const lived = Date.now() - startedAt;
        if (lived < waits.start) return end({ fallback: explain(code, signal, output) });
        context.complain(`The desktop app ended unexpectedly (${signal ?? code}). Every conversation is stored.`);
        end(lived < waits.calm ? { code: 1 } : runElectron(binary, context, waits, platform));
      }
    });
  });
}
