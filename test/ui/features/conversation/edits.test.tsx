// @vitest-environment jsdom
import { act, fireEvent, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { ReactNode } from 'react';
import type { BatonDatabase } from '#storage/database.ts';
import type { StoredMessage } from '#storage/rows.ts';
import { MessageEditor } from '#ui/features/conversation/message/message-editor.tsx';
import { useFinding } from '#ui/features/conversation/scene/use-finding.ts';
import { usePanels, type Panels } from '#ui/features/conversation/scene/use-panels.ts';
import { memorySettings } from '#test/fakes/memory-settings.ts';
import { openTestDatabase } from '#test/fakes/page-storage.ts';
import { WithServices } from '#test/fakes/services.tsx';
import { chatScene, fakeActions, InScene } from '../../support/chat-scene.tsx';
import { render } from '../../support/render.tsx';
import { fill, press } from '../../support/user.ts';

const question: StoredMessage = {
  id: 'm',
  sessionId: 's',
  seq: 1,
  role: 'user',
  parts: [{ type: 'text', text: 'A question' }],
  parentId: null,
  status: 'complete',
  createdAt: 1,
};

const panels = {} as { show: (change: Partial<Panels>) => void; goal: unknown };

const ELSEWHERE = { message: 'x', find: '' };

function Conversation({ id, found = null }: { id: string; found?: typeof ELSEWHERE | null }) {
  const [now, show] = usePanels(id);
  const { goal } = useFinding(found, now.editing);
  Object.assign(panels, { show, goal });
  const actions = { ...fakeActions(), cancelEdit: () => show({ editing: null }) };
  return (
    <InScene scene={chatScene({ sessionId: id, actions })}>
      {now.editing === 'm' && <MessageEditor message={question} />}
    </InScene>
  );
}

const open = (db: BatonDatabase, content: ReactNode) =>
  render(<WithServices services={{ db, settings: memorySettings() as never }}>{content}</WithServices>);
const field = () => screen.queryByRole<HTMLTextAreaElement>('textbox');

it('an edit goes on where it was when its conversation is shown again, and nowhere else', async () => {
  const db = await openTestDatabase();
  const first = await open(db, <Conversation id="s" />);
  expect(field()).toBeNull();
  await act(async () => panels.show({ editing: 'm' }));
  fill(field() as Element, 'A longer question');
  first.unmount();

  const other = await open(db, <Conversation id="other" />);
  expect([field(), panels.goal]).toEqual([null, null]);
  other.unmount();
  // A temporary chat has a database of its own.
  const elsewhere = await open(await openTestDatabase(), <Conversation id="s" />);
  expect(field()).toBeNull();
  elsewhere.unmount();

  const again = await open(db, <Conversation id="s" />);
  expect(field()?.value).toBe('A longer question');
  expect(panels.goal).toEqual({ message: 'm', quiet: true });
  again.unmount();
  // Who comes for another message is taken there.
  const found = await open(db, <Conversation id="s" found={ELSEWHERE} />);
  expect([field()?.value, panels.goal]).toEqual(['A longer question', null]);

  await press('Cancel');
  found.unmount();
  await open(db, <Conversation id="s" />);
  expect(field()).toBeNull();
  await act(async () => panels.show({ editing: 'm' }));
  expect(field()?.value).toBe('A question');
});

it('asks before Escape throws away what was written into a message, and not without changes', async () => {
  const db = await openTestDatabase();
  await open(db, <Conversation id="s" />);
  await act(async () => panels.show({ editing: 'm' }));
  fireEvent.keyDown(field() as Element, { key: 'Escape' });
  expect(field()).toBeNull();

  await act(async () => panels.show({ editing: 'm' }));
  fill(field() as Element, 'Half a question');
  fireEvent.keyDown(field() as Element, { key: 'Escape' });
  await screen.findByRole('dialog', { name: 'Discard your changes?' });
  await press('Keep editing');
  expect(field()?.value).toBe('Half a question');
  fireEvent.keyDown(field() as Element, { key: 'Escape' });
  await screen.findByRole('dialog', { name: 'Discard your changes?' });
  await press('Discard');
  expect(field()).toBeNull();
  await act(async () => panels.show({ editing: 'm' }));
  expect(field()?.value).toBe('A question');
});

it('the window asks before it closes while a changed message is unsent, also in a conversation that was left', async () => {
  const closes = () => dispatchEvent(new Event('beforeunload', { cancelable: true }));
  const db = await openTestDatabase();
  const view = await open(db, <Conversation id="s" />);
  await act(async () => panels.show({ editing: 'm' }));
  expect(closes()).toBe(true);
  fill(field() as Element, 'Half a question');
  expect(closes()).toBe(false);
  fill(field() as Element, 'A question');
  expect(closes()).toBe(true);

  fill(field() as Element, 'Half a question');
  view.unmount();
  expect(closes()).toBe(false);
  const again = await open(db, <Conversation id="s" />);
  await press('Cancel');
  expect(closes()).toBe(true);

  // What was typed in a temporary chat ends with its database.
  await act(async () => panels.show({ editing: 'm' }));
  fill(field() as Element, 'Half a question');
  again.unmount();
  expect(closes()).toBe(false);
  db.close();
  expect(closes()).toBe(true);
});
