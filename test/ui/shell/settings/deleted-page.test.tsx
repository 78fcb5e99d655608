// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import type { Services } from '#ui/data/services.ts';
import { DeletedPage } from '#ui/shell/settings/deleted-page.tsx';
import { ChatWorld } from '#test/fakes/chat-world.ts';
import { createPageData } from '#test/fakes/page-data.tsx';
import { onlyWith, WithServices } from '#test/fakes/services.tsx';
import { sessionRow } from '#test/fakes/session-row.ts';
import { render } from '../../support/render.tsx';
import { press } from '../../support/user.ts';

type Restore = Services['organize']['restore'];
type Remove = Services['flows']['removeSession'];

/** A trash with these conversations, the last one deleted last. */
async function shown(...titles: string[]) {
  const world = await ChatWorld.open();
  const data = await createPageData(world, world.window());
  const { db } = data;
  const now = Date.now();
  await db.sessions.bulkAdd(titles.map((title, at) => sessionRow(title, { title, deletedAt: now - 1000 + at })));
  const restore = vi.fn<Restore>(async (ids) => {
    for (const id of ids) await db.sessions.update(id, { deletedAt: 0 });
  });
  const removeSession = vi.fn<Remove>((id) => db.sessions.delete(id));
  await render(
    <WithServices
      services={{
        ...data,
        organize: onlyWith<Services['organize']>({ restore }),
        flows: onlyWith<Services['flows']>({ removeSession }),
      }}
    >
      <DeletedPage />
    </WithServices>,
  );
  await screen.findAllByRole('listitem');
  return { restore, removeSession };
}

const listed = () =>
  screen.queryAllByRole('listitem').map((line) => within(line).getByText(/^(One|Two|Three)$/).textContent);
const pick = (name: string) => userEvent.click(screen.getByRole('checkbox', { name }));

describe('the trash', () => {
  it('lists what was deleted, last first, and brings one back', async () => {
    const { restore } = await shown('One', 'Two');
    expect(listed()).toEqual(['Two', 'One']);
    await press('Restore Two');
    expect(restore).toHaveBeenCalledWith(['Two']);
    await waitFor(() => expect(listed()).toEqual(['One']));
    expect(await screen.findByText('Restored: Two')).toBeTruthy();
  });

  it('brings back what is picked, and picks and leaves all at once', async () => {
    const { restore } = await shown('One', 'Two', 'Three');
    expect(screen.queryByRole('button', { name: /^Restore \d/ })).toBe(null);
    await pick('Select Two');
    const all = screen.getByRole<HTMLInputElement>('checkbox', { name: 'Select all' });
    expect([all.checked, all.indeterminate]).toEqual([false, true]);
    await pick('Select all');
    expect(all.checked).toBe(true);
    await pick('Select Two');
    await press('Restore 2');
    expect(restore.mock.calls.flatMap(([ids]) => ids).toSorted()).toEqual(['One', 'Three']);
    await waitFor(() => expect(listed()).toEqual(['Two']));
  });

  it('asks before it removes for good', async () => {
    const { removeSession } = await shown('One', 'Two');
    await press('Delete One for good');
    const dialog = await screen.findByRole('dialog');
    expect(removeSession).not.toHaveBeenCalled();
    await press(/delete/i, dialog);
    await waitFor(() => expect(listed()).toEqual(['Two']));
    expect(removeSession.mock.calls.map(([id]) => id)).toEqual(['One']);
  });
});
