// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import type { HostClient } from '#host-client/host-client.ts';
import { VendorRow } from '#ui/shell/settings/vendor-row.tsx';
import { ChatWorld, CONNECTION } from '#test/fakes/chat-world.ts';
import { createPageData } from '#test/fakes/page-data.tsx';
import { hostWith, onlyWith, WithServices } from '#test/fakes/services.tsx';
import { render } from '../../support/render.tsx';
import { press } from '../../support/user.ts';

const VENDOR = { ...CONNECTION, label: 'Acme', practice: false, needsKey: true, configured: true, last4: 'k3yz' };

async function shown(host: Partial<HostClient>, connection = VENDOR) {
  const world = await ChatWorld.open();
  const data = await createPageData(world, world.window());
  const onOpen = vi.fn<(open: boolean) => void>();
  await render(
    <WithServices services={{ ...data, host: onlyWith<HostClient>({ group: hostWith({}).group, ...host }) }}>
      <ul>
        <VendorRow
          connection={connection}
          locked={false}
          open={false}
          onOpen={onOpen}
          carried={null}
          onOther={() => undefined}
          edit={false}
          taken={[]}
        />
      </ul>
    </WithServices>,
  );
  return { onOpen };
}

describe('a vendor', () => {
  it('says why its key could not be tested, and what the vendor answers the next time', async () => {
    const testKey = vi
      .fn<HostClient['testKey']>()
      .mockRejectedValueOnce(new Error('the host is gone'))
      .mockResolvedValueOnce({ ok: true, message: '', status: 200 });
    await shown({ testKey });
    await press('Test Acme');
    expect((await screen.findByRole('alert')).textContent).not.toBe('');
    await press('Test Acme');
    await waitFor(() => expect(screen.queryByRole('alert')).toBe(null));
    expect(testKey.mock.calls.map(([id]) => id)).toEqual([VENDOR.id, VENDOR.id]);
  });

  it('forgets the answer when its key is replaced', async () => {
    const { onOpen } = await shown({ testKey: () => Promise.reject(new Error('the host is gone')) });
    await press('Test Acme');
    await screen.findByRole('alert');
    await press('Replace key for Acme');
    expect(onOpen).toHaveBeenCalledWith(true);
    await waitFor(() => expect(screen.queryByRole('alert')).toBe(null));
  });

  it('removes its key only after a question', async () => {
    const deleteKey = vi.fn<HostClient['deleteKey']>().mockResolvedValue(undefined as never);
    await shown({ deleteKey });
    await press('Remove key for Acme');
    const dialog = await screen.findByRole('dialog');
    expect(deleteKey).not.toHaveBeenCalled();
    await press('Remove', dialog);
    await waitFor(() => expect(deleteKey).toHaveBeenCalledWith(VENDOR.id));
  });

  it('without a key offers to add one', async () => {
    await shown({}, { ...VENDOR, configured: false, last4: '' });
    expect(screen.queryByRole('button', { name: /^Test/ })).toBe(null);
    expect(screen.getByRole('button', { name: 'Add key for Acme' })).toBeTruthy();
  });
});
