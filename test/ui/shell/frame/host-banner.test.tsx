// @vitest-environment jsdom
import { act, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createStore } from 'zustand/vanilla';
import { HostProblemError } from '#host-client/host-error.ts';
import type { Connections } from '#state/connections.ts';
import { HostBanner } from '#ui/shell/frame/host-banner.tsx';
import { onlyWith, WithServices } from '#test/fakes/services.tsx';
import { render } from '../../support/render.tsx';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }));
afterEach(() => vi.useRealTimers());

const UNKNOWN = new HostProblemError({ type: 'about:blank', title: 'Unauthorized', status: 401, code: 'unauthorized' });

it('asks a host that is gone again and again, and one that doesn’t know the window no more', async () => {
  const reload = vi.fn<() => Promise<void>>(async () => undefined);
  const store = createStore(() => ({ connections: [], hostReachable: false, error: null as Error | null }));
  const connections = onlyWith<Connections>({ store: store as unknown as Connections['store'], reload });
  await render(
    <WithServices services={{ connections }}>
      <HostBanner />
    </WithServices>,
  );
  await act(() => vi.advanceTimersByTimeAsync(20_000));
  expect(reload.mock.calls.length).toBeGreaterThan(2);
  expect(screen.getByRole('alert').textContent).toContain('isn’t responding');

  await act(async () => store.setState({ error: UNKNOWN }));
  reload.mockClear();
  await act(() => vi.advanceTimersByTimeAsync(60_000));
  expect(reload).not.toHaveBeenCalled();
  expect(screen.getByRole('alert').textContent).toContain('earlier run');
});
