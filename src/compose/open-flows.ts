import { loadOnce } from '#core/load-once.ts';
import { readRunLimits, RUN_LIMITS_KEY } from '#flows/agent/run-limits.ts';
import { MAX_TASK_DEPTH } from '#flows/agent/task-runs.ts';
import type { FlowDeps } from '#flows/base/flow-deps.ts';
import { composeFlows, type Flows } from '#flows/compose/compose-flows.ts';
import { TITLES_KEY } from '#core/setting-keys.ts';
import { MAX_MESSAGES_KEY, readMaxMessages } from '#flows/conversation/max-messages.ts';
import { countRecovered } from '#flows/request/count-recovered.ts';
import { createRequestInspection } from '#flows/request/create-request-inspection.ts';
import type { RequestInspection } from '#flows/request/request-inspection.ts';
import { readServerTools, serverToolsKey } from '#state/server-tools.ts';
import { listModelChoices } from '#state/model-choices.ts';
import { modelParametersKey } from '#state/model-overrides.ts';
import type { EngineParts } from './open-engine.ts';
import type { Hooks } from './open-hooks.ts';
import { openPages } from './open-pages.ts';
import { openPictures } from './open-pictures.ts';
import { type OpenProjectSearch, openProjectSearch } from './open-project-search.ts';

/** The use cases: conversations, the runs in them, and the tools of those runs. */
export function openFlows(
  parts: EngineParts,
  { reliability, contextFiles }: Hooks,
): Flows & { requests: RequestInspection; projectVectors: OpenProjectSearch['vectors'] } {
  const { host, stores, vendors, runStores, clock, reporting, documents } = parts;
  const { db, writers, liveRuns, settings, drafts, agentRuns } = stores;
  const { connections, mcp, orphanProcesses } = host;
  const { problems, onUnreadableRow } = reporting;
  const { configurations, hookNotices, scripts, toolSettings } = runStores;
  const { contextNotices, continuations, elicitations } = runStores;
  const setting = (key: string) => settings.store.getState().values.get(key);
  const { sharing, searchProject, vectors } = openProjectSearch(parts);
  const deps: FlowDeps = {
    db,
    writers,
    liveRuns,
    clock,
    random: () => Math.random(),
    connections: () => connections.known(),
    knownConnection: (id) => connections.get(id),
    model: vendors.model,
    loadService: vendors.loadService,
    reliability,
    sharing,
    titlesByModel: () => setting(TITLES_KEY) === true,
    maxMessages: () => readMaxMessages(setting(MAX_MESSAGES_KEY)),
    modelParameters: async ({ id }, model) => {
      const stored = setting(modelParametersKey(id));
      if (stored === undefined) return undefined;
      const { readModelParameters } = await import('#state/model-parameters.ts');
      return readModelParameters(stored, model);
    },
    serverTools: ({ id }) => readServerTools(setting(serverToolsKey(id))),
    pictures: openPictures(),
    pages: openPages(documents),
    scripts,
    contextNotices,
    flushDrafts: () => drafts.flush(),
    owners: {
      drafts: { forget: (id) => drafts.discard(id) },
      configurations: { forget: (id) => configurations.drop(id) },
      notices: { end: hookNotices.drop },
      leftRunning: { end: orphanProcesses.drop },
    },
    forgetAtHost: (id) => mcp.host.forgetSession(id),
    onUnreadableRow,
    onError: problems.add,
  };
  const toolbox = loadOnce(async () => {
    const { createToolbox } = await import('#tools/toolbox.ts');
    return createToolbox({
      db,
      host: mcp.host,
      clock,
      now: clock.now,
      random: () => Math.random(),
      version: host.version(),
      onUnreadableRow,
      elicitations,
      settings: toolSettings,
      tasks: flows.tasks,
      searchProject,
      deepestTask: MAX_TASK_DEPTH,
      async readDocument(bytes, name, signal) {
        const read = await documents.read({ bytes, name, language: document.documentElement.lang }, signal);
        return read.document.text;
      },
      onError: problems.add,
    });
  });
  mcp.servers.store.subscribe(({ servers }) => {
    if (servers) toolbox.loading()?.then((loaded) => loaded.follow(servers), problems.add);
  });
  const flows = composeFlows(deps, {
    toolbox: toolbox.get,
    folders: mcp.host,
    contextFiles,
    agentRuns,
    models: async () => listModelChoices(await connections.known(), settings.store.getState().values, vendors.catalog),
    continuations,
    limits: () => readRunLimits(setting(RUN_LIMITS_KEY)),
  });
  countRecovered(deps).catch(problems.add);
  const requests = createRequestInspection({ ...deps, offered: flows.offered });
  return { ...flows, requests, projectVectors: vectors };
}
