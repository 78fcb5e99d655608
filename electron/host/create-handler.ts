import { createEncryption } from './at-rest/create-encryption.ts';
import { type PracticeVendors, createCallVendor } from './base/call-vendor.ts';
import { type CheckpointDeps, createCheckpointStore } from './checkpoints/checkpoint-store.ts';
import { createConfigFile } from './base/config-file.ts';
import { createConfigurationStore } from './configuration/configuration-store.ts';
import { createConsentStore } from './consents/consent-store.ts';
import { createConnectionStore } from './base/connection-store.ts';
import { createApi, listRoutes } from './create-api.ts';
import { createCrossingStore } from './crossing/crossing-store.ts';
import type { HostDeps } from './base/deps.ts';
import { createEventHub } from './base/event-hub.ts';
import { isApiPath } from './guard.ts';
import { createBeforeStart } from './hooks/host-hooks.ts';
import { createJournalStore } from './journal/journal-store.ts';
import { createKeyFacts } from './base/key-facts.ts';
import { createWebSearcher } from './mcp/builtin/web/web-search.ts';
import { createWebServer } from './mcp/builtin/web/web-server.ts';
import { createSandbox } from './mcp/builtin/shell/sandbox/sandbox.ts';
import { createShellServer } from './mcp/builtin/shell/shell-server.ts';
import { createPermissions } from './mcp/consent/permissions.ts';
import { createWorkspaceServer } from './mcp/builtin/workspace/workspace-server.ts';
import { createOrphanProcesses } from './mcp/orphan-processes/orphan-processes.ts';
import { type ProcessTable, systemProcesses } from './mcp/orphan-processes/process-table.ts';
import { createDirectory } from './mcp/directory/directory.ts';
import { createMcpHub } from './mcp/mcp-hub.ts';
import { createOriginMigration } from './origin-migration/origin-migration.ts';
import { withOrphanCleanup } from './mcp/process/orphan-cleanup.ts';
import { type Spawner, createSystemSpawner } from './mcp/process/spawner.ts';
import { createRemoteServers } from './mcp/remote/create-remote-servers.ts';
import { lookupAll } from './mcp/remote/lookup-all.ts';
import { createPreviewFrame, type FrameAnswer } from './preview-frame.ts';
import type { HostServices } from './routes/host-services.ts';
import { createRequestRegistry } from './base/request-registry.ts';
import { createScriptHub } from './scripts/script-hub.ts';
import { type SnapshotDisk, systemDisk } from './snapshots/snapshot-disk.ts';
import { createSnapshotStore } from './snapshots/snapshot-store.ts';
import { createStaticFiles } from './static-files.ts';
import { createSyncHub, type SyncHubDeps } from './sync/sync-hub.ts';
import { FEED_KEYS } from '#core/reliability/update-feed.ts';
import { createPackageStore } from './updates/package-store.ts';
import { createUpdateChecker } from './updates/update-checker.ts';
import { createKnownWindows } from './windows/known-windows.ts';

export interface HostOptions {
  /** Serves the files of the page; by default those of the built page. */
  files?: (request: Request) => Promise<Response>;
  /** Without it there are no practice connections. */
  practice?: PracticeVendors;
  /** Starts MCP servers; by default as system processes with the user's environment. */
  spawner?: Spawner;
  /** Where to look for orphaned processes: by default in this system, `null` where that isn't possible. */
  processes?: ProcessTable | null;
  /** Idle time after which an MCP server is stopped. */
  mcpIdleMs?: number;
  /** Overrides for sync, such as how long to wait for a remote; only tests use shorter waits. */
  sync?: Pick<SyncHubDeps, 'logN' | 'waits'>;
  /** How often configuration files are checked. */
  configWatchMs?: number;
  /** Where snapshots are written; by default the system's disk. */
  disk?: SnapshotDisk;
  /** Limits of checkpoints; only tests use others. */
  checkpoints?: CheckpointDeps['limits'];
  /** The feed of the build and the keys that sign it; only tests use others. */
  updates?: { feed: string | null; keys: readonly string[] };
  /** Maximum size of a journal in bytes. */
  journalBytes?: number;
}

export interface Handler {
  parts: HostServices;
  /** Answers every request without checks: the guard runs before it (create-host.ts). Rejects with HostError. */
  handle: (request: Request) => Promise<Response>;
  /** The same for the frame of previews, which has headers of its own. */
  preview: (request: Request) => Promise<FrameAnswer>;
}

