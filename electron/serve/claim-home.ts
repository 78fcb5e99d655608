import type { Server } from 'node:http';
import { type HomeLock, lockHome } from '#host/home-lock.ts';
import { listen } from './listen.ts';
import { PortTaken } from './port-taken.ts';
import { isAlive, readRunning } from './running-file.ts';

/** Two Batons started at once: the loser waits this long for the winner to say where it is. */
const WAIT_MS = 1500;
const STEP_MS = 100;

export interface ClaimedHome {
  port: number;
  /** Absent where the folder cannot be locked. */
  lock?: HomeLock;
}

export interface ClaimOptions {
  server: Server;
  home: string;
  port: number;
  /** The folder cannot be locked: a second Baton is found only while the first one answers. */
  onUnlockable: (error: unknown) => void;
}

async function refuseIfRunning(home: string): Promise<void> {
  const running = await readRunning(home);
  if (running && (await isAlive(running))) throw new PortTaken({ by: 'baton', port: running.port, url: running.url });
}

/** Waits a moment for a Baton on this home to say where it is. */
async function waitForOther(home: string): Promise<void> {
  for (let waited = 0; waited < WAIT_MS; waited += STEP_MS) {
    await new Promise((resolve) => setTimeout(resolve, STEP_MS));
    await refuseIfRunning(home);
  }
}

const isTaken = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';

/**
 * Locks the home and listens on the port. Throws PortTaken when a Baton on this home runs already, there or elsewhere,
 * answering or not, and when the port is somebody else's.
 */
export async function claimHome({ server, home, port, onUnlockable }: ClaimOptions): Promise<ClaimedHome> {
  await refuseIfRunning(home);
  let lock: HomeLock | null | undefined;
  try {
    lock = await lockHome(home);
  } catch (error) {
    onUnlockable(error);
  }
  if (lock === null) {
    await waitForOther(home);
    throw new PortTaken({ by: 'silent', port, home, pid: (await readRunning(home))?.pid });
  }
  try {
    return { port: await listen(server, port), ...(lock && { lock }) };
  } catch (error) {
    lock?.release();
    if (!isTaken(error)) throw error;
    await waitForOther(home);
    throw new PortTaken({ by: 'other', port });
  }
}
