// @vitest-environment jsdom
import { act } from '@testing-library/react';
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { BatonDatabase, openDatabase } from '#storage/database.ts';
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

it('renders nothing for a result that is equal to the last one', async () => {
  const db = await openDatabase({ name: 'equal' });
  const query = vi.fn<() => Promise<number[]>>(async () => [await db.settings.count()]);
  const sharedQuery = vi.fn<() => Promise<number[]>>(async () => [await db.settings.count()]);
  const renders: string[] = [];
  function Probe() {
    const shown = `${useLiveQuery(query, [])?.[0]} ${useSharedQuery(db, 'count', sharedQuery, ([one]) => ({ one }))?.one}`;
    renders.push(shown);
    return <output>{shown}</output>;
  }
  const page = await render(<Probe />);
  const shows = (text: string) =>
    vi.waitFor(async () => {
      await pass(0);
      expect(page.container.textContent).toBe(text);
    });
  await shows('0 0');
  await act(() => db.settings.put({ key: 'one', value: 1 }));
  await shows('1 1');
  renders.length = 0;
  await act(() => db.settings.put({ key: 'one', value: 2 }));
  await vi.waitFor(() => expect([query, sharedQuery].map(({ mock }) => mock.results.length)).toEqual([3, 3]));
  await act(() => db.settings.put({ key: 'two', value: 1 }));
  await shows('2 2');
  expect(renders).not.toContain('1 1');
  await db.delete();
});

describe('results that change together', () => {
  let db: BatonDatabase;
  /** What the slow query waits for. */
  let gate = Promise.resolve();
  const quick = vi.fn<() => Promise<number>>();
  const slow = vi.fn<() => Promise<number>>();
  const renders: string[] = [];

  beforeEach(async () => {
    db = await openDatabase({ name: 'together' });
    await db.settings.put({ key: 'one', value: 1 });
    const read = async () => Number((await db.settings.get('one'))?.value);
    quick.mockReset().mockImplementation(read);
    slow.mockReset().mockImplementation(async () => {
      const value = await read();
      await gate;
      return value;
    });
  });
  afterEach(async () => {
    gate = Promise.resolve();
    await db.delete();
  });

  function Probe() {
    const shown = `${useLiveQuery(quick, []) ?? '-'} ${useLiveQuery(slow, []) ?? '-'}`;
    renders.push(shown);
    return <output>{shown}</output>;
  }

  /** Both have been shown, and a write has changed both; the slow one waits for the returned function. */
  async function changed() {
    const page = await render(<Probe />);
    await vi.waitFor(async () => {
      await pass(0);
      expect(page.container.textContent).toBe('1 1');
    });
    const { promise, resolve } = Promise.withResolvers<void>();
    gate = promise;
    renders.length = 0;
    await act(async () => {
      await db.settings.put({ key: 'one', value: 2 });
      await vi.waitFor(() => expect(slow).toHaveBeenCalledTimes(2));
      await quick.mock.results.at(-1)?.value;
    });
    const open = () =>
      act(async () => {
        resolve();
        await slow.mock.results.at(-1)?.value;
        await vi.advanceTimersByTimeAsync(0);
      });
    return { page, open };
  }

  it('render once', async () => {
    const { page, open } = await changed();
    expect(page.container.textContent).toBe('1 1');
    await open();
    await vi.waitFor(async () => {
      await pass(0);
      expect(page.container.textContent).toBe('2 2');
    });
    expect(renders).toEqual(['2 2']);
  });

  it('are not held back by one that takes long', async () => {
    const { page, open } = await changed();
    await pass(50);
    expect(page.container.textContent).toBe('2 1');
    await open();
  });

  it('are shown at once the first time', async () => {
    const { page, open } = await changed();
    await page.rerender([<Probe key="other" />]);
    await vi.waitFor(async () => {
      await pass(0);
      expect(page.container.textContent).toBe('2 -');
    });
    await open();
  });
});
