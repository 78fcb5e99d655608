import { Hono } from 'hono';
import { API, type Api } from '#contract/api.ts';
import { windowEndpoints } from '#contract/windows.ts';
import { HostError, problemResponse } from './base/problem.ts';
import type { Route } from './base/route.ts';
import { type Handlers, toRoutes } from './base/to-routes.ts';
import { checkpointHandlers } from './routes/checkpoints.ts';
import { configHandlers } from './routes/config.ts';
import { configurationHandlers } from './routes/configuration.ts';
import { connectionHandlers, ownConnectionHandlers } from './routes/connections.ts';
import { consentHandlers } from './routes/consents.ts';
import { crossingHandlers } from './routes/crossing.ts';
import { crashHandlers } from './routes/crashes.ts';
import { desktopHandlers } from './routes/desktop.ts';
import { dictationHandlers } from './routes/dictation.ts';
import { encryptionHandlers } from './routes/encryption.ts';
import { eventRoute } from './routes/events.ts';
import type { HostServices } from './routes/host-services.ts';
import { folderFileHandlers } from './routes/folder-files.ts';
import { journalHandlers } from './routes/journals.ts';
import { localServerHandlers } from './routes/local-servers.ts';
import { logHandlers } from './routes/logs.ts';
import { mcpCallHandlers } from './routes/mcp-calls.ts';
import { mcpDirectoryHandlers } from './routes/mcp-directory.ts';
import { mcpEndpointRoute } from './routes/mcp-endpoint.ts';
import { mcpImportHandlers } from './routes/mcp-imports.ts';
import { mcpServerHandlers } from './routes/mcp-servers.ts';
import { moveHandlers } from './routes/move.ts';
import { networkHandlers } from './routes/network.ts';
import { orphanProcessHandlers } from './routes/orphan-processes.ts';
import { permissionHandlers } from './routes/permissions.ts';
import { pingHandlers } from './routes/ping.ts';
import { placeHandlers } from './routes/place.ts';
import { runHandlers } from './routes/runs.ts';
import { scriptHandlers } from './routes/scripts.ts';
import { secretHandlers } from './routes/secrets.ts';
import { shellHandlers } from './routes/shell.ts';
import { snapshotHandlers } from './routes/snapshots.ts';
import { syncHandlers } from './routes/sync.ts';
import { packageHandlers, updateHandlers } from './routes/updates.ts';
import { webSearchHandlers } from './routes/web-search.ts';
import { invitationHandlers, windowHandlers } from './routes/windows.ts';
import { wireRoute } from './routes/wire.ts';

/** One factory for every group of the contract: its handlers. Browser mode has `windows` too. */
const HANDLERS: { [Group in Exclude<keyof Api, 'windows'>]: (parts: HostServices) => Handlers<Api[Group]> } = {
  ping: pingHandlers,
  invitations: invitationHandlers,
  runs: runHandlers,
  config: configHandlers,
  configuration: configurationHandlers,
  logs: logHandlers,
  shell: shellHandlers,
  secrets: secretHandlers,
  connections: connectionHandlers,
  ownConnections: ownConnectionHandlers,
  localServers: localServerHandlers,
  mcpServers: mcpServerHandlers,
  mcpCalls: mcpCallHandlers,
  checkpoints: checkpointHandlers,
  permissions: permissionHandlers,
  mcpImports: mcpImportHandlers,
  mcpDirectory: mcpDirectoryHandlers,
  folderFiles: folderFileHandlers,
  scripts: scriptHandlers,
  consents: consentHandlers,
  orphanProcesses: orphanProcessHandlers,
  updates: updateHandlers,
  updatePackage: packageHandlers,
  snapshots: snapshotHandlers,
  move: moveHandlers,
  journals: journalHandlers,
  sync: syncHandlers,
  webSearch: webSearchHandlers,
  dictation: dictationHandlers,
  desktop: desktopHandlers,
  crashes: crashHandlers,
  network: networkHandlers,
  place: placeHandlers,
  encryption: encryptionHandlers,
  crossing: crossingHandlers,
};

/** One route for each path: groups may share one, since what only some parts of the page call is a group of its own. */
const joinPaths = (routes: readonly Route[]): Route[] =>
  [...Map.groupBy(routes, ({ path }) => path)].map(([path, shared]) => ({
    path,
    methods: Object.assign({}, ...shared.map(({ methods }) => methods)) as Route['methods'],
  }));

/** All routes under /api. */
export function listRoutes(parts: HostServices): Route[] {
  const answering = (request: Request) => parts.windows.answering(request);
  const { windowKeys } = parts.deps;
  // oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- ties a group to its handlers
  const routesOf = <Group extends keyof typeof HANDLERS>(group: Group) =>
    toRoutes<Api[Group]>(API[group], HANDLERS[group](parts), answering);
  return [
    ...(windowKeys ? toRoutes(windowEndpoints, windowHandlers(windowKeys), answering) : []),
    ...joinPaths((Object.keys(HANDLERS) as (keyof typeof HANDLERS)[]).flatMap((group) => routesOf(group))),
    eventRoute(parts),
    wireRoute(parts),
    // Last: its address is any name.
    mcpEndpointRoute(parts),
  ];
}

export function createApi(routes: readonly Route[]): Hono {
  const api = new Hono();
  for (const { path, methods } of routes) {
    const allow = Object.keys(methods).join(', ');
    const refuse = () => problemResponse(new HostError('method_not_allowed'), { allow });
    for (const [method, handle] of Object.entries(methods))
      api.on(method, path, ({ req }) =>
        // Hono answers HEAD with GET and drops the body without reading or cancelling it.
        req.raw.method === 'HEAD' ? refuse() : handle({ request: req.raw, param: (name) => req.param(name) ?? '' }),
      );
    api.all(path, refuse);
  }
  api.notFound(() => problemResponse(new HostError('not_found')));
  api.onError((error) => {
    throw error;
  });
  return api;
}
