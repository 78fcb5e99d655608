import '#contract/configure-zod.ts';
import { createApiClient } from '#host-client/api-client.ts';
import { moveEndpoints } from '#contract/origin-migration.ts';
import { snapshotEndpoints } from '#contract/snapshot.ts';
import { StrictMode } from 'react';
import type { ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { openSync } from '#flows/sync/open-sync.ts';
import { connectWindow } from '#host-client/connect-window.ts';
import { openHostWindow } from '#host-client/open-host-window.ts';
import { createSearchClient, startSearchWorker } from '#search/search-client.ts';
import { createNotificationPort } from '#state/notification-port.ts';
import { requestPersistence } from '#storage/database.ts';
import { loadFirstTexts } from '#texts/catalogs.ts';
import { lazyZipPacker } from '#transfer/zip/lazy-zip-packer.ts';
import { ServicesContext, type Services } from '#ui/data/services.ts';
import { createPageTexts } from '#ui/kit/i18n/page-texts.ts';
import { languageOfDevice } from '#ui/kit/theme/appearance.ts';
import { App } from '#ui/shell/app.tsx';
import { createMove } from '#ui/shell/start/create-move.tsx';
import { createStart } from '#ui/shell/start/create-start.tsx';
import { followHost } from './compose/follow-host.ts';
import { loadEngine } from './compose/load-engine.ts';
import { openBackups } from './compose/open-backups.ts';
import { openDocuments } from './compose/open-documents.ts';
import { openClock } from './compose/open-clock.ts';
import { openHost } from './compose/open-host.ts';
import { openReporting } from './compose/open-reporting.ts';
import { openRunStores } from './compose/open-run-stores.ts';
import { openStores } from './compose/open-stores.ts';
import { openTransfers } from './compose/open-transfers.ts';
import { openVendors } from './compose/open-vendors.ts';
import { createTemporaryChats } from './compose/temporary/create-temporary-chats.ts';
import { whenIdle } from './compose/when-idle.ts';
import { completePlatform } from '#workers/complete-platform.ts';

declare global {
  interface Window {
    /** Set by the preload script, in Electron only. */
    readonly baton?: { readonly token: string };
  }
}

completePlatform(globalThis);

const container = document.querySelector('#root');
if (!container) throw new Error('the document has no #root');
const root = createRoot(container);
const isDesktop = window.baton !== undefined;

function render(content: ReactNode): void {
  root.render(<StrictMode>{content}</StrictMode>);
}

const plainCalls = await connectWindow(window, window.baton?.token);
const hostCalls = { ...plainCalls, window: openHostWindow(plainCalls, window) };
const snapshotHost = createApiClient(hostCalls, snapshotEndpoints);
const reload = () => location.reload();
const { open, prepare, fail, lose, rescue, quota } = createStart({
  render,
  hostCalls,
  packer: lazyZipPacker,
  navigator,
  memory: () => localStorage,
  ofWindow: () => sessionStorage,
  switches: new BroadcastChannel('baton-database'),
  now: () => Date.now(),
  isDesktop,
  reload,
});
const move = createMove({
  host: createApiClient(hostCalls, moveEndpoints),
  snapshots: snapshotHost,
  rescue,
  render,
  page: window,
});

async function start(): Promise<void> {
  const language = languageOfDevice(window);
  const loading = loadFirstTexts(language);
  // Reported below, after what may take the place of the page.
  loading.catch(() => undefined);
  await move.bring();
  const db = await open();
  const texts = await loading;
  void requestPersistence(navigator.storage);

  const { clock, timers } = openClock();
  const reporting = openReporting(hostCalls, clock);
  const { log, problems, onUnreadableRow } = reporting;
  const host = openHost(hostCalls, timers, reporting);
  const stores = await openStores(db, clock, timers, reporting);
  const vendors = openVendors(host, stores, clock);
  const backups = openBackups({ hostCalls, snapshotHost, host, stores, clock, timers, reporting, onLoss: lose });
  const runStores = openRunStores(host, stores, reporting);
  const search = createSearchClient(startSearchWorker, (error) => log.write('warn', 'search', { error }));
  const documents = openDocuments();
  const parts = { search, documents, host, stores, vendors, runStores, clock, timers, reporting };
  const engine = loadEngine(parts);
  const { settings } = stores;
  const sync = openSync({
    db,
    hostCalls,
    settings,
    clock,
    releaseSession: engine.releaseSession,
    onUnreadableRow,
    log,
  });

  const services: Services = {
    db,
    writers: stores.writers,
    liveRuns: stores.liveRuns,
    connections: host.connections,
    settings,
    drafts: stores.drafts,
    modelLists: vendors.modelLists,
    catalog: vendors.catalog,
    problems,
    onUnreadableRow,
    host: host.host,
    shellRunsCommand: isDesktop,
    flows: engine.chat,
    organize: engine.organize,
    projects: engine.projects,
    projectVectors: engine.projectVectors,
    library: engine.library,
    requests: engine.requests,
    contextNotices: runStores.contextNotices,
    search,
    documents,
    agent: {
      flows: engine.agent,
      runs: stores.agentRuns,
      activeRuns: stores.activeRuns,
      notifications: createNotificationPort(globalThis.Notification),
      clock,
      continuations: runStores.continuations,
      usageHints: runStores.usageHints,
      elicitations: runStores.elicitations,
    },
    mcp: host.mcp,
    scripts: { host: host.scriptHost, activity: runStores.scripts },
    reliability: { configurations: runStores.configurations, notices: runStores.hookNotices },
    log: { log, client: reporting.logs, failures: engine.failures },
    ...backups,
    transfers: openTransfers(host, backups.snapshots, clock, reporting),
    recovery: { rescue, move, notices: reporting.repairs, quota, reload },
    sync,
    temporary: createTemporaryChats(parts, () => services),
    updates: host.updates,
    orphanProcesses: host.orphanProcesses,
    fileChanges: host.fileChanges,
  };
  followHost({ ...services, log, configurations: runStores.configurations });
  render(
    <ServicesContext value={services}>
      <App texts={createPageTexts(language, texts, reportError)} />
    </ServicesContext>,
  );
  backups.journals.begin();
  const repair = async () => {
    const { repairList } = await import('#history/recovery/repair-list.ts');
    reporting.repairs.repaired(await repairList(db, onUnreadableRow));
  };
  whenIdle([repair, engine.load, prepare], problems);
}

start().catch(fail);
