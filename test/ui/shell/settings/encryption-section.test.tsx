// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';
import type { EncryptionState } from '#contract/encryption.ts';
import { HostProblemError } from '#host-client/host-error.ts';
import { EncryptionSection } from '#ui/shell/settings/encryption-section.tsx';
import { ChatWorld } from '#test/fakes/chat-world.ts';
import { createPageData } from '#test/fakes/page-data.tsx';
import { hostWith, WithServices } from '#test/fakes/services.tsx';
import { render } from '../../support/render.tsx';

const OFF: EncryptionState = {
  on: false,
  unavailable: null,
  damaged: false,
  canWrite: true,
  recovery: null,
  progress: null,
  failed: 0,
  full: false,
  locked: { journals: 0, snapshots: 0, logs: 0 },
};
const KEY = 'ABCD-EFGH-JKMN';

async function shown(first: Partial<EncryptionState> = {}, more: Record<string, unknown> = {}) {
  const calls: string[] = [];
  let state: EncryptionState = { ...OFF, ...first };
  const host = hostWith({
    encryption: async () => state,
    async changeEncryption({ on }: { on: boolean }) {
      calls.push(on ? 'on' : 'off');
      return (state = { ...state, on, recovery: on ? 'open' : state.recovery });
    },
    async recoveryKey() {
      calls.push('recovery');
      return { key: KEY };
    },
    async keepRecoveryKey() {
      calls.push('kept');
      return (state = { ...state, recovery: 'kept' });
    },
    async unlockEncryption({ key }: { key: string }) {
      calls.push(`unlock ${key}`);
      return (state = { ...OFF, on: true, recovery: 'kept' });
    },
    ...more,
  });
  const world = await ChatWorld.open();
  const data = await createPageData(world, world.window());
  await render(
    <WithServices services={{ ...data, host }}>
      <EncryptionSection />
    </WithServices>,
  );
  await screen.findByText('Encryption on this computer');
  return calls;
}
const text = () => document.body.textContent;

it.each([
  ['browser', 'no keychain. Use the desktop app.'],
  ['weak', 'Set up GNOME Keyring or KWallet'],
  ['none', 'isn’t responding. Unlock it'],
] as const)(
  'where no key can be kept (%s), the choice is shown, can’t be made, and says why',
  async (unavailable, why) => {
    const calls = await shown({ unavailable });
    expect(text()).toContain(why);
    const choice = screen.getByRole('switch', { name: 'Encrypt journal, snapshots and log' });
    await userEvent.click(choice);
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(calls).toEqual([]);
  },
);

it('asks before it encrypts, then shows the recovery key, and remembers that it was kept', async () => {
  const calls = await shown();
  await userEvent.click(screen.getByRole('switch'));
  await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Encrypt' }));
  expect(await screen.findByText(KEY)).toBeDefined();
  await userEvent.click(screen.getByRole('button', { name: 'I’ve kept it' }));
  await waitFor(() => expect(screen.queryByText(KEY)).toBeNull());
  expect(calls).toEqual(['on', 'recovery', 'kept']);
  expect(text()).not.toContain('isn’t kept yet');
});

it('reminds of a key that was put off, and stops encrypting after a question', async () => {
  const calls = await shown({ on: true, recovery: 'open' });
  expect(text()).toContain('Your recovery key isn’t kept yet');
  await userEvent.click(screen.getByRole('button', { name: 'Show recovery key…' }));
  expect(await screen.findByText(KEY)).toBeDefined();
  await userEvent.click(screen.getByRole('button', { name: 'Later' }));
  await userEvent.click(screen.getByRole('switch'));
  await userEvent.click(await screen.findByRole('button', { name: 'Decrypt' }));
  await waitFor(() => expect(calls).toEqual(['recovery', 'off']));
});

it('shows how far the files are, and looks again until they are there', async () => {
  const states = [
    { ...OFF, on: true, progress: { done: 30, total: 120 } },
    { ...OFF, on: true, progress: null },
  ];
  await shown({}, { encryption: async () => states.shift() ?? states[0] });
  expect(await screen.findByText('Encrypting files: 25%')).toBeDefined();
  await waitFor(() => expect(screen.queryByRole('progressbar')).toBeNull(), { timeout: 3000 });
});

it('says what can’t be opened, and opens it with the recovery key', async () => {
  const calls = await shown({ on: true, recovery: 'kept', locked: { journals: 1, snapshots: 3, logs: 0 } });
  expect(text()).toContain('4 files can’t be opened');
  await userEvent.type(screen.getByLabelText('Recovery key'), 'abcd efgh');
  await userEvent.click(screen.getByRole('button', { name: 'Unlock' }));
  await waitFor(() => expect(text()).not.toContain('can’t be opened'));
  expect(calls).toEqual(['unlock abcd efgh']);
});

it('says that nothing is written while the key is away, and what is wrong with a recovery key', async () => {
  const detail = 'This recovery key opens none of the files here.';
  await shown(
    { on: true, canWrite: false, unavailable: 'browser' },
    {
      unlockEncryption: () =>
        Promise.reject(new HostProblemError({ type: '', title: '', status: 403, code: 'wrong_recovery_key', detail })),
    },
  );
  expect(text()).toContain('Your conversations are safe in this window');
  await userEvent.type(screen.getByLabelText('Recovery key'), 'x');
  await userEvent.click(screen.getByRole('button', { name: 'Unlock' }));
  expect((await screen.findByText(detail)).getAttribute('role')).toBe('alert');
});
