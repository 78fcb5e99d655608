import { takeEnv } from '../../../electron/environment/clean-env.ts';
import type { RunningServer } from '../../../electron/serve/start-server.ts';

/**
 * Serves Batons of many homes one after another, so that their code is loaded once. Requests arrive over the process's
 * channel, and each is answered with its home.
 */
export type HostRequest = { home: string } & ({ ask: 'start'; port: number } | { ask: 'close' });
export type HostAnswer = { home: string } & ({ links: string[] } | { error: string });

/** Each link opens one window; a test opens a few. */
const LINKS = 60;

const env = takeEnv();
const { startServer } = await import('../../../electron/serve/start-server.ts');

const running = new Map<string, RunningServer>();

async function carryOut(request: HostRequest): Promise<string[]> {
  const { home } = request;
  if (request.ask === 'start') {
    const server = await startServer({ home, port: request.port, env });
    running.set(home, server);
    return Array.from({ length: LINKS }, () => server.link());
  }
  await running.get(home)?.close();
  running.delete(home);
  return [];
}

const answer = (message: HostAnswer) => void process.send?.(message);

process.on('message', (request: HostRequest) => {
  const { home } = request;
  carryOut(request).then(
    (links) => answer({ home, links }),
    (error: unknown) => answer({ home, error: String(error) }),
  );
});
process.on('disconnect', () => process.exit(0));