export function createHandler(deps: HostDeps, options: HostOptions = {}): Handler {
  const practice = options.practice ?? null;
  const spawner = withOrphanCleanup(options.spawner ?? createSystemSpawner(deps.env, process.platform), deps.home);
  const events = createEventHub(deps.clock);
  const configuration = createConfigurationStore({
    home: deps.home,
    foldersOf: (session) => parts.mcp.folders.of(session),
    now: () => deps.clock.now(),
    emit: events.emit,
    ...(options.configWatchMs === undefined ? {} : { watchMs: options.configWatchMs }),
  });
  const consents = createConsentStore(deps);
  const permissions = createPermissions(consents);
  const allowedEnv = async () => (await consents.listValid('env')).map(({ subject }) => subject);
  const sandbox = createSandbox({
    home: deps.home,
    spawner,
    permissions,
    folders: () => parts.mcp.folders,
  });
  const beforeStart = createBeforeStart(configuration, allowedEnv, deps);
  const leftRunning = createOrphanProcesses({
    home: deps.home,
    clock: deps.clock,
    log: deps.log,
    configuration,
    processes: options.processes === undefined ? systemProcesses(process.platform) : options.processes,
    onChange: () => events.emit({ type: 'left-running-changed' }),
  });
  const files = options.files ?? createStaticFiles(deps.pageDir, { compressed: deps.origin.startsWith('http') });
  const snapshots = createSnapshotStore({
    ...deps,
    needed: () => parts.journals.bases(),
    disk: options.disk ?? systemDisk,
    onChange: () => events.emit({ type: 'snapshots-changed' }),
  });
  const journals = createJournalStore({
    ...deps,
    hasSnapshot: (id) => snapshots.isVerified(id),
    onChange: () => events.emit({ type: 'snapshots-changed' }),
    ...(options.journalBytes === undefined ? {} : { most: options.journalBytes }),
  });
  const encryption = createEncryption({
    ...deps,
    kinds: { journals: journals.files, snapshots: snapshots.files, logs: deps.log.files },
  });
  const updates = createUpdateChecker({
    ...deps,
    configuration,
    consents,
    onChange: () => events.emit({ type: 'config-changed' }),
    ...(options.updates && { build: options.updates }),
  });
  const updatePackage = createPackageStore({
    ...deps,
    keys: options.updates?.keys ?? FEED_KEYS,
    askFeed: (signal) => updates.askSigned(signal),
    isVerified: (id) => snapshots.isVerified(id),
    onChange: () => events.emit({ type: 'config-changed' }),
  });
  const webSearch = createWebSearcher(deps);
  const checkpoints = createCheckpointStore({
    ...deps,
    folders: () => parts.mcp.folders,
    ...(options.checkpoints && { limits: options.checkpoints }),
  });
  const parts: HostServices = {
    deps,
    callVendor: createCallVendor(deps, practice),
    checkpoints,
    config: createConfigFile(deps.home, () => deps.clock.now()),
    configuration,
    connections: createConnectionStore({ home: deps.home, clock: deps.clock, practice: practice !== null }),
    consents,
    encryption,
    crossing: createCrossingStore(deps),
    events,
    facts: createKeyFacts(deps.home, deps.secrets),
    leftRunning,
    mcp: createMcpHub(deps, events.emit, {
      consents,
      permissions,
      spawner,
      beforeStart,
      remote: (onChange) => createRemoteServers({ deps, lookup: lookupAll, onChange }),
      builtins: (folders) => [
        createWorkspaceServer(folders, permissions, checkpoints.changes, deps.version),
        createShellServer({
          folders,
          changes: checkpoints.changes,
          spawner,
          permissions,
          sandbox,
          beforeStart,
          leftRunning,
          version: deps.version,
        }),
        createWebServer(deps, webSearch),
      ],
      ...(options.mcpIdleMs === undefined ? {} : { idleMs: options.mcpIdleMs }),
    }),
    mcpDirectory: createDirectory({ ...deps, consents, practice }),
    runs: createRequestRegistry(),
    sandbox,
    scripts: createScriptHub({
      home: deps.home,
      consents,
      allowedEnv,
      configuration,
      spawner,
      foldersOf: (session) => parts.mcp.folders.of(session),
      onChange: () => events.emit({ type: 'config-changed' }),
    }),
    journals,
    snapshots,
    move: createOriginMigration({ ...deps, snapshots, files }),
    sync: createSyncHub({ ...deps, ...options.sync }),
    updates,
    updatePackage,
    webSearch,
    windows: createKnownWindows(deps),
  };
  const api = createApi(listRoutes(parts));
  return {
    parts,
    preview: createPreviewFrame(files),
    // Split on the raw path, not in the router, which decodes: guard and router must agree.
    async handle(request) {
      if (!isApiPath(new URL(request.url).pathname)) return files(request);
      return api.fetch(request);
    },
  };
}
