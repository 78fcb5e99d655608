import { createApiClient } from '#host-client/api-client.ts';
import { orphanProcessEndpoints } from '#contract/orphan-processes.ts';
import type { HostCallsDeps } from '#host-client/host-calls.ts';
import { createHostClient } from '#host-client/create-host-client.ts';
import { createMcpHost } from '#host-client/create-mcp-host.ts';
import { createScriptHost } from '#host-client/script-host.ts';
import { deferCalls } from '#core/load-once.ts';
import { createConnections } from '#state/connections.ts';
import { createMcpServers } from '#state/mcp-servers.ts';
import { createOrphanProcesses } from '#state/orphan-processes.ts';
import { createUpdates } from '#state/updates.ts';
import type { Services } from '#ui/data/services.ts';
import type { Timers } from './open-clock.ts';
import type { Reporting } from './open-reporting.ts';

export interface Host extends Pick<
  Services,
  'host' | 'connections' | 'mcp' | 'updates' | 'orphanProcesses' | 'fileChanges'
> {
  scriptHost: Services['scripts']['host'];
  /** Empty until the host has introduced itself. */
  version: () => string;
}

/** The host, and what this window last read from it. Nothing is read before the first event. */
export function openHost(hostCalls: HostCallsDeps, timers: Timers, { log, problems }: Reporting): Host {
  const host = createHostClient({ ...hostCalls, random: () => Math.random(), ...timers });
  const connections = createConnections(host);
  const mcpHost = createMcpHost(hostCalls);
  return {
    host,
    connections,
    mcp: {
      host: mcpHost,
      servers: createMcpServers({
        source: mcpHost,
        onError: problems.add,
        onPageHide: (fn) => hostCalls.onPageHide(fn),
        ...timers,
      }),
    },
    scriptHost: createScriptHost(hostCalls),
    updates: createUpdates({
      source: deferCalls(async () =>
        createApiClient(hostCalls, (await import('#contract/updates.ts')).updateEndpoints),
      ),
      onError: (error) => log.write('warn', 'updates-not-read', { error }),
      ...timers,
    }),
    orphanProcesses: createOrphanProcesses(createApiClient(hostCalls, orphanProcessEndpoints), problems.add),
    fileChanges: async () => createApiClient(hostCalls, (await import('#contract/checkpoints.ts')).checkpointEndpoints),
    version: () => connections.store.getState().info?.version ?? '',
  };
}
