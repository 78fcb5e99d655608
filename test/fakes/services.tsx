import { use } from 'react';
import type { ReactNode } from 'react';
import type { AgentFlows } from '#flows/agent/agent-flows.ts';
import type { Endpoints } from '#contract/endpoint.ts';
import type { ApiClient } from '#host-client/api-client.ts';
import type { HostClient } from '#host-client/host-client.ts';
import { createStore } from 'zustand';
import { createAgentRuns } from '#state/agent-runs.ts';
import type { Connections } from '#state/connections.ts';
import { createContextNotices } from '#state/context-notices.ts';
import { createMcpServers } from '#state/mcp-servers.ts';
import { createTemporaryStore, type TemporaryChats } from '#ui/data/temporary-chats.ts';
import { ServicesContext } from '#ui/data/services.ts';
import type { AgentServices, McpServices, Services } from '#ui/data/services.ts';

/** An object of which only the given members may be used. */
export function onlyWith<T extends object>(members: Partial<T>): T {
  return new Proxy(members as T, {
    get(target, member, receiver) {
      if (member in target) return Reflect.get(target, member, receiver) as unknown;
      throw new Error(`${String(member)} was not expected to be used`);
    },
  });
}

/** A host of which only these calls may be used, of whatever group they are. */
export const hostWith = (calls: object): HostClient =>
  onlyWith<HostClient>({
    group: <Group extends Endpoints>() => onlyWith<ApiClient<Group>>(calls),
  });

/** The connections of a page that knows its host: `mount` is browser mode or the desktop app. */
export const hostOn = (mount: string, more: Partial<Connections> = {}): Connections =>
  onlyWith<Connections>({
    ...more,
    store: createStore(() => ({ info: { version: '1.0.0', mount, known: true } })) as unknown as Connections['store'],
  });

/** The services of a page in which nothing has happened yet. A test gives those that it uses. */
export function fakeServices(given: Partial<Services> = {}): Services {
  return onlyWith<Services>({
    host: onlyWith({}),
    shellRunsCommand: false,
    flows: onlyWith({}),
    organize: onlyWith({}),
    requests: onlyWith({}),
    search: onlyWith({}),
    contextNotices: createContextNotices(),
    agent: onlyWith<AgentServices>({
      flows: onlyWith<AgentFlows>({ readRun: async () => null, readKept: async () => [] }),
      runs: createAgentRuns(() => undefined),
    }),
    mcp: onlyWith<McpServices>({
      servers: createMcpServers({
        source: onlyWith({}),
        onError: () => undefined,
        setTimeout: () => 0,
        clearTimeout: () => undefined,
        onPageHide: () => undefined,
      }),
    }),
    temporary: onlyWith<TemporaryChats>({ store: createTemporaryStore() }),
    ...given,
  });
}

/** Gives the children these services and, beside them, those that it was given itself. */
export function WithServices({ services, children }: { services: Partial<Services>; children: ReactNode }) {
  return <ServicesContext value={fakeServices({ ...use(ServicesContext), ...services })}>{children}</ServicesContext>;
}
