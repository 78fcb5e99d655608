// @vitest-environment jsdom
import { act, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { createStore } from 'zustand';
import type { CrossingState } from '#contract/crossing.ts';
import type { Snapshot, SnapshotReason } from '#contract/snapshot.ts';
import { HostProblemError } from '#host-client/host-error.ts';
import type { Snapshots } from '#state/snapshots.ts';
import { CrossingNews } from '#ui/features/history/crossing/crossing-news.tsx';
import { CrossingSection } from '#ui/features/history/crossing/crossing-section.tsx';
import { fakeTransferClient } from '#test/fakes/fake-transfer-client.ts';
import { hostOn, hostWith, onlyWith, WithServices } from '#test/fakes/services.tsx';
import { ARCHIVE, PREVIEW, REPORT, resultRow } from '#test/fakes/transfers.ts';
import { render } from '../../support/render.tsx';

const snapshotOf = (reason: SnapshotReason, state: Snapshot['state'] = 'verified'): Snapshot => ({
  id: `2026-11-27T030405Z-${reason}-0123abcd`,
  at: Date.UTC(2026, 10, 27),
  reason,
  appVersion: '1.0.0',
  schemaVersion: 20,
  bytes: 1000,
  sha256: null,
  counts: { conversations: 5, messages: 40, blobs: 2 },
  fingerprint: null,
  state,
  checkedAt: null,
});

interface World {
  mount?: 'browser' | 'electron';
  snapshots?: Snapshot[];
  state?: Partial<CrossingState>;
  checked?: Snapshot['state'];
  copy?: (passphrase: string) => unknown;
}

async function shown({ mount = 'electron', snapshots = [], state = {}, checked = 'verified', copy }: World) {
  const worker = fakeTransferClient();
  const calls: unknown[] = [];
  let now: CrossingState = { brought: [], keys: 'there', passphraseFile: false, ...state };
  const keys = (way: string) => async (body: { passphrase: string }) => {
    calls.push([way, body.passphrase]);
    return copy?.(body.passphrase) ?? { copied: 2, kept: 1 };
  };
  const host = hostWith({
    crossing: async () => now,
    async markBrought({ snapshot }: { snapshot: string }) {
      calls.push(['brought', snapshot]);
      now = { ...now, brought: [{ snapshot, at: 0 }] };
      return now;
    },
    bringKeys: keys('bring'),
    leaveKeys: keys('leave'),
  });
  const store = createStore(() => ({ list: { snapshots }, active: null, failure: null, listFailure: null }));
  await render(
    <WithServices
      services={{
        host,
        log: { log: { write: () => undefined } } as never,
        connections: hostOn(mount, { reload: async () => undefined }),
        snapshots: onlyWith<Snapshots>({
          store: store as unknown as Snapshots['store'],
          async check(id) {
            calls.push(['check', id]);
            return snapshotOf('from-browser', checked);
          },
          file: async (id) => new File(['zip'], `${id}.zip`),
          async leave(reason) {
            calls.push(['leave', reason]);
            return { snapshot: snapshotOf(reason), isNew: true };
          },
        }),
        transfers: { client: worker.client, exports: onlyWith({}), intake: onlyWith({}) },
      }}
    >
      <CrossingSection requested={false} />
    </WithServices>,
  );
  await screen.findByText('Browser and desktop app');
  const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));
  const text = () => document.body.textContent;
  return { worker, calls, press, text };
}

const LEFT = snapshotOf('from-browser');

async function toPreview({ worker, press }: Awaited<ReturnType<typeof shown>>) {
  await press('Bring everything…');
  await waitFor(() => expect(worker.seen.at(-1)?.method).toBe('open'));
  await act(async () => worker.answer('open', ARCHIVE));
  await act(async () => worker.answer('preview', PREVIEW));
}

it('says what the other side left, what of it is new, and that all of it is here', async () => {
  const world = await shown({ snapshots: [LEFT] });
  const { worker, calls, press, text } = world;
  expect(text()).toContain('5 conversations, 40 messages, 2 attachments');
  await toPreview(world);
  expect(calls).toEqual([['check', LEFT.id]]);
  expect(text()).toContain('1 new conversation');
  expect(text()).toContain('2 conversations that changed in both places');
  await press('Bring everything');
  await act(async () => worker.answer('restore', { ...REPORT, results: REPORT.results.slice(0, 1) }));
  await act(async () =>
    worker.answer('preview', {
      results: [resultRow('fresh', 'A new one', { kind: 'same' })],
      library: 0,
      assistants: [],
      receipt: null,
    }),
  );
  await screen.findByText('Everything is here');
  expect(text()).toContain('The browser keeps its conversations');
  expect(calls.at(-1)).toEqual(['brought', LEFT.id]);
  await press('Close');
  await screen.findByText('Everything from the browser is here');
});

it('names what is missing, and never says that everything is here', async () => {
  const world = await shown({ snapshots: [LEFT] });
  await toPreview(world);
  await world.press('Bring everything');
  await act(async () => world.worker.answer('restore', REPORT));
  await act(async () => world.worker.answer('preview', PREVIEW));
  await screen.findByText('Not everything is here yet');
  expect(world.text()).toContain('4 conversations aren’t here');
  expect(world.text()).toContain('From the trash');
  expect(world.calls).toEqual([['check', LEFT.id]]);
});

it('a stop says what stays and how it goes on', async () => {
  const world = await shown({ snapshots: [LEFT] });
  await toPreview(world);
  await world.press('Bring everything');
  await world.press('Stop');
  await act(async () => world.worker.answer('restore', { ...REPORT, stopped: 'cancelled' }));
  expect(await screen.findByText('Stopped. What’s already here stays.')).not.toBeNull();
  expect(world.text()).toContain('Bring again to continue.');
  expect(world.text()).not.toContain('Everything is here');
});

