// @vitest-environment jsdom
import { expect, it } from 'vitest';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { createAgentRuns } from '#state/agent-runs.ts';
import type { AgentServices } from '#ui/data/services.ts';
import { useQuickSession } from '#ui/features/conversation/quick/use-quick-session.ts';
import { TextsProvider } from '#ui/kit/i18n/texts-provider.tsx';
import { agentRun } from '#test/fakes/agent-run.ts';
import { ChatWorld } from '#test/fakes/chat-world.ts';
import { until } from '#test/fakes/fake-clock.ts';
import { createPageData, mountHook } from '#test/fakes/page-data.tsx';
import { says } from '#test/fakes/scripted-service.ts';
import { onlyWith } from '#test/fakes/services.tsx';
import { textsIn } from '../../support/i18n.ts';

const LATER_MS = 10 * 60_000;

/** The quick window, and a question in it that was answered. */
async function begin() {
  const world = await ChatWorld.open();
  const page = world.window();
  const runs = createAgentRuns((publish) => publish());
  const data = {
    ...(await createPageData(world, page)),
    flows: page.flows,
    agent: onlyWith<AgentServices>({ runs }),
  };
  const shown = createStore(() => ({ away: false }));
  const quick = await mountHook(
    data,
    () => useQuickSession(useStore(shown, ({ away }) => away)),
    (content) => <TextsProvider texts={textsIn('en')}>{content}</TextsProvider>,
  );
  await until(() => quick.value().id !== null, 'a conversation');
  const first = quick.value().id ?? '';
  world.service.answer(says(['ok']));
  await page.flows.send(first, { text: 'q', attachments: [] });
  await world.db.sessions.update(first, { updatedAt: Date.now() });
  /** Time passes until the conversation is stale. */
  const wait = () => world.db.sessions.update(first, { updatedAt: Date.now() - LATER_MS });
  const settled = () => new Promise((resolve) => setTimeout(resolve, 60));
  const comeBack = async () => {
    shown.setState({ away: true });
    await settled();
    shown.setState({ away: false });
    await settled();
  };
  return { quick, first, runs, wait, settled, comeBack };
}

it('is never replaced under the eyes of the user, whatever happens to the focus', async () => {
  const { quick, first, wait, settled } = await begin();
  await wait();
  window.dispatchEvent(new Event('focus'));
  await settled();
  expect(quick.value().id).toBe(first);
  await quick.unmount();
});

it('goes on when the window comes up soon, and begins anew when it comes up later', async () => {
  const { quick, first, wait, comeBack } = await begin();
  await comeBack();
  expect(quick.value().id).toBe(first);
  await wait();
  await comeBack();
  await until(() => quick.value().id !== first, 'a new one');
  await quick.unmount();
});

it('goes on as long as a run of it, or of a task of it, may ask', async () => {
  for (const task of [null, 'below']) {
    const { quick, first, runs, wait, comeBack } = await begin();
    const above = { above: [first], title: 'Task', background: true };
    runs.publish(task ?? first, () => agentRun(task ?? first, task ? { task: above } : {}));
    await wait();
    await comeBack();
    expect(quick.value().id).toBe(first);
    await quick.unmount();
  }
});
