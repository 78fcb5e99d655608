import { createContext, use } from 'react';
import type { AgentFlows } from '#flows/agent/agent-flows.ts';
import type { ChatFlows } from '#flows/compose/chat-flows.ts';
import type { LibraryFlows } from '#flows/library/library-flows.ts';
import type { OrganizeFlows } from '#flows/organize/organize-flows.ts';
import type { ProjectFlows } from '#flows/projects/project-flows.ts';
import type { ProjectVectors } from '#flows/projects/vectors/project-vectors.ts';
import type { DocumentClient } from '#documents/document-client.ts';
import type { RequestInspection } from '#flows/request/request-inspection.ts';
import type { SyncControl } from '#flows/sync/sync-control.ts';
import type { DatabaseRecovery } from '#history/recovery/create-database-recovery.ts';
import type { HostClient } from '#host-client/host-client.ts';
import type { CheckpointHost, LogClient } from '#host-client/host-api.ts';
import type { McpHost } from '#host-client/mcp-host.ts';
import type { ScriptHost } from '#host-client/script-host.ts';
import type { SearchClient } from '#search/search-client.ts';
import type { ActiveRuns } from '#state/active-runs.ts';
import type { AgentRuns } from '#state/agent-runs.ts';
import type { Configurations } from '#state/configurations.ts';
import type { Connections } from '#state/connections.ts';
import type { ContextNotices } from '#state/context-notices.ts';
import type { Continuations } from '#state/continuations.ts';
import type { Drafts } from '#state/drafts.ts';
import type { HookNotices } from '#state/hook-notices.ts';
import type { Journals } from '#state/journal.ts';
import type { McpServers } from '#state/mcp-servers.ts';
import type { ModelCatalog } from '#state/model-choices.ts';
import type { ModelLists } from '#state/model-lists.ts';
import type { NotificationPort } from '#state/notification-port.ts';
import type { OrphanProcesses } from '#state/orphan-processes.ts';
import type { PageLog } from '#state/page-log.ts';
import type { Problems } from '#state/problems.ts';
import type { RepairNotices } from '#state/repair-notices.ts';
import type { ScriptActivity } from '#state/script-activity.ts';
import type { Settings } from '#state/settings.ts';
import type { Snapshots } from '#state/snapshots.ts';
import type { StorageQuota } from '#state/storage-quota.ts';
import type { StreamingAnswers } from '#state/streaming-answers.ts';
import type { TransferStores } from '#state/transfer-stores.ts';
import type { Updates } from '#state/updates.ts';
import type { UsageHints } from '#state/usage-hints.ts';
import type { Clock } from '#storage/clock.ts';
import type { BatonDatabase } from '#storage/database.ts';
import type { OnUnreadableRow } from '#storage/read-row.ts';
import type { SessionWriters } from '#storage/session-writers.ts';
import type { ElicitationQueue } from '#tools/elicitation-queue.ts';
import type { TemporaryChats } from './temporary-chats.ts';

/** Where the hooks of this folder read the stored data from. Components use those hooks. */
export interface PageData {
  db: BatonDatabase;
  writers: SessionWriters;
  liveRuns: StreamingAnswers;
  connections: Connections;
  settings: Settings;
  drafts: Drafts;
  modelLists: ModelLists;
  catalog: ModelCatalog;
  problems: Problems;
  onUnreadableRow: OnUnreadableRow;
}

export interface AgentServices {
  flows: AgentFlows;
  /** Runs in this window, live. */
  runs: AgentRuns;
  /** Everything active in this window, including plain answers. */
  activeRuns: ActiveRuns;
  notifications: NotificationPort;
  /** Its timers keep running on time in a hidden window. */
  clock: Pick<Clock, 'setTimeout' | 'clearTimeout'>;
  continuations: Continuations;
  usageHints: UsageHints;
  /** Questions from MCP servers to the user. */
  elicitations: ElicitationQueue;
}

export interface McpServices {
  host: McpHost;
  servers: McpServers;
}

export interface ReliabilityServices {
  configurations: Configurations;
  notices: HookNotices;
}

export interface LogServices {
  log: PageLog;
  client: Pick<LogClient, 'read'>;
  /** Failures of hooks in this window, by hook. */
  failures: () => Readonly<Record<string, number>>;
}

export interface ScriptServices {
  host: ScriptHost;
  activity: ScriptActivity;
}

export interface RecoveryServices {
  rescue: DatabaseRecovery;
  /** The history of earlier builds, which had another address. */
  move: {
    /** Whether there may still be one there. */
    isOpen: () => Promise<boolean>;
    /** Navigates to the former address. */
    begin: () => Promise<void>;
  };
  notices: RepairNotices;
  quota: Pick<StorageQuota, 'store'>;
  /** Reloads the window after a switch of the database in use. */
  reload: () => void;
}

/** What the composition root makes once, at the start, for every part of the page. */
export interface Services extends PageData {
  host: HostClient;
  /** In Electron the shell itself asks before an address leaves the app. Asking twice teaches people to click. */
  shellRunsCommand: boolean;
  flows: ChatFlows;
  organize: OrganizeFlows;
  projects: ProjectFlows;
  /** What embedding models make of the files of projects, loaded when it is first asked for. */
  projectVectors: () => Promise<ProjectVectors>;
  library: LibraryFlows;
  requests: RequestInspection;
  contextNotices: ContextNotices;
  search: SearchClient;
  documents: DocumentClient;
  agent: AgentServices;
  mcp: McpServices;
  scripts: ScriptServices;
  reliability: ReliabilityServices;
  log: LogServices;
  snapshots: Snapshots;
  journals: Journals;
  transfers: TransferStores;
  recovery: RecoveryServices;
  sync: SyncControl;
  temporary: TemporaryChats;
  updates: Updates;
  orphanProcesses: OrphanProcesses;
  /** What calls did to files, at the host; loaded when it is first asked for. */
  fileChanges: () => Promise<CheckpointHost>;
}

export const ServicesContext = createContext<Services | null>(null);

/** The services never change, so reading them never causes another render. */
export function useServices(): Services {
  const services = use(ServicesContext);
  if (!services) throw new Error('Nothing provides the services: ServicesContext is missing');
  return services;
}
