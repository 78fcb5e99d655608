import type { CallVendor } from '../base/call-vendor.ts';
import type { CheckpointStore } from '../checkpoints/checkpoint-store.ts';
import type { ConfigFile } from '../base/config-file.ts';
import type { ConsentStore } from '../consents/consent-store.ts';
import type { ConfigurationStore } from '../configuration/configuration-store.ts';
import type { ConnectionStore } from '../base/connection-store.ts';
import type { HostDeps } from '../base/deps.ts';
import type { EventHub } from '../base/event-hub.ts';
import type { JournalStore } from '../journal/journal-store.ts';
import type { KeyFactsStore } from '../base/key-facts.ts';
import type { OrphanProcesses } from '../mcp/orphan-processes/orphan-processes.ts';
import type { OriginMigration } from '../origin-migration/origin-migration.ts';
import type { Sandbox } from '../mcp/builtin/shell/sandbox/sandbox.ts';
import type { Directory } from '../mcp/directory/directory.ts';
import type { McpHub } from '../mcp/mcp-hub.ts';
import type { RequestRegistry } from '../base/request-registry.ts';
import type { ScriptHub } from '../scripts/script-hub.ts';
import type { SnapshotStore } from '../snapshots/snapshot-store.ts';
import type { SyncHub } from '../sync/sync-hub.ts';
import type { UpdateChecker } from '../updates/update-checker.ts';
import type { WebSearcher } from '../mcp/builtin/web/web-search.ts';
import type { KnownWindows } from '../windows/known-windows.ts';

/** The services that the routes use. */
export interface HostServices {
  deps: HostDeps;
  callVendor: CallVendor;
  checkpoints: CheckpointStore;
  config: ConfigFile;
  configuration: ConfigurationStore;
  connections: ConnectionStore;
  consents: ConsentStore;
  events: EventHub;
  facts: KeyFactsStore;
  journals: JournalStore;
  leftRunning: OrphanProcesses;
  mcp: McpHub;
  mcpDirectory: Directory;
  move: OriginMigration;
  sandbox: Sandbox;
  runs: RequestRegistry;
  scripts: ScriptHub;
  snapshots: SnapshotStore;
  sync: SyncHub;
  updates: UpdateChecker;
  webSearch: WebSearcher;
  windows: KnownWindows;
}
