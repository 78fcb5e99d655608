// @vitest-environment jsdom
import { waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { DesktopActivity as Activity } from '#contract/desktop.ts';
import { createActiveRuns } from '#state/active-runs.ts';
import { createAgentRuns } from '#state/agent-runs.ts';
import { createSession, renameSession } from '#storage/session-repository.ts';
import type { AgentServices, Services } from '#ui/data/services.ts';
import { InDesktopApp } from '#ui/shell/desktop/in-desktop-app.tsx';
import { ChatWorld } from '#test/fakes/chat-world.ts';
import { createPageData } from '#test/fakes/page-data.tsx';
import { hostWith, onlyWith, WithServices } from '#test/fakes/services.tsx';
import { render } from '../support/render.tsx';

async function open(mount: 'browser' | 'electron') {
  const world = await ChatWorld.open();
  const page = world.window();
  const data = await createPageData(world, page);
  data.connections.store.setState({ info: { version: '1.0.0', mount, known: true } });
  const reports: Activity[] = [];
  const services: Partial<Services> = {
    ...data,
    host: hostWith({
      async reportActivity(activity: unknown) {
        reports.push(Activity.parse(activity));
      },
    }),
    log: onlyWith({}),
    agent: onlyWith<AgentServices>({
      activeRuns: createActiveRuns(
        createAgentRuns(() => undefined),
        page.liveRuns,
      ),
    }),
  };
  const { unmount } = await render(
    <WithServices services={services}>
      <InDesktopApp />
    </WithServices>,
  );
  return { db: world.db, reports, unmount };
}

it('the desktop app hears of recent conversations, newest first and by their titles, and only of changes', async () => {
  const { db, reports, unmount } = await open('electron');
  await waitFor(() => expect(reports.at(-1)).toMatchObject({ recent: [], running: [], asking: 0 }));
  const one = await createSession(db, { target: null, at: 1, title: 'One' });
  const two = await createSession(db, { target: null, at: 2, title: 'x'.repeat(500) });
  await waitFor(() => expect(reports.at(-1)?.recent.map(({ id }) => id)).toEqual([two.id, one.id]));
  expect(reports.at(-1)?.recent[0]?.title).toHaveLength(200);
  const count = reports.length;
  await renameSession(db, one.id, 'One');
  await renameSession(db, one.id, 'Renamed');
  await waitFor(() => expect(reports.at(-1)?.recent[1]?.title).toBe('Renamed'));
  expect(reports.length).toBe(count + 1);
  window.dispatchEvent(new Event('pagehide'));
  expect(reports.at(-1)?.asking).toBe(0);
  unmount();
});

it('in a browser window nobody is told', async () => {
  const { db, reports, unmount } = await open('browser');
  await createSession(db, { target: null, at: 1, title: 'One' });
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(reports).toEqual([]);
  unmount();
});
