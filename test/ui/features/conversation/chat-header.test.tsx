// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import type { OrganizeFlows } from '#flows/organize/organize-flows.ts';
import type { SessionRow } from '#storage/rows.ts';
import { ChatHeader } from '#ui/features/conversation/chat-header.tsx';
import { InspectorContext } from '#ui/features/conversation/inspector/inspector-context.ts';
import { ExportDialogContext } from '#ui/data/export-dialog-context.ts';
import { sessionRow } from '#test/fakes/session-row.ts';
import { hostOn, onlyWith, WithServices } from '#test/fakes/services.tsx';
import { QUIET_REPORTS } from '../../support/chat-scene.tsx';
import { render } from '../../support/render.tsx';
import { click } from '../../support/user.ts';

const trash = vi.fn<OrganizeFlows['trash']>(async () => ({ changed: 1, undo: async () => undefined }));
const pin = vi.fn<OrganizeFlows['pin']>(async () => ({ changed: 1, undo: async () => undefined }));
const unarchive = vi.fn<OrganizeFlows['unarchive']>(async () => ({ changed: 1, undo: async () => undefined }));

const ignore = () => undefined;

const header = (session: SessionRow) => (
  <WithServices
    services={{ connections: hostOn('http'), organize: onlyWith<OrganizeFlows>({ unarchive, trash, pin }) }}
  >
    <InspectorContext value={QUIET_REPORTS}>
      <ExportDialogContext value={{ show: () => undefined, open: false }}>
        <ChatHeader session={session} onRename={ignore} onSystem={ignore} here={() => null} onGoTo={ignore} />
      </ExportDialogContext>
    </InspectorContext>
  </WithServices>
);

it('says that a conversation was put away, and takes it out again', async () => {
  const away = sessionRow('Taxes', { archivedAt: 5 });
  const { container, rerender } = await render(header(away));
  const back = [...container.querySelectorAll('button')].find(({ textContent }) => textContent === 'Unarchive');
  expect(container.textContent).toContain('Archived');
  expect(back?.title).toBe('Unarchive');
  await click(back);
  expect(unarchive.mock.calls).toEqual([[['Taxes']]]);
  expect(document.activeElement?.textContent).toBe('Taxes');
  expect(document.body.textContent).toContain('Unarchived');
  await rerender(header(sessionRow('Taxes')));
  expect(container.textContent).not.toContain('Archived');
});

it('says it in Korean', async () => {
  const { container } = await render(header(sessionRow('세금', { archivedAt: 5 })), 'ko');
  expect(container.textContent).toContain('보관됨보관 해제');
});

it('offers in its menu what the menu of the list offers', async () => {
  await render(header(sessionRow('Taxes')));
  const open = async () => click(await screen.findByRole('button', { name: 'Conversation menu' }));
  await open();
  expect((await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent)).toEqual(
    expect.arrayContaining(['Rename', 'Pin', 'Move to…', 'Tags…', 'Export…', 'Archive', 'Delete']),
  );
  await click(screen.getByRole('menuitem', { name: 'Pin' }));
  expect(pin.mock.calls).toEqual([[['Taxes'], true]]);
  await open();
  await click(await screen.findByRole('menuitem', { name: 'Delete' }));
  expect(trash.mock.calls).toEqual([[['Taxes']]]);
  expect(document.body.textContent).toContain('Undo');
});

it('has the focus again when its menu is closed, also after a renaming', async () => {
  const user = userEvent.setup();
  await render(header(sessionRow('Taxes')));
  const opener = await screen.findByRole('button', { name: 'Conversation menu' });
  opener.focus();
  await user.keyboard('{Enter}');
  await user.click(await screen.findByRole('menuitem', { name: 'Rename' }));
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('textbox')));
  await user.keyboard('{Escape}');
  opener.focus();
  await user.keyboard('{Enter}');
  await screen.findByRole('menu');
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
  await waitFor(() => expect(document.activeElement).toBe(opener));
});
