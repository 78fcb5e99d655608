// @vitest-environment jsdom
import { act } from '@testing-library/react';
import { expect, it } from 'vitest';
import { createStore } from 'zustand/vanilla';
import type { ActiveRun } from '#state/active-runs.ts';
import type { AgentServices } from '#ui/data/services.ts';
import { useBusySessions } from '#ui/shared/runs/use-active-runs.ts';
import { onlyWith, WithServices } from '#test/fakes/services.tsx';
import { render } from '../../support/render.tsx';

const STORED: ReadonlySet<string> = new Set(['b']);
const run = (sessionId: string, phase: ActiveRun['phase']): ActiveRun => ({
  sessionId,
  task: null,
  phase,
  step: null,
  startedAt: 1,
  asks: [],
});

it('busy conversations stay the same set while their runs go on', async () => {
  const store = createStore<{ runs: readonly ActiveRun[] }>(() => ({ runs: [] }));
  const found: ReadonlySet<string>[] = [];
  function Probe() {
    found.push(useBusySessions(STORED));
    return null;
  }
  await render(
    <WithServices services={{ agent: onlyWith<AgentServices>({ activeRuns: { store } }) }}>
      <Probe />
    </WithServices>,
  );
  const become = (...runs: ActiveRun[]) => act(async () => store.setState({ runs }));
  await become(run('a', 'preparing'));
  const busy = found.at(-1);
  expect(busy).toEqual(new Set(['a', 'b']));
  await become(run('a', 'answering'));
  await become(run('b', 'answering'), run('a', 'answering'));
  expect(found.at(-1)).toBe(busy);
  await become();
  expect(found.at(-1)).toEqual(STORED);
});
