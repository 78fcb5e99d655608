// @vitest-environment jsdom
import { waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { DesktopActivity as Activity } from '#contract/desktop.ts';
import { createActiveRuns } from '#state/active-runs.ts';
import { createAgentRuns } from '#state/agent-runs.ts';
import { createSession, renameSession } from '#storage/session-repository.ts';
import type { AgentServices, Services } from '#ui/data/services.ts';
import type { ExportJob } from '#transfer/transfer-messages.ts';
import { ownStorage } from '#test/fakes/own-storage.ts';
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
  const given: unknown[] = [];
  const { files, storage } = ownStorage();
  Object.defineProperty(navigator, 'storage', { value: { getDirectory: storage }, configurable: true });
  const client = {
    write: async ({ format, sessions }: ExportJob, to: FileSystemFileHandle) =>
      void files.set(to.name, `${format} of ${String(sessions)}`),
  };
  const services: Partial<Services> = {
    ...data,
    host: hostWith({
      async reportActivity(activity: unknown) {
        reports.push(Activity.parse(activity));
      },
      giveFile: async (file: unknown, bytes: Uint8Array) => void given.push([file, new TextDecoder().decode(bytes)]),
    }),
    log: onlyWith({}),
    transfers: { client } as unknown as Services['transfers'],
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
  return { db: world.db, reports, given, files, unmount };
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

/** A press on the title of this conversation, and a drag from there. */
function dragTitle(session: string): boolean {
  const title = document.createElement('h1');
  title.dataset['dragOut'] = session;
  document.body.append(title);
  title.dispatchEvent(new MouseEvent('pointerdown', { bubbles: true }));
  const drag = new MouseEvent('dragstart', { bubbles: true, cancelable: true });
  title.dispatchEvent(drag);
  title.remove();
  return drag.defaultPrevented;
}

it('a conversation that is dragged out is Markdown under its title, and nothing of it stays', async () => {
  const { db, given, files, unmount } = await open('electron');
  const { id } = await createSession(db, { target: null, at: 1, title: 'A/talk' });
  // The part that follows drags is loaded after the start.
  await waitFor(() => expect(dragTitle(id)).toBe(true));
  await waitFor(() => expect(given).toEqual([[{ name: 'A talk.md', by: 'drag' }, `markdown of ${id}`]]));
  expect(files.size).toBe(0);
  unmount();
  expect(dragTitle(id)).toBe(false);
});
