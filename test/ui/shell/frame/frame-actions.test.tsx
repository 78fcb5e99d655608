// @vitest-environment jsdom
import { act, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import type { ChatFlows } from '#flows/compose/chat-flows.ts';
import type { ProjectFlows } from '#flows/projects/project-flows.ts';
import type { SessionRow } from '#storage/rows.ts';
import { useFrameActions } from '#ui/shell/scene/use-frame-actions.ts';
import { ChatWorld } from '#test/fakes/chat-world.ts';
import { createPageData } from '#test/fakes/page-data.tsx';
import { sessionRow } from '#test/fakes/session-row.ts';
import { onlyWith, WithServices } from '#test/fakes/services.tsx';
import { render } from '../../support/render.tsx';
import { press } from '../../support/user.ts';

function NewChat() {
  const { newChat } = useFrameActions(null, { current: [] });
  return <button onClick={() => void newChat(null)}>New chat</button>;
}

/** jsdom has no Navigation API: the key of an entry stays where its address is replaced. */
const goTo = (key: string) => vi.stubGlobal('navigation', { currentEntry: { key } });

/** A disk that stores the new conversation when the test says so. */
async function slowDisk() {
  window.location.hash = '#/s/old';
  goTo('first');
  const world = await ChatWorld.open();
  const data = await createPageData(world, world.window());
  const stored = Promise.withResolvers<SessionRow>();
  const flows = onlyWith<ChatFlows>({ createSession: () => stored.promise });
  await render(
    <WithServices services={{ ...data, flows, projects: onlyWith<ProjectFlows>({}) }}>
      <textarea aria-label="Old" data-composer="old" />
      <NewChat />
    </WithServices>,
  );
  await press('New chat');
  return () => act(async () => stored.resolve(sessionRow('new')));
}

afterEach(() => {
  vi.unstubAllGlobals();
  window.location.hash = '';
});

it('opens a new chat once it is stored', async () => {
  const store = await slowDisk();
  expect(window.location.hash).toBe('#/s/old');
  await store();
  expect(window.location.hash).toBe('#/s/new');
});

it('leaves the user where they went meanwhile, and the keys to what they see', async () => {
  const store = await slowDisk();
  window.location.hash = '#/s/other';
  goTo('second');
  await store();
  expect(window.location.hash).toBe('#/s/other');
  // Nothing catches what is typed.
  expect(screen.getAllByRole('textbox', { hidden: true })).toHaveLength(1);
});

it('opens it where only the words in the address have changed', async () => {
  const store = await slowDisk();
  window.location.replace('#/search/quagga');
  await store();
  expect(window.location.hash).toBe('#/s/new');
});
