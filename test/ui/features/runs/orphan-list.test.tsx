// @vitest-environment jsdom
import { expect, it, vi } from 'vitest';
import { type OrphansOfSession, createOrphanProcesses } from '#state/orphan-processes.ts';
import { OrphanList } from '#ui/features/runs/orphan-list.tsx';
import { useOrphansOf } from '#ui/features/runs/use-orphans.ts';
import { WithServices } from '#test/fakes/services.tsx';
import { render } from '../../support/render.tsx';
import { click } from '../../support/user.ts';

const sleep = (pid: number) => ({ pid, command: `sleep ${pid}` });

function Shown() {
  return <OrphanList left={useOrphansOf()} titleOf={(id) => `Title of ${id}`} onLeave={() => undefined} />;
}

async function open(conversations: OrphansOfSession[], fails = false) {
  let now = conversations;
  const end = vi.fn<(session: string, query: { calls: boolean }) => Promise<void>>(async (session) => {
    if (fails) throw new Error('The host is away.');
    now = now.filter((one) => one.session !== session);
  });
  const problems: unknown[] = [];
  const left = createOrphanProcesses({ list: async () => ({ conversations: now }), end }, (error) =>
    problems.push(error),
  );
  await left.reload();
  const { container } = await render(
    <WithServices services={{ orphanProcesses: left }}>
      <Shown />
    </WithServices>,
  );
  const rows = () => [...container.querySelectorAll('li')].map((row) => row.textContent);
  const press = (title: string) => click(container.querySelector<HTMLElement>(`[aria-label*="${title}"]`));
  return { container, left, end, problems, rows, press };
}

it('shows by conversation what commands left running, and ends it', async () => {
  const { container, end, rows, press, problems } = await open([
    { session: 'a', processes: [sleep(2), sleep(3), sleep(4), sleep(5), sleep(6)] },
    { session: 'b', processes: [sleep(7)] },
  ]);
  expect(rows()).toEqual(['Title of asleep 2sleep 3sleep 4and 2 more', 'Title of bsleep 7']);
  expect(container.querySelector('a')?.getAttribute('href')).toContain('a');
  await press('Title of a');
  expect(end.mock.calls).toEqual([['a', { calls: false }]]);
  expect(rows()).toEqual(['Title of bsleep 7']);
  expect(problems).toEqual([]);
});

it('stays and can be tried again where ending failed', async () => {
  const { container, rows, press } = await open([{ session: 'b', processes: [sleep(7)] }], true);
  await press('Title of b');
  expect(rows()).toEqual(['Title of bsleep 7']);
  expect(container.querySelector('li button')?.hasAttribute('disabled')).toBe(false);
});

it('a conversation that goes away takes along what its calls run, too', async () => {
  const { left, end, problems } = await open([]);
  left.drop('c');
  expect(end.mock.calls).toEqual([['c', { calls: true }]]);
  expect(problems).toEqual([]);
});
