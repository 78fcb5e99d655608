import { useState } from 'react';
import type { Connection } from '#contract/connection.ts';
import { ownConnectionEndpoints } from '#contract/own-connections.ts';
import { type LocalModel, type LocalServer, localServerEndpoints } from '#contract/local-servers.ts';
import { sameEndpoint } from '#core/endpoint.ts';
import { useServices } from '#ui/data/services.ts';
import { useHostGroup } from '#ui/data/use-host-group.ts';
import { useConnections } from '#ui/data/use-connections.ts';
import { useSubmission } from '#ui/data/use-submission.ts';

export interface LocalSearch {
  /** `null` before the first search. */
  servers: readonly LocalServer[] | null;
  searching: boolean;
  /** Why the last search failed; `null` if it didn't. */
  error: unknown;
  /** Only after the user has pressed a button: nothing is asked before. */
  search: () => Promise<unknown>;
}

/** The model servers of this computer. */
export function useLocalServers(): LocalSearch {
  const host = useHostGroup(localServerEndpoints);
  const { busy, error, submit } = useSubmission();
  const [servers, setServers] = useState<readonly LocalServer[] | null>(null);
  return {
    servers,
    searching: busy,
    error,
    search: () => submit(async () => setServers(await host.findLocalServers())),
  };
}

/** The connection that already leads to a server. */
const findConnection = (server: LocalServer, connections: readonly Connection[]) =>
  connections.find(
    ({ practice, needsKey, vendor, protocol, baseUrl }) =>
      !practice &&
      !needsKey &&
      vendor === server.vendor &&
      protocol === server.protocol &&
      sameEndpoint(vendor, baseUrl, server.baseUrl),
  );

/** A name that no other connection has. */
function freeLabel(label: string, connections: readonly Connection[]): string {
  const taken = new Set(connections.map((one) => one.label));
  let name = label;
  for (let at = 2; taken.has(name); at += 1) name = `${label} ${at}`;
  return name;
}

interface Choosing {
  /** The model that is being added. */
  chosen: LocalModel | null;
  error: unknown;
  choose: (server: LocalServer, model: LocalModel) => void;
}

/** Adds the connection to a server unless it exists, with what the server says about its models. */
export function useChooseLocalModel(onChosen: (connection: Connection, model: string) => void): Choosing {
  const { modelLists } = useServices();
  const host = useHostGroup(ownConnectionEndpoints);
  const { connections = [], reload } = useConnections();
  const { busy, error, submit } = useSubmission();
  const [chosen, setChosen] = useState<LocalModel | null>(null);

  const add = async (server: LocalServer) => {
    const { label, vendor, protocol, baseUrl, models } = server;
    const connection =
      findConnection(server, connections) ??
      (await host.addConnection({ label: freeLabel(label, connections), vendor, protocol, baseUrl }));
    await modelLists.put(
      connection.id,
      models.map(({ contextWindow, maxContextWindow, remote: _remote, ...model }) => ({
        ...model,
        ...(contextWindow !== null && { contextWindow }),
        // The others set it when they start.
        ...(maxContextWindow !== null && protocol === 'ollama' && { maxContextWindow }),
      })),
    );
    await reload();
    return connection;
  };

  return {
    chosen: busy ? chosen : null,
    error,
    choose(server, model) {
      setChosen(model);
      void submit(async () => onChosen(await add(server), model.id));
    },
  };
}
