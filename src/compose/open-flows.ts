import { readRunLimits, RUN_LIMITS_KEY } from '#flows/agent/run-limits.ts';
import { MAX_TASK_DEPTH } from '#flows/agent/task-runs.ts';
import type { FlowDeps } from '#flows/base/flow-deps.ts';
import { composeFlows, type Flows } from '#flows/compose/compose-flows.ts';
import { MAX_MESSAGES_KEY, readMaxMessages } from '#flows/conversation/max-messages.ts';
import { countRecovered } from '#flows/request/count-recovered.ts';
import { createRequestInspection } from '#flows/request/create-request-inspection.ts';
import type { RequestInspection } from '#flows/request/request-inspection.ts';
import { createContextNotices, type ContextNotices } from '#state/context-notices.ts';
import { createContinuations, type Continuations } from '#state/continuations.ts';
import { listModelChoices } from '#state/model-choices.ts';
import type { Clock } from '#storage/clock.ts';
import { createElicitationQueue, type ElicitationQueue } from '#tools/elicitation-queue.ts';
import { createLazyToolbox } from '#tools/lazy-toolbox.ts';
import type { Host } from './open-host.ts';
import type { ReliabilityParts } from './open-reliability.ts';
import type { Reporting } from './open-reporting.ts';
import type { Stores } from './open-stores.ts';
import type { Vendors } from './open-vendors.ts';

interface FlowParts {
  host: Host;
  stores: Stores;
  vendors: Vendors;
  parts: ReliabilityParts;
  clock: Clock;
  reporting: Reporting;
}

export interface ComposedFlows extends Flows {
  requests: RequestInspection;
  contextNotices: ContextNotices;
  continuations: Continuations;
  elicitations: ElicitationQueue;
}

/** The use cases: conversations, the runs in them, and the tools of those runs. */
export function openFlows({ host, stores, vendors, parts, clock, reporting }: FlowParts): ComposedFlows {
  const { db, writers, liveRuns, settings, drafts, agentRuns } = stores;
  const { connections, mcp, orphanProcesses } = host;
  const { problems, report } = reporting;
  const { configurations, contextFiles, hookNotices, toolSettings } = parts;
  const setting = (key: string) => settings.store.getState().values.get(key);
  const contextNotices = createContextNotices();
  const continuations = createContinuations();
  const elicitations = createElicitationQueue();
  const deps: FlowDeps = {
    db,
    writers,
    liveRuns,
    clock,
    random: () => Math.random(),
    connections: () => connections.known(),
    model: vendors.model,
    loadService: vendors.loadService,
    reliability: parts.reliability,
    maxMessages: () => readMaxMessages(setting(MAX_MESSAGES_KEY)),
    scripts: parts.scripts,
    contextNotices,
    flushDrafts: () => drafts.flush(),
    owners: {
      drafts: { forget: (id) => drafts.discard(id) },
      configurations: { forget: (id) => configurations.drop(id) },
      notices: { end: hookNotices.drop },
      leftRunning: { end: orphanProcesses.drop },
    },
    forgetAtHost: (id) => mcp.host.forgetSession(id),
    report,
    onError: problems.add,
  };
  const toolbox = createLazyToolbox(async () => {
    const { createToolbox } = await import('#tools/toolbox.ts');
    return createToolbox({
      db,
      host: mcp.host,
      clock,
      now: clock.now,
      random: () => Math.random(),
      version: host.version(),
      report,
      elicitations,
      settings: toolSettings,
      tasks: flows.tasks,
      deepestTask: MAX_TASK_DEPTH,
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
  return { ...flows, requests, contextNotices, continuations, elicitations };
}
