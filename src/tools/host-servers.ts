import type { McpServer } from '#contract/mcp.ts';
import type { Clock } from '#storage/clock.ts';
import type { McpHost } from '#host-client/mcp-host.ts';
import { HostTransport } from './mcp/host-transport.ts';
import { createServerClient } from './mcp/server-client.ts';
import type { ServerClient } from './mcp/server-client.ts';
import type { ElicitationPort } from './mcp/elicitation.ts';

export interface HostServersDeps {
  host: McpHost;
  clock: Clock;
  random: () => number;
  version: string;
  elicitations: ElicitationPort;
}

/** Connections to the host's servers, shared by all conversations of this window. */
export interface HostServers {
  client(id: string): ServerClient;
  /** Applies the host's current list: relists changed servers and closes removed ones. */
  follow(servers: readonly McpServer[]): void;
  close(): Promise<void>;
}

/** Whether a server can be asked for its tools. */
export function isUsable({ enabled, approved, health }: McpServer): boolean {
  return enabled && approved && health.state !== 'sign-in';
}

export function createHostServers(deps: HostServersDeps): HostServers {
  const { host } = deps;
  const clients = new Map<string, { client: ServerClient; seen: string | null }>();

  function open(id: string) {
    const found = clients.get(id);
    if (found) return found;
    const client = createServerClient({
      server: id,
      transport: () => new HostTransport(host.endpoint(id), (url, init) => host.fetch(url, init)),
      version: deps.version,
      clock: deps.clock,
      random: deps.random,
      elicitations: deps.elicitations,
    });
    const entry = { client, seen: null };
    clients.set(id, entry);
    return entry;
  }

  return {
    client: (id) => open(id).client,
    follow(servers) {
      for (const server of servers) {
        const entry = clients.get(server.id);
        if (!entry) continue;
        const now = `${server.hash} ${server.revision} ${server.approved} ${JSON.stringify(server.tools?.map((tool) => [tool.hash, tool.approved, tool.enabled]) ?? null)}`;
        if (entry.seen !== null && entry.seen !== now) entry.client.forgetTools();
        entry.seen = now;
      }
      const existing = new Set(servers.map((server) => server.id));
      for (const [id, { client }] of clients) {
        if (existing.has(id)) continue;
        clients.delete(id);
        void client.close();
      }
    },
    async close() {
      const all = [...clients.values()];
      clients.clear();
      await Promise.all(all.map(({ client }) => client.close()));
    },
  };
}