it('an encrypted copy without its key says what to enter', async () => {
  const { text } = await shown({ mount: 'browser', snapshots: [{ ...snapshotOf('from-desktop'), locked: true }] });
  expect(text()).toContain('Enter the recovery key in Settings > System.');
});

it('a damaged copy is refused in words', async () => {
  const { worker, press } = await shown({ snapshots: [LEFT], checked: 'damaged' });
  await press('Bring everything…');
  expect((await screen.findByRole('alert')).textContent).toContain('couldn’t be verified');
  expect(worker.seen).toEqual([]);
});

it.each([
  ['browser', 'from-browser', 'Ready for the desktop app', 'Move everything to the browser'],
  ['electron', 'from-desktop', 'Ready for the browser', 'npm start -- --browser'],
] as const)('in %s it leaves its own copy, and says how to go on', async (mount, reason, ready, none) => {
  const { calls, press, text } = await shown({ mount });
  // Without a copy of the other side, the way to get one.
  expect(text()).toContain(none);
  await press('Move everything');
  await screen.findByText(ready);
  expect(calls).toEqual([['leave', reason]]);
});

it('a copy of its own side is not offered', async () => {
  const { text } = await shown({ snapshots: [snapshotOf('from-desktop')] });
  expect(text()).not.toContain('Bring everything…');
});

it('keys are copied after a tick and the passphrase alone', async () => {
  const { calls, text } = await shown({ state: { keys: 'here', passphraseFile: true } });
  expect(screen.queryAllByRole('button', { name: 'Copy keys' })).toEqual([]);
  const box = screen.getByRole('checkbox', { name: /Copy the browser’s keys/ });
  expect((box as HTMLInputElement).checked).toBe(false);
  await userEvent.click(box);
  await userEvent.click(screen.getByRole('button', { name: 'Copy keys' }));
  expect(calls).toEqual([]);
  await userEvent.type(screen.getByLabelText('Passphrase of the browser’s keys'), 'correct horse battery');
  await userEvent.click(screen.getByRole('button', { name: 'Copy keys' }));
  await screen.findByText('2 keys copied');
  expect(text()).toContain('1 other was there already');
  expect(calls).toEqual([['bring', 'correct horse battery']]);
  // The consent was for this once.
  expect((box as HTMLInputElement).checked).toBe(false);
});

it('a wrong passphrase is said, and can be entered again', async () => {
  const refuse = () => {
    throw new HostProblemError({ status: 403, code: 'wrong_passphrase', title: '', detail: '' } as never);
  };
  await shown({ state: { keys: 'here', passphraseFile: true }, copy: refuse });
  await userEvent.click(screen.getByRole('checkbox', { name: /Copy the browser’s keys/ }));
  await userEvent.type(screen.getByLabelText('Passphrase of the browser’s keys'), 'another one');
  await userEvent.click(screen.getByRole('button', { name: 'Copy keys' }));
  await screen.findByText('Wrong passphrase.');
  expect(screen.getByLabelText('Passphrase of the browser’s keys')).not.toBeNull();
});

it('a new file of keys needs a passphrase that is entered twice', async () => {
  const { calls } = await shown({ state: { keys: 'here' } });
  await userEvent.click(screen.getByRole('checkbox', { name: /Copy keys for the browser/ }));
  await userEvent.type(screen.getByLabelText('New passphrase for the browser’s keys'), 'relay baton meadow violin');
  await userEvent.type(screen.getByLabelText('Confirm passphrase'), 'something else');
  await userEvent.click(screen.getByRole('button', { name: 'Copy keys' }));
  await screen.findByText('The passphrases don’t match.');
  expect(calls).toEqual([]);
});

it.each([
  ['there', 'In the desktop app, you can copy'],
  ['unkept', 'nothing to copy'],
  ['shared', 'uses the same keys on both sides'],
] as const)('where keys are %s, none are offered', async (keys, words) => {
  const { text } = await shown({ mount: 'browser', state: { keys } });
  expect(screen.queryAllByRole('checkbox')).toEqual([]);
  expect(text()).toContain(words);
});

it.each([
  ['electron', 'from-browser', [], 'You can bring everything from the browser here'],
  ['browser', 'from-desktop', [], 'You can bring everything from the desktop app here'],
  ['electron', 'from-desktop', [], null],
  ['electron', 'from-browser', [{ snapshot: LEFT.id, at: 0 }], null],
] as const)('a start in %s after %s, brought %j, says: %s', async (mount, reason, brought, title) => {
  window.location.hash = '';
  let asked = 0;
  const host = hostWith({
    crossing: async () => ({ brought, keys: 'there', passphraseFile: false }),
    async list() {
      asked += 1;
      return { snapshots: [snapshotOf(reason)] };
    },
  });
  await render(
    <WithServices
      services={{
        host,
        log: onlyWith({}),
        connections: hostOn(mount),
      }}
    >
      <CrossingNews />
    </WithServices>,
  );
  await waitFor(() => expect(asked).toBe(1));
  await act(async () => undefined);
  expect(document.body.textContent?.includes('You can bring everything')).toBe(title !== null);
  expect(document.body.textContent).toContain(title ?? '');
  for (const show of screen.queryAllByRole('button', { name: 'Show' })) await userEvent.click(show);
  expect(window.location.hash).toBe(title === null ? '' : '#/settings/history/crossing');
});
