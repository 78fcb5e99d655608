// @vitest-environment jsdom
import { act } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Connection } from '#contract/connection.ts';
import { CONNECTION } from '#test/fakes/chat-world.ts';
import { OfflineLine } from '#ui/features/conversation/context/offline-line.tsx';
import { render } from '../../support/render.tsx';

const VENDOR: Connection = { ...CONNECTION, practice: false, label: 'OpenAI', network: 'public' };

afterEach(() => vi.restoreAllMocks());

async function goes(online: boolean): Promise<void> {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(online);
  await act(async () => void window.dispatchEvent(new Event(online ? 'online' : 'offline')));
}

describe('without a network', () => {
  it('the model that needs it is named until the network is back', async () => {
    const { container } = await render(<OfflineLine connection={VENDOR} />);
    expect(container.textContent).toBe('');
    await goes(false);
    expect(container.textContent).toBe('No network connection. OpenAI can’t be reached; models on this computer can.');
    await goes(true);
    expect(container.textContent).toBe('');
  });

  it.each([
    ['a practice model', CONNECTION],
    ['a server on this computer', { ...VENDOR, network: 'loopback' } satisfies Connection],
  ])('%s is not affected', async (_what, connection) => {
    const { container } = await render(<OfflineLine connection={connection} />);
    await goes(false);
    expect(container.textContent).toBe('');
  });
});
