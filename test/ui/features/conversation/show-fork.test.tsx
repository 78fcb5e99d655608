// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { showFork } from '#ui/features/conversation/switch/show-fork.ts';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { useToast } from '#ui/kit/toasts/use-toast.ts';
import { render } from '../../support/render.tsx';
import { press } from '../../support/user.ts';

const go = (hash: string) => {
  window.location.hash = hash;
};

/** Forks the conversation `one` on the screen. `meanwhile` happens while the fork is being stored. */
async function fork(meanwhile: () => void, takeBack: () => void = () => undefined) {
  function Fork() {
    const toast = useToast();
    const t = useT('report');
    const common = useT('common');
    const make = async () => {
      meanwhile();
      return { id: 'made', title: 'One (fork)' };
    };
    const deps = { id: 'one', toast, t, common, fail: () => undefined };
    return (
      <button type="button" onClick={() => void showFork(deps, make, async () => takeBack())}>
        Fork
      </button>
    );
  }
  cleanup();
  go('#/s/one');
  await render(<Fork />);
  await press('Fork');
  await screen.findByRole('button', { name: 'Undo' });
}

it('opens a fork, and leads back when it is undone there', async () => {
  await fork(() => undefined);
  expect(window.location.hash).toBe('#/s/made');
  await screen.findByText('This is the fork. The other conversation is unchanged');
  await press('Undo');
  await screen.findByText('Fork moved to the trash');
  expect(window.location.hash).toBe('#/s/one');
});

it('moves nobody who has gone elsewhere while the fork was being stored or taken back', async () => {
  await fork(() => go('#/s/two'));
  expect(window.location.hash).toBe('#/s/two');
  await screen.findByText('Forked as “One (fork)”');
  await press('Undo');
  await screen.findByText('Fork moved to the trash');
  expect(window.location.hash).toBe('#/s/two');

  await fork(
    () => undefined,
    () => go('#/s/two'),
  );
  await press('Undo');
  await screen.findByText('Fork moved to the trash');
  expect(window.location.hash).toBe('#/s/two');
});
