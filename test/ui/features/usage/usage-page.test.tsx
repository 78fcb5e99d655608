// @vitest-environment jsdom
import { fireEvent, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { UsageRow } from '#storage/rows.ts';
import { createSession, trashSession } from '#storage/session-repository.ts';
import { UsagePage } from '#ui/features/usage/usage-page.tsx';
import { ChatWorld } from '#test/fakes/chat-world.ts';
import { createPageData } from '#test/fakes/page-data.tsx';
import { WithServices } from '#test/fakes/services.tsx';
import { render } from '../../support/render.tsx';
import { choose } from '../../support/user.ts';

const DAY = 86_400_000;

async function show(rows: (sessions: string[]) => Partial<UsageRow>[]) {
  const world = await ChatWorld.open();
  const data = await createPageData(world, world.window());
  const sessions: string[] = [];
  for (const title of ['Tides', '달']) sessions.push((await createSession(data.db, { target: null, at: 1, title })).id);
  await trashSession(data.db, sessions[1] ?? '', 2);
  const base = { connection: 'anthropic', vendor: 'anthropic', model: 'claude-opus-4-8', at: Date.now() } as const;
  await data.db.usage.bulkAdd(
    rows(sessions).map((row, index) => ({
      ...base,
      id: `u${index}`,
      sessionId: sessions[0] ?? '',
      usage: { input: 1_000, output: 200 },
      cost: 0.5,
      ...row,
    })),
  );
  const { container } = await render(
    <WithServices services={data}>
      <UsagePage />
    </WithServices>,
  );
  await waitFor(() => expect(container.textContent).not.toBe(''));
  const table = (name: string) =>
    [...container.querySelectorAll(`[role="group"][aria-label="${name}"] tbody tr`)].map((row) =>
      [...row.children].map(({ textContent }) => textContent),
    );
  return { container, table };
}

describe('the page of usage', () => {
  it('says that there is nothing yet', async () => {
    const { container } = await show(() => []);
    await waitFor(() => expect(container.textContent).toContain('No answers in this period yet.'));
    expect(container.querySelector('table')).toBeNull();
  });

  it('says which numbers are estimated', async () => {
    const { container, table } = await show(() => [
      {},
      { model: 'stopped', usage: { input: 10, output: 300, estimated: 'output' } },
    ]);
    await waitFor(() =>
      expect(table('By model')).toEqual([
        ['Claude Opus 4.8', '1', '1K', '200', '$0.500'],
        [expect.stringContaining('stopped'), '1', '10', '≈300', '≈$0.500'],
      ]),
    );
    expect(container.textContent).toContain('1 answer ended before the vendor reported its tokens');
    expect(container.textContent).toContain('≈500');
  });

  it('adds up a period by model and by conversation, and says what has no price', async () => {
    const { container, table } = await show(([tides = '', moon = '']) => [
      { sessionId: tides },
      { sessionId: moon, model: 'somebody-s-own', cost: null },
      { sessionId: tides, at: Date.now() - 20 * DAY, cost: 2 },
      { sessionId: tides, at: Date.now() - 400 * DAY },
    ]);
    await waitFor(() =>
      expect(table('By model')).toEqual([
        ['Claude Opus 4.8', '2', '2K', '400', '$2.50'],
        [expect.stringContaining('somebody-s-own'), '1', '1K', '200', 'no price'],
      ]),
    );
    expect(table('By conversation')).toEqual([
      ['Tides', '2', '2K', '400', '$2.50'],
      ['달 (deleted)', '1', '1K', '200', 'no price'],
    ]);
    expect(container.querySelector('a')?.textContent).toBe('Tides');
    expect(container.textContent).toContain('1 answer is from a model with no known price');
    await choose('7 days');
    await waitFor(() => expect(table('By conversation')).toHaveLength(2));
    await waitFor(() => expect(table('By conversation')[0]?.[1]).toBe('1'));
    await choose('All');
    await waitFor(() => expect(table('By conversation')[0]?.[1]).toBe('3'));
  });

  it('reads the bars of its chart out, one key at a time', async () => {
    const { container } = await show(() => [
      { cost: 0.25 },
      { vendor: 'openai', connection: 'openai', model: 'gpt-6-sol' },
      { at: Date.now() - 10 * DAY, cost: 2 },
    ]);
    const find = () => container.querySelector<HTMLElement>('[role="application"]');
    await expect.poll(find).not.toBeNull();
    const statusText = () => find()?.querySelector('[role="status"]')?.textContent;
    const press = (key: string) => void fireEvent.keyDown(find() ?? container, { key });
    expect(find()?.getAttribute('aria-label')).toBe('Usage over time');
    expect(statusText()).toBe('');
    press('End');
    expect(statusText()).toMatch(/\$0\.750Anthropic\$0\.250OpenAI\$0\.500$/);
    for (let day = 0; day < 10; day++) press('ArrowLeft');
    expect(statusText()).toMatch(/\$2\.00Anthropic\$2\.00$/);
    press('ArrowRight');
    expect(statusText()).toMatch(/\$0$/);
    press('Escape');
    expect(statusText()).toBe('');
  });
});
