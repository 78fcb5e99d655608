import '#contract/configure-zod.ts';
import { StrictMode } from 'react';
import type { ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { v4 } from 'uuid';
import { levelOf } from '#core/log/log-line.ts';
import { agentUsageReminder } from '#core/reliability/hooks/agent-usage-reminder.ts';
import { compactionContextInjector } from '#core/reliability/hooks/compaction-context.ts';
import { contextFileHooks } from '#core/reliability/hooks/context-files.ts';
import { claimUsageHint } from '#flows/agent/claim-usage-hint.ts';
import { readRunLimits, RUN_LIMITS_KEY } from '#flows/agent/run-limits.ts';
import { MAX_TASK_DEPTH } from '#flows/agent/task-runs.ts';
import { countRecovered } from '#flows/request/count-recovered.ts';
import { composeFlows } from '#flows/compose/compose-flows.ts';
import { createCompactionContext } from '#flows/context/compaction-context.ts';
import { createContextFiles } from '#flows/context/context-files.ts';
import { createRequestInspection } from '#flows/request/create-request-inspection.ts';
import { repairList } from '#history/recovery/repair-list.ts';
import type { FlowDeps } from '#flows/base/flow-deps.ts';
import { MAX_MESSAGES_KEY, readMaxMessages } from '#flows/conversation/max-messages.ts';
import { openSync } from '#flows/sync/open-sync.ts';
import { createLibraryFlows } from '#flows/library/library-flows.ts';
import { createScriptPort } from '#flows/scripts/script-port.ts';
import { claudeCodeHooks } from '#core/reliability/hooks/claude-code-hooks.ts';
import { createVendorServices, modelCatalog } from '#flows/base/vendor-services.ts';
import { createReliability } from '#flows/base/reliability.ts';
import { connectWindow } from '#host-client/connect-window.ts';
import { createHostClient } from '#host-client/create-host-client.ts';
import { openHostWindow } from '#host-client/open-host-window.ts';
import { createLogClient } from '#host-client/log-client.ts';
import { createScriptHost } from '#host-client/script-host.ts';
import { createSnapshotHost } from '#host-client/snapshot-host.ts';
import { createOrphanProcessHost } from '#host-client/orphan-process-host.ts';
import { createUpdateHost } from '#host-client/update-host.ts';
import { createMoveHost } from '#host-client/move-host.ts';
import { createMcpHost } from '#host-client/create-mcp-host.ts';
import { createAgentRuns } from '#state/agent-runs.ts';
import { createConfigurations } from '#state/configurations.ts';
import { createContextNotices } from '#state/context-notices.ts';
import { createContinuations } from '#state/continuations.ts';
import { createConnections } from '#state/connections.ts';
import { createDrafts } from '#state/drafts.ts';
import type { FileWindow } from '#state/export-destinations.ts';
import { createActiveRuns } from '#state/active-runs.ts';
import { createHookNotices } from '#state/hook-notices.ts';
import { createStreamingAnswers } from '#state/streaming-answers.ts';
import { createLogShipper } from '#state/log-shipper.ts';
import { createOrphanProcesses } from '#state/orphan-processes.ts';
import { createMcpServers } from '#state/mcp-servers.ts';
import { listModelChoices } from '#state/model-choices.ts';
import { createModelLists } from '#state/model-lists.ts';
import { modelOverridesKey, readModelOverrides } from '#state/model-overrides.ts';
import { createNotificationPort } from '#state/notification-port.ts';
import { createPageClock } from '#state/page-clock.ts';
import { createPageLog } from '#state/page-log.ts';
import { protectRestore } from '#state/protect-restore.ts';
import { createRepairNotices } from '#state/repair-notices.ts';
import { createScriptActivity } from '#state/script-activity.ts';
import { createProblems } from '#state/problems.ts';
import { createJournals } from '#state/journal.ts';
import { createSnapshots } from '#state/snapshots.ts';
import { createUsageHints } from '#state/usage-hints.ts';
import { openSettings } from '#state/settings.ts';
import { createTransferStores } from '#state/transfer-stores.ts';
import { createUpdates } from '#state/updates.ts';
import { createSearchClient } from '#search/search-client.ts';
import { startSearchWorker } from '#search/start-search-worker.ts';
import { createSnapshotClient } from '#snapshots/snapshot-client.ts';
import { startSnapshotWorker } from '#snapshots/start-snapshot-worker.ts';
import { requestPersistence } from '#storage/database.ts';
import { sweepBlobs } from '#storage/blob-gc.ts';
import { createSessionWriters } from '#storage/session-writers.ts';
import { openWriterChannel } from '#storage/writer-channel.ts';
import { StorageError } from '#storage/storage-error.ts';
import { createTransferClient } from '#transfer/transfer-client.ts';
import { startTransferWorker } from '#transfer/start-transfer-worker.ts';
import { lazyZipPacker } from '#transfer/zip/lazy-zip-packer.ts';
import { createElicitationQueue } from '#tools/elicitation-queue.ts';
import { readToolSettings, TOOL_SETTINGS_KEY } from '#tools/tool-settings.ts';
import { createLazyToolbox } from '#tools/lazy-toolbox.ts';
import { App } from '#ui/shell/app.tsx';
import { saveFile } from '#ui/kit/files/save-file.ts';
import { ServicesContext, type Services } from '#ui/data/services.ts';
import { createMove } from '#ui/shell/start/create-move.tsx';
import { createStart } from '#ui/shell/start/create-start.tsx';

declare global {
  interface Window {
    /** Set by the preload script, in Electron only. */
    readonly baton?: { readonly token: string };
    /** In Chromium and Electron. */
    readonly showSaveFilePicker?: NonNullable<FileWindow['showSaveFilePicker']>;
  }
}

const container = document.querySelector('#root');
if (!container) throw new Error('the document has no #root');
const root = createRoot(container);
const isDesktop = window.baton !== undefined;

function render(content: ReactNode): void {
  root.render(<StrictMode>{content}</StrictMode>);
}

const plainCalls = await connectWindow(window, window.baton?.token);
const hostCalls = { ...plainCalls, window: openHostWindow(plainCalls, window) };
const { token } = hostCalls;

const snapshotHost = createSnapshotHost(hostCalls);
const { open, fail, lose, rescue, room } = createStart({
  render,
  hostCalls,
  packer: lazyZipPacker,
  navigator,
  memory: () => localStorage,
  ofWindow: () => sessionStorage,
  switches: new BroadcastChannel('baton-database'),
  now: () => Date.now(),
  isDesktop,
  reload: () => location.reload(),
});

const move = createMove({ host: createMoveHost(hostCalls), snapshots: snapshotHost, rescue, render, page: window });

async function start(): Promise<void> {
  await move.bring();
  const db = await open();
  void requestPersistence(navigator.storage);

  const clock = createPageClock(new Worker(new URL('./state/timer-worker.ts', import.meta.url), { type: 'module' }));
  const timers = { setTimeout: clock.setTimeout, clearTimeout: clock.clearTimeout };
  const logs = createLogClient(hostCalls);
  const shipper = createLogShipper({ clock, send: (lines, leaving) => logs.send([...lines], leaving) });
  const log = createPageLog({ clock, ship: shipper.add });
  addEventListener('pagehide', shipper.flush);
  addEventListener('error', ({ error, message }) => log.write('error', 'uncaught', { error: error ?? message }));
  addEventListener('unhandledrejection', ({ reason }) => log.write('error', 'unhandled', { error: reason }));
  log.write('info', 'start', { userAgent: navigator.userAgent, language: navigator.language });
  const problems = createProblems((error) => log.write('warn', 'problem', { error }));
  const host = createHostClient({ ...hostCalls, random: () => Math.random(), ...timers });
  const mcpHost = createMcpHost(hostCalls);
  const leftRunning = createOrphanProcesses(createOrphanProcessHost(hostCalls), problems.add);
  const scriptHost = createScriptHost(hostCalls);
  const scripts = createScriptActivity();
  const updates = createUpdates({
    source: createUpdateHost(hostCalls),
    onError: (error) => log.write('warn', 'updates-not-read', { error }),
    ...timers,
  });
  const mcpServers = createMcpServers({ source: mcpHost, onError: problems.add, ...timers });

  const writers = createSessionWriters({
    db,
    locks: navigator.locks,
    channel: openWriterChannel(),
    onError: problems.add,
    ...timers,
  });
  await writers.recover();
  sweepBlobs(db).catch(problems.add);

  const settings = await openSettings(db, problems.add);
  const connections = createConnections(host);
  const drafts = createDrafts({ db, now: clock.now, onError: problems.add, ...timers });
  const requestFrame = (fn: () => void) => {
    if (document.hidden) clock.setTimeout(fn, 250);
    else requestAnimationFrame(fn);
  };
  const liveRuns = createStreamingAnswers(requestFrame);
  const agentRuns = createAgentRuns(requestFrame);
  const going = createActiveRuns(agentRuns, liveRuns);
  const notifications = createNotificationPort(globalThis.Notification);
  const continuations = createContinuations();
  const contextNotices = createContextNotices();

  const snapshots = createSnapshots({
    host: snapshotHost,
    client: createSnapshotClient(() => startSnapshotWorker(hostCalls.origin, token)),
    locks: navigator.locks,
    now: clock.now,
    idle: () => new Promise((resolve) => void requestIdleCallback(() => resolve(), { timeout: 10_000 })),
    isBusy: () => going.store.getState().runs.length > 0,
    writtenBy: () => `Baton ${hostVersion}`,
    beginBase: () => journals.beginBase(),
    onError: (error) => log.write('warn', 'snapshot-failed', { error }),
    ...timers,
  });
  const journals = createJournals({ db, hostCalls, snapshots, log, locks: navigator.locks, onLoss: lose, ...timers });

  const service = createVendorServices((connection) => host.vendorFetch(connection));
  const modelLists = createModelLists({
    settings,
    now: clock.now,
    listModels: async (connection, signal) =>
      (await service(connection)).listModels(connection.baseUrl, signal, connection.vendor),
  });
  const repairs = createRepairNotices();
  const report: Services['report'] = (row) => {
    repairs.unreadable(row);
    problems.add(new StorageError('unreadable', undefined, `${row.table} ${row.key}: ${row.issue}`));
  };

  const configurations = createConfigurations(host);
  const hookNotices = createHookNotices();
  const contextFiles = createContextFiles(mcpHost, clock);
  const toolSettings = () => readToolSettings(settings.store.getState().values.get(TOOL_SETTINGS_KEY));
  const usageHints = createUsageHints((id) => claimUsageHint({ db, report }, id, toolSettings().off), problems.add);
  const reliability = createReliability({
    clock: timers,
    configuration: (session) => configurations.now(session),
    hooks: {
      ...contextFileHooks(contextFiles),
      'compaction-context-injector': compactionContextInjector(createCompactionContext({ db, report, host: mcpHost })),
      'agent-usage-reminder': agentUsageReminder(usageHints),
      'claude-code-hooks': claudeCodeHooks(createScriptPort(db, scriptHost, scripts)),
    },
    toast: hookNotices.toast,
    log: (event, said) => log.write(levelOf(event), event, said),
    onSwitchedOff: hookNotices.switchedOff,
  });

  const flowDeps: FlowDeps = {
    db,
    writers,
    liveRuns,
    clock,
    random: () => Math.random(),
    connections: () => connections.known(),
    model: (connection, id) =>
      modelCatalog.find(
        connection,
        id,
        modelLists.find(connection.id, id),
        readModelOverrides(settings.store.getState().values.get(modelOverridesKey(connection.id))).get(id),
      ),
    loadService: service,
    reliability,
    maxMessages: () => readMaxMessages(settings.store.getState().values.get(MAX_MESSAGES_KEY)),
    scripts,
    contextNotices,
    flushDrafts: () => drafts.flush(),
    owners: {
      drafts: { forget: (id) => drafts.discard(id) },
      configurations: { forget: (id) => configurations.drop(id) },
      notices: { end: hookNotices.drop },
      leftRunning: { end: leftRunning.drop },
    },
    forgetAtHost: (id) => mcpHost.forgetSession(id),
    report,
    onError: problems.add,
  };

  let hostVersion = '';
  const elicitations = createElicitationQueue();
  const toolbox = createLazyToolbox(async () => {
    const { createToolbox } = await import('#tools/toolbox.ts');
    return createToolbox({
      db,
      host: mcpHost,
      clock,
      now: clock.now,
      random: () => Math.random(),
      version: hostVersion,
      report,
      elicitations,
      settings: toolSettings,
      tasks,
      deepestTask: MAX_TASK_DEPTH,
      onError: problems.add,
    });
  });
  mcpServers.store.subscribe(({ servers }) => {
    if (servers) toolbox.loading()?.then((loaded) => loaded.follow(servers), problems.add);
  });
  const {
    chat: flows,
    agent: agentFlows,
    order,
    trash,
    offered,
    tasks,
    releaseSession,
  } = composeFlows(flowDeps, {
    toolbox: toolbox.get,
    folders: mcpHost,
    contextFiles,
    agentRuns,
    models: async () => listModelChoices(await connections.known(), settings.store.getState().values, modelCatalog),
    continuations,
    limits: () => readRunLimits(settings.store.getState().values.get(RUN_LIMITS_KEY)),
  });
  const requests = createRequestInspection({ ...flowDeps, offered });
  countRecovered(flowDeps).catch(problems.add);
  const sync = openSync({ db, hostCalls, settings, clock, releaseSession, report, log });

  connections.follow(new AbortController().signal, (event) => {
    if (event.type === 'hello') {
      hostVersion = event.version;
      log.write('info', 'host', { version: event.version, mount: event.mount });
    }
    if (event.type === 'hello' || event.type === 'mcp-changed') void mcpServers.reload();
    if (event.type === 'hello' || event.type === 'left-running-changed') void leftRunning.reload();
    if (event.type === 'hello' || event.type === 'config-changed') configurations.forget();
    if (event.type === 'hello') updates.look();
    if (event.type === 'hello') snapshots.look();
    if (event.type === 'hello' || event.type === 'snapshots-changed') snapshots.reload();
    if (event.type === 'hello' || event.type === 'snapshots-changed') journals.look();
    if (event.type === 'hello' || event.type === 'secrets-changed') sync.look();
    if (event.type === 'config-changed') updates.reload();
  });
  void connections.reload();
  trash.begin(new AbortController().signal);
  addEventListener('pagehide', () => void drafts.flush());

  const search = createSearchClient(startSearchWorker);
  const library = createLibraryFlows(db, clock);
  const transfer = createTransferClient({
    start: startTransferWorker,
    writtenBy: () => `Baton ${hostVersion}`.trim(),
    onProblem: problems.add,
  });

  const pickFile = window.showSaveFilePicker?.bind(window);
  const transfers = createTransferStores({
    client: protectRestore(transfer, (signal) => snapshots.protect(signal)),
    files: {
      ...(pickFile && { showSaveFilePicker: pickFile }),
      storage: () => navigator.storage.getDirectory(),
      download: saveFile,
      now: clock.now,
      newId: () => v4(),
    },
    log,
    onError: problems.add,
  });

  const services: Services = {
    db,
    writers,
    liveRuns,
    connections,
    settings,
    drafts,
    modelLists,
    catalog: modelCatalog,
    problems,
    report,
    host,
    shellRunsCommand: isDesktop,
    flows,
    organize: order,
    library,
    requests,
    contextNotices,
    search,
    agent: {
      flows: agentFlows,
      runs: agentRuns,
      going,
      notifications,
      clock,
      continuations,
      usageHints,
      elicitations,
    },
    mcp: { host: mcpHost, servers: mcpServers },
    scripts: { host: scriptHost, activity: scripts },
    reliability: { configurations, notices: hookNotices },
    log: { log, client: logs, failures: () => reliability.failures() },
    snapshots,
    journals,
    transfers,
    recovery: { rescue, move, notices: repairs, room, reload: () => location.reload() },
    sync,
    updates,
    orphanProcesses: leftRunning,
  };
  render(
    <ServicesContext value={services}>
      <App />
    </ServicesContext>,
  );

  journals.begin();
  repairList(db, report).then(repairs.repaired, problems.add);
}

start().catch(fail);
