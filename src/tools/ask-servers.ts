import type { McpServer } from '#contract/mcp.ts';
import { errorMessage } from '#core/thrown.ts';
import type { Clock } from '#storage/clock.ts';
import type { HostServers } from './host-servers.ts';
import type { ServerClient } from './mcp/server-client.ts';

/** Time that a listing waits for a server. A slower one joins at the next listing. */
const LIST_MS = 20_000;
/** After this time a listing names the servers it waits for. */
const SILENT_MS = 1000;

/** Why the tools of a server are missing. */
export interface ServerProblem {
  server: string;
  label: string;
  reason: 'failed' | 'slow' | 'needs-approval' | 'needs-sign-in';
  message: string;
}

export function createServerQuestions(hosts: Pick<HostServers, 'client'>, clock: Clock) {
  /** Asks the servers in parallel. One that fails or takes too long is missing and named among the problems. */
  return async function askEach<T>(
    servers: readonly McpServer[],
    problems: ServerProblem[],
    signal: AbortSignal,
    ask: (server: McpServer, client: ServerClient, signal: AbortSignal) => Promise<T>,
    onWait: (servers: readonly string[]) => void = () => undefined,
  ): Promise<T[]> {
    const pending = new Map(servers.map(({ id, label }) => [id, label]));
    let isLong = false;
    const say = () => isLong && onWait([...pending.values()]);
    const timer = clock.setTimeout(() => {
      isLong = true;
      say();
    }, SILENT_MS);
    const answers = await Promise.all(
      servers.map(async (server) => {
        const { id, label } = server;
        const limit = AbortSignal.timeout(LIST_MS);
        try {
          return [await ask(server, hosts.client(id), AbortSignal.any([signal, limit]))];
        } catch (error) {
          signal.throwIfAborted();
          const message = errorMessage(error);
          problems.push({ server: id, label, reason: limit.aborted ? 'slow' : 'failed', message });
          return [];
        } finally {
          pending.delete(id);
          say();
        }
      }),
    ).finally(() => {
      isLong = false;
      clock.clearTimeout(timer);
    });
    return answers.flat();
  };
}
