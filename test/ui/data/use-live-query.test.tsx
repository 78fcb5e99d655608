// @vitest-environment jsdom
import { act } from '@testing-library/react';
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { BatonDatabase } from '#storage/database.ts';
import { useLiveQuery, useSharedQuery } from '#ui/data/use-live-query.ts';
import { render } from '../support/render.tsx';

const BROKEN = new DOMException('Backend aborted error.', 'InvalidStateError');

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

it('keeps the last answer while the store cannot be read, and reads it again', async () => {
  const reported = vi.fn<typeof reportError>();
  vi.stubGlobal('reportError', reported);
  let stored: number | null = 1;
  const query = async () => {
    if (stored === null) throw BROKEN;
    return stored;
  };
  function Probe({ version }: { version: number }) {
    return <output>{useLiveQuery(query, [version]) ?? 'nothing yet'}</output>;
  }
  const page = await render(<Probe version={0} />);
  await pass(0);
  expect(page.container.textContent).toBe('1');

  stored = null;
  await page.rerender(<Probe version={1} />);
  await pass(400);
  expect(page.container.textContent).toBe('1');
  await pass(200);
  expect(page.container.textContent).toBe('1');
  expect(reported).toHaveBeenCalledExactlyOnceWith(BROKEN);

  stored = 2;
  await pass(1_000);
  expect(page.container.textContent).toBe('2');
});

it('runs a query once for all that share it, and anew after the last one left', async () => {
  const db = new BatonDatabase('shared');
  let runs = 0;
  const query = async () => (runs += 1);
  function Probe() {
    return <output>{useSharedQuery(db, 'one', query) ?? 'nothing yet'} </output>;
  }
  const page = await render([<Probe key="a" />, <Probe key="b" />]);
  await pass(0);
  expect(page.container.textContent).toBe('1 1 ');
  await page.rerender([<Probe key="b" />, <Probe key="c" />]);
  expect(page.container.textContent).toBe('1 1 ');
  await page.rerender([]);
  await page.rerender([<Probe key="d" />]);
  await pass(0);
  expect(page.container.textContent).toBe('2 ');
  db.close();
});
