// @vitest-environment jsdom
import { act } from '@testing-library/react';
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useLiveQuery } from '#ui/data/use-live-query.ts';
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
