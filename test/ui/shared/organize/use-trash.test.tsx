// @vitest-environment jsdom
import { cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import type { Services } from '#ui/data/services.ts';
import { useTrash } from '#ui/shared/organize/use-trash.ts';
import { onlyWith, WithServices } from '#test/fakes/services.tsx';
import { render } from '../../support/render.tsx';
import { press } from '../../support/user.ts';

function Remove({ next }: { next: string | null }) {
  const trash = useTrash('one');
  return (
    <>
      <textarea data-composer="one" />
      <button onClick={() => void trash([{ id: 'one', title: 'Alpha' }], next)}>Remove</button>
    </>
  );
}

/** The notifications are loaded first. */
const untilTold = (words: string) => screen.findByText(words, {}, { timeout: 10_000 });

/** Removes the conversation on the screen; `next` is the one to show instead. */
async function startRemoving(next: string | null, meanwhile: () => void | Promise<void> = () => undefined) {
  window.location.hash = '#/s/one';
  const undo = vi.fn<() => Promise<void>>(async () => undefined);
  const organize = onlyWith<Services['organize']>({
    trash: async () => {
      await meanwhile();
      return { changed: 1, undo };
    },
  });
  await render(
    <WithServices services={{ organize }}>
      <Remove next={next} />
    </WithServices>,
  );
  await press('Remove');
  return undo;
}

async function remove(next: string | null, meanwhile?: () => void) {
  const undo = await startRemoving(next, meanwhile);
  await untilTold('Conversation deleted');
  return undo;
}

afterEach(() => {
  window.location.hash = '';
});

it('shows the next conversation, and the removed one again after an undo', async () => {
  const undo = await remove('two');
  expect(window.location.hash).toBe('#/s/two');
  await press('Undo');
  await waitFor(() => expect(window.location.hash).toBe('#/s/one'));
  expect(undo).toHaveBeenCalledOnce();
});

// The start page may read the conversation before or after it is in the trash, and opens a new one only after.
it('stays where the conversation says that it is deleted, and leads into it after an undo, if no other is to be shown', async () => {
  await remove(null);
  expect(window.location.hash).toBe('#/s/one');
  // What had it goes with the page that said so.
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
  await press('Undo');
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('textbox')));
});

it('moves nobody who has gone elsewhere while the conversation was being removed or restored', async () => {
  const go = (hash: string) => {
    window.location.hash = hash;
  };
  const undo = await remove('two', () => go('#/s/three'));
  expect(window.location.hash).toBe('#/s/three');
  await press('Undo');
  expect(undo).toHaveBeenCalledOnce();
  expect(window.location.hash).toBe('#/s/three');
  cleanup();
  const slow = await remove('two');
  slow.mockImplementation(async () => go('#/s/three'));
  await press('Undo');
  await waitFor(() => expect(slow).toHaveBeenCalledOnce());
  expect(window.location.hash).toBe('#/s/three');
});

it('shows the next conversation before the other is deleted, whose page would say so', async () => {
  const addresses: string[] = [];
  await remove('two', () => {
    addresses.push(window.location.hash);
  });
  expect(addresses).toEqual(['#/s/two']);
});

it('shows the conversation again that could not be deleted', async () => {
  const failure = Promise.withResolvers<void>();
  await startRemoving('two', () => failure.promise);
  expect(window.location.hash).toBe('#/s/two');
  failure.reject(new Error('the disk is full'));
  await waitFor(() => expect(window.location.hash).toBe('#/s/one'));
});
