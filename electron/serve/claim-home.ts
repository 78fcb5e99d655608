import type { Server } from 'node:http';
import { type HomeLock, lockHome } from '../host/base/home-lock.ts';
import { contactRunningInstance, type InstanceRequest } from './instance-socket.ts';
import { listen } from './listen.ts';
import { PortTakenError } from './port-taken-error.ts';
import { readRunning } from './running-file.ts';

/** When two Batons start at once, the loser waits this long for the winner to answer. */
const WAIT_MS = 1500;
const STEP_MS = 100;

export interface ClaimedHome {
  port: number;
  /** Missing where the folder can't be locked. */
  lock?: HomeLock;
}

export interface ClaimOptions {
  server: Server;
  home: string;
  port: number;
  /** The request to a Baton that already uses the home. */
  wish: InstanceRequest;
  /** Called when the folder can't be locked: a second Baton is then detected only while the first one answers. */
  onUnlockable: (error: unknown) => void;
}

/** Throws when a Baton on this home answers within `waitMs`. */
async function askOther({ home, wish }: ClaimOptions, waitMs: number): Promise<void> {
  const end = performance.now() + waitMs;
  for (;;) {
    const outcome = await contactRunningInstance(home, wish);
    if (outcome !== null) throw new PortTakenError({ by: 'baton', outcome });
    if (performance.now() >= end) return;
    await new Promise((resolve) => setTimeout(resolve, STEP_MS));
  }
}

const isTaken = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';

/**
 * Locks the home and listens on the port. Throws PortTakenError when a Baton already runs on this home, on any port,
 * answering or not, and when another program uses the port.
 */
export async function claimHome(options: ClaimOptions): Promise<ClaimedHome> {
  const { server, home, port, onUnlockable } = options;
  let lock: HomeLock | null | undefined;
  try {
    lock = await lockHome(home);
  } catch (error) {
    onUnlockable(error);
    await askOther(options, 0);
  }
  if (lock === null) {
    await askOther(options, WAIT_MS);
    throw new PortTakenError({ by: 'silent', home, pid: await readRunning(home) });
  }
  try {
    return { port: await listen(server, port), ...(lock && { lock }) };
  } catch (error) {
    lock?.release();
    if (!isTaken(error)) throw error;
    if (!lock) await askOther(options, WAIT_MS);
    throw new PortTakenError({ by: 'other', port });
  }
}
