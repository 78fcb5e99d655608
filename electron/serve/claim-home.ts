import type { Server } from 'node:http';
import { listen } from './listen.ts';
import { PortTaken } from './port-taken.ts';
import { isAlive, readRunning } from './running-file.ts';

/** Two Batons started at once: the loser waits this long for the winner to say where it is. */
const WAIT_MS = 1500;
const STEP_MS = 100;

async function refuseIfRunning(home: string): Promise<void> {
  const running = await readRunning(home);
  if (running && (await isAlive(running))) throw new PortTaken(running.port, 'baton', running.url);
}

const isTaken = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';

/** Listens on the port unless a Baton on this home runs already, there or elsewhere. Throws PortTaken. */
export async function claimHome(server: Server, home: string, port: number): Promise<number> {
  await refuseIfRunning(home);
  try {
    return await listen(server, port);
  } catch (error) {
    if (!isTaken(error)) throw error;
    for (let waited = 0; waited < WAIT_MS; waited += STEP_MS) {
      await new Promise((resolve) => setTimeout(resolve, STEP_MS));
      await refuseIfRunning(home);
    }
    throw new PortTaken(port, 'other');
  }
}
