// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { outlineFolders, type Folder } from '#core/folder-tree.ts';
import { OrganizeDialogs, type OrganizeDialog } from '#ui/shared/organize/organize-dialogs.tsx';
import { TagsDialog } from '#ui/shared/organize/tags-dialog.tsx';
import type { OrganizeActions } from '#ui/shared/organize/use-organize-actions.ts';
import { render } from '../../support/render.tsx';
import { click, fill, press } from '../../support/user.ts';
import { sessionRow } from '#test/fakes/session-row.ts';

const folder = (id: string, parent: string | null = null): Folder => ({ id, name: id, parent, createdAt: 1 });
const FOLDERS = outlineFolders([folder('Work'), folder('Taxes', 'Work'), folder('Home')], (a, b) => (a < b ? -1 : 1));

const SESSIONS = [
  sessionRow('a', { folder: 'Work', tags: ['travel', 'x'] }),
  sessionRow('b', { folder: 'Work', tags: ['Travel'] }),
  sessionRow('c', {}),
];

async function open(dialog: OrganizeDialog) {
  const actions = {
    move: vi.fn<OrganizeActions['move']>(),
    addTag: vi.fn<OrganizeActions['addTag']>(),
    removeTag: vi.fn<OrganizeActions['removeTag']>(),
    renameTag: vi.fn<OrganizeActions['renameTag']>(),
    dropTag: vi.fn<OrganizeActions['dropTag']>(),
    pin: vi.fn<OrganizeActions['pin']>(),
    archive: vi.fn<OrganizeActions['archive']>(),
    createFolder: vi.fn<OrganizeActions['createFolder']>(async (name) => folder(name)),
    renameFolder: vi.fn<OrganizeActions['renameFolder']>(),
    moveFolder: vi.fn<OrganizeActions['moveFolder']>(),
    removeFolder: vi.fn<OrganizeActions['removeFolder']>(),
  };
  const onClose = vi.fn<() => void>();
  await render(
    <OrganizeDialogs dialog={dialog} onClose={onClose} sessions={SESSIONS} folders={FOLDERS} actions={actions} />,
  );
  const options = () => [...document.querySelectorAll<HTMLElement>('[role="option"]')];
  const labels = () => options().map(({ textContent }) => textContent);
  const type = (text: string) => fill(screen.getByRole('combobox'), text);
  const choose = (text: string) => click(options().find(({ textContent }) => textContent?.includes(text)));
  return { actions, onClose, labels, type, choose };
}

describe('moving conversations', () => {
  it('offers every folder, tells where they are, and lets them out', async () => {
    const { actions, onClose, labels, choose } = await open({ kind: 'move', sessions: ['a', 'b'] });
    expect(labels()).toEqual(['Home', 'Workcurrent folder', 'Taxes', 'No folder']);
    await choose('No folder');
    expect(actions.move).toHaveBeenCalledWith([SESSIONS[0], SESSIONS[1]], null);
    expect(onClose).toHaveBeenCalledOnce();
  });

  it('finds a folder by the one above it, and makes one that is not there', async () => {
    const { actions, labels, type, choose } = await open({ kind: 'move', sessions: ['c'] });
    type('work');
    expect(labels()).toEqual(['Work', 'Taxes', 'New folder “work”']);
    type('  Garden ');
    expect(labels()).toEqual(['New folder “Garden”']);
    await choose('Garden');
    expect(actions.createFolder).toHaveBeenCalledWith('Garden', null);
    expect(actions.move).toHaveBeenCalledWith([SESSIONS[2]], folder('Garden'));
  });

  it('offers a folder no place in itself or too deep', async () => {
    const { labels } = await open({ kind: 'moveFolder', folder: 'Work' });
    expect(labels()).toEqual(['Home']);
  });
});

describe('tags of conversations', () => {
  it('says which are on all and on some of them, and puts on what is missing', async () => {
    const { actions, onClose, labels, choose } = await open({ kind: 'tag', sessions: ['a', 'b'] });
    expect(labels()).toEqual(['Travel2, on all', 'x1, on some']);
    await choose('x');
    expect(actions.addTag).toHaveBeenCalledWith([SESSIONS[0], SESSIONS[1]], 'x');
    await choose('Travel');
    expect(actions.removeTag).toHaveBeenCalledWith([SESSIONS[0], SESSIONS[1]], 'Travel');
    expect(onClose).not.toHaveBeenCalled();
  });

  it('makes a new one of what was typed, unless it is there in another case', async () => {
    const { actions, labels, type, choose } = await open({ kind: 'tag', sessions: ['c'] });
    type('#TRAVEL');
    expect(labels()).toEqual(['Travel2']);
    type('# 경주  여행');
    await choose('New tag “경주 여행”');
    expect(actions.addTag).toHaveBeenCalledWith([SESSIONS[2]], '경주 여행');
  });
});

describe('all tags', () => {
  /** A new name is stored once storage is `free`. */
  function Tags({ free }: { free?: Promise<void> }) {
    const [tags, setTags] = useState(['apple', 'birch', 'cedar']);
    const actions = {
      async renameTag(from: string, to: string) {
        if (free) await free;
        setTags(tags.map((tag) => (tag === from ? to : tag)));
      },
      dropTag: (dropped: string) => setTags(tags.filter((tag) => tag !== dropped)),
    };
    return <TagsDialog onClose={() => undefined} sessions={[sessionRow('a', { tags })]} actions={actions} />;
  }

  it('asks before a name that was not entered is lost, whichever way the dialog is left', async () => {
    const user = userEvent.setup();
    await render(<Tags />);
    const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'Name of tag apple' });
    await user.clear(field);
    await user.type(field, 'walnut{Escape}');
    const question = () => screen.findByRole('dialog', { name: 'Discard your changes?' });
    await press('Keep editing', await question());
    await press('Done');
    await press('Keep editing', await question());
    expect(field.value).toBe('walnut');
  });

  it('keeps the focus near a tag that is removed, and with one that is renamed', async () => {
    const user = userEvent.setup();
    await render(<Tags />);
    screen.getByRole('button', { name: 'Remove tag birch everywhere' }).focus();
    await user.keyboard('{Enter}');
    await waitFor(() => expect(document.activeElement?.ariaLabel).toBe('Remove tag cedar everywhere'));
    const field = screen.getByRole('textbox', { name: 'Name of tag apple' });
    await user.clear(field);
    await user.type(field, 'walnut{Enter}');
    await waitFor(() => expect(document.activeElement?.ariaLabel).toBe('Name of tag walnut'));
  });

  it('leaves the focus at another tag that is being named by the time a new name is stored', async () => {
    const slow = Promise.withResolvers<void>();
    const user = userEvent.setup();
    await render(<Tags free={slow.promise} />);
    const field = screen.getByRole('textbox', { name: 'Name of tag apple' });
    await user.clear(field);
    await user.type(field, 'walnut{Enter}');
    const next = screen.getByRole('textbox', { name: 'Name of tag cedar' });
    await user.type(next, 's');
    slow.resolve();
    await screen.findByRole('textbox', { name: 'Name of tag walnut' });
    await user.keyboard('!');
    expect(document.activeElement).toBe(next);
    expect(next).toHaveProperty('value', 'cedars!');
  });
});
