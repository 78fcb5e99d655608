import type { McpServer } from '#contract/mcp.ts';
import { errorMessage } from '#core/thrown.ts';
import type { Clock } from '#storage/clock.ts';
import type { HostServers } from './host-servers.ts';
import type { ServerClient } from './mcp/server-client.ts';

/** Time that a listing waits for a server. A slower one joins at the next listing. */
const LIST_MS = 20_000;
/** After this time a listing names the servers it waits for, and goes on without those that were too slow before. */
const SILENT_MS = 1000;

/** Why the tools of a server are missing. */
export interface ServerProblem {
  server: string;
  label: string;
  reason: 'failed' | 'slow' | 'needs-approval' | 'needs-sign-in';
  message: string;
}

export function createServerQuestions(hosts: Pick<HostServers, 'client'>, clock: Clock) {
  /** Servers that took too long, until they answer; the same server with another definition gets its full time. */
  const slow = new Set<string>();

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
        const { id, label, hash } = server;
        const name = `${id} ${hash}`;
        const limit = new AbortController();
        const late = clock.setTimeout(
          () => limit.abort(new DOMException('The server didn’t answer in time.', 'TimeoutError')),
          slow.has(name) ? SILENT_MS : LIST_MS,
        );
        try {
          const answer = await ask(server, hosts.client(id), AbortSignal.any([signal, limit.signal]));
          slow.delete(name);
          return [answer];
        } catch (error) {
          signal.throwIfAborted();
          if (limit.signal.aborted) slow.add(name);
          const message = errorMessage(error);
          problems.push({ server: id, label, reason: limit.signal.aborted ? 'slow' : 'failed', message });
          return [];
        } finally {
          clock.clearTimeout(late);
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
