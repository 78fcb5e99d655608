import { checkpointEndpoints } from './checkpoints.ts';
import { configEndpoints } from './config.ts';
import { configurationEndpoints } from './configuration.ts';
import { connectionEndpoints } from './connection.ts';
import { consentEndpoints } from './consents.ts';
import { crossingEndpoints } from './crossing.ts';
import { crashEndpoints } from './crashes.ts';
import { desktopEndpoints } from './desktop.ts';
import { dictationEndpoints } from './dictation.ts';
import { encryptionEndpoints } from './encryption.ts';
import type { Endpoints } from './endpoint.ts';
import { folderFileEndpoints } from './folder-files.ts';
import { journalEndpoints } from './journal.ts';
import { localServerEndpoints } from './local-servers.ts';
import { logEndpoints } from './logs.ts';
import { mcpCallEndpoints } from './mcp-calls.ts';
import { mcpDirectoryEndpoints } from './mcp-directory.ts';
import { mcpImportEndpoints } from './mcp-imports.ts';
import { mcpServerEndpoints } from './mcp.ts';
import { moveEndpoints } from './origin-migration.ts';
import { networkEndpoints } from './network.ts';
import { orphanProcessEndpoints } from './orphan-processes.ts';
import { permissionEndpoints } from './permissions.ts';
import { ownConnectionEndpoints } from './own-connections.ts';
import { pingEndpoints } from './ping.ts';
import { placeEndpoints } from './place.ts';
import { runEndpoints } from './runs.ts';
import { scriptEndpoints } from './scripts.ts';
import { secretEndpoints } from './secrets.ts';
import { shellEndpoints } from './shell.ts';
import { snapshotEndpoints } from './snapshot.ts';
import { syncEndpoints } from './sync.ts';
import { packageEndpoints } from './update-package.ts';
import { updateEndpoints } from './updates.ts';
import { webSearchEndpoints } from './web-search.ts';
import { invitationEndpoints, windowEndpoints } from './windows.ts';

/** Every call to the host. The event stream, the vendor proxy and the MCP endpoints speak protocols of their own. */
export const API = {
  ping: pingEndpoints,
  windows: windowEndpoints,
  invitations: invitationEndpoints,
  runs: runEndpoints,
  config: configEndpoints,
  configuration: configurationEndpoints,
  logs: logEndpoints,
  shell: shellEndpoints,
  secrets: secretEndpoints,
  connections: connectionEndpoints,
  ownConnections: ownConnectionEndpoints,
  localServers: localServerEndpoints,
  mcpServers: mcpServerEndpoints,
  mcpCalls: mcpCallEndpoints,
  checkpoints: checkpointEndpoints,
  permissions: permissionEndpoints,
  mcpImports: mcpImportEndpoints,
  mcpDirectory: mcpDirectoryEndpoints,
  folderFiles: folderFileEndpoints,
  scripts: scriptEndpoints,
  consents: consentEndpoints,
  orphanProcesses: orphanProcessEndpoints,
  updates: updateEndpoints,
  updatePackage: packageEndpoints,
  snapshots: snapshotEndpoints,
  move: moveEndpoints,
  journals: journalEndpoints,
  sync: syncEndpoints,
  webSearch: webSearchEndpoints,
  dictation: dictationEndpoints,
  desktop: desktopEndpoints,
  crashes: crashEndpoints,
  network: networkEndpoints,
  place: placeEndpoints,
  encryption: encryptionEndpoints,
  crossing: crossingEndpoints,
} satisfies Readonly<Record<string, Endpoints>>;
export type Api = typeof API;
