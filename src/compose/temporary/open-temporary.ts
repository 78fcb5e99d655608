import { createActiveRuns } from '#state/active-runs.ts';
import { createAgentRuns } from '#state/agent-runs.ts';
import { createDrafts } from '#state/drafts.ts';
import { createStreamingAnswers } from '#state/streaming-answers.ts';
import { copySession } from '#storage/copy-session.ts';
import { openMemoryDatabase } from '#storage/memory-database.ts';
import type { SessionTarget } from '#storage/rows.ts';
import { createSession } from '#storage/session-repository.ts';
import { createSessionWriters } from '#storage/session-writers.ts';
import type { Services } from '#ui/data/services.ts';
import type { TemporaryChat } from '#ui/data/temporary-chats.ts';
import type { EngineParts } from '../open-engine.ts';
import { openFlows } from '../open-flows.ts';
import { openHooks } from '../open-hooks.ts';
import { openRunStores } from '../open-run-stores.ts';
import type { Stores } from '../open-stores.ts';

export interface OpenTemporaryChat extends TemporaryChat {
  hasContent: () => Promise<boolean>;
  keep: () => Promise<void>;
  end: () => Promise<void>;
}

/** How long an answer may take to end after it was stopped. */
const PATIENCE_MS = 5_000;
const PAUSE_MS = 50;

/** An engine of its own on a database in memory. Only settings, connections and the host are shared with the page. */
export async function openTemporary(
  parts: EngineParts,
  page: Services,
  target: SessionTarget | null,
): Promise<OpenTemporaryChat> {
  const { clock, timers, stores: stored, host } = parts;
  const db = await openMemoryDatabase();
  await db.prompts.bulkPut(await stored.db.prompts.toArray());
  await db.assistants.bulkPut(await stored.db.assistants.toArray());

  let ended = false;
  const problems: Services['problems'] = {
    ...parts.reporting.problems,
    // An answer that is stopped at the end has nowhere left to go.
    add: (error) => void (ended || parts.reporting.problems.add(error)),
  };
  // Hooks and scripts log what they were given.
  const log = { ...parts.reporting.log, write: () => undefined };
  const reporting = { ...parts.reporting, problems, log };

  const liveRuns = createStreamingAnswers((fn) => void clock.setTimeout(fn, 16));
  const agentRuns = createAgentRuns((fn) => void clock.setTimeout(fn, 16));
  const stores: Stores = {
    db,
    // No other window can reach this chat.
    writers: createSessionWriters({
      db,
      locks: navigator.locks,
      channel: { post: () => undefined, listen: () => undefined },
      onError: problems.add,
      ...timers,
    }),
    settings: stored.settings,
    drafts: createDrafts({ db, now: clock.now, onError: problems.add, ...timers }),
    liveRuns,
    agentRuns,
    activeRuns: createActiveRuns(agentRuns, liveRuns),
  };
  const runStores = openRunStores(host, stores, reporting);
  const engine: EngineParts = { ...parts, stores, runStores, reporting };
  const flows = openFlows(engine, openHooks(engine));
  const { id } = await createSession(db, { target, at: clock.now() });

  const services: Services = {
    ...page,
    db,
    writers: stores.writers,
    liveRuns,
    drafts: stores.drafts,
    problems,
    flows: flows.chat,
    organize: flows.organize,
    projects: flows.projects,
    library: flows.library,
    requests: flows.requests,
    contextNotices: runStores.contextNotices,
    agent: {
      ...page.agent,
      flows: flows.agent,
      runs: agentRuns,
      activeRuns: stores.activeRuns,
      continuations: runStores.continuations,
      usageHints: runStores.usageHints,
      elicitations: runStores.elicitations,
    },
    scripts: { ...page.scripts, activity: runStores.scripts },
    reliability: { configurations: runStores.configurations, notices: runStores.hookNotices },
    log: { ...page.log, log },
  };

  async function stop(): Promise<void> {
    flows.chat.stop(id);
    for (let waited = 0; waited < PATIENCE_MS; waited += PAUSE_MS) {
      const growing = await db.messages.where('status').equals('streaming').count();
      if (growing === 0 && stores.activeRuns.store.getState().runs.length === 0) return;
      await new Promise<void>((resolve) => void clock.setTimeout(resolve, PAUSE_MS));
    }
  }

  return {
    sessionId: id,
    services,
    async hasContent() {
      await stores.drafts.flush();
      const drafts = await db.drafts.toArray();
      if (drafts.some(({ text, attachments }) => text.trim() !== '' || attachments.length > 0)) return true;
      return (await db.messages.count()) > 0;
    },
    async keep() {
      await stop();
      await stores.drafts.flush();
      await copySession(db, stored.db, id, parts.reporting.onUnreadableRow);
    },
    async end() {
      ended = true;
      await stop();
      db.close();
    },
  };
}
