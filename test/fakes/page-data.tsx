import { createElement, StrictMode } from 'react';
import type { ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { createConnections } from '#state/connections.ts';
import { createDrafts } from '#state/drafts.ts';
import { createModelLists } from '#state/model-lists.ts';
import { createProblems } from '#state/problems.ts';
import { openSettings } from '#state/settings.ts';
import { ServicesContext } from '#ui/data/services.ts';
import type { PageData, Services } from '#ui/data/services.ts';
import { modelCatalog } from '#flows/base/vendor-services.ts';
import { settle, until } from './fake-clock.ts';
import { fakeServices } from './services.tsx';
import type { ChatWindow, ChatWorld } from './chat-world.ts';

/** The data of one window, on the storage, locks and time of a world. */
export async function createPageData(world: ChatWorld, page: ChatWindow): Promise<PageData> {
  const { clock, db } = world;
  const problems = createProblems();
  const settings = await openSettings(db, problems.add);
  const connections = createConnections({
    connections: async () => (world.connections instanceof Error ? [] : world.connections),
    secrets: async () => ({ kind: 'session', locked: false, choices: [], backend: null, problem: null }),
    events: () => undefined,
  });
  await connections.reload();
  return {
    db,
    writers: page.writers,
    liveRuns: page.liveRuns,
    connections,
    settings,
    problems,
    drafts: createDrafts({
      db,
      now: clock.now,
      setTimeout: clock.setTimeout,
      clearTimeout: clock.clearTimeout,
      onError: problems.add,
    }),
    modelLists: createModelLists({ settings, now: clock.now, listModels: async () => world.service.models }),
    catalog: modelCatalog,
    onUnreadableRow: (row) => problems.add(new Error(JSON.stringify(row))),
  };
}

export interface Mounted<T> {
  /** What the hook returned last. */
  value: () => T;
  unmount: () => Promise<void>;
}

/** Runs a hook in a component of its own, in strict mode as the page does. */
export async function mountHook<T>(
  data: Partial<Services>,
  hook: () => T,
  wrap: (content: ReactNode) => ReactNode = (content) => content,
): Promise<Mounted<T>> {
  const seen: T[] = [];
  const services = fakeServices(data);
  function Probe() {
    seen.push(hook());
    return null;
  }
  const root = createRoot(document.createElement('div'));
  root.render(
    <StrictMode>
      <ServicesContext value={services}>{wrap(createElement(Probe))}</ServicesContext>
    </StrictMode>,
  );
  await until(() => seen.length > 0, 'first render');
  return {
    value: () => {
      const last = seen.at(-1);
      return last as T;
    },
    async unmount() {
      root.unmount();
      await settle();
    },
  };
}
