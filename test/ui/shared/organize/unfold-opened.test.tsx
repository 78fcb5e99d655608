// @vitest-environment jsdom
import { act, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { outlineFolders, type Folder } from '#core/folder-tree.ts';
import type { SessionRow } from '#storage/rows.ts';
import { useUnfoldOpened } from '#ui/shell/scene/use-unfold-opened.ts';
import { ChatWorld } from '#test/fakes/chat-world.ts';
import { createPageData } from '#test/fakes/page-data.tsx';
import { sessionRow } from '#test/fakes/session-row.ts';
import { WithServices } from '#test/fakes/services.tsx';
import { render } from '../../support/render.tsx';

const folder = (id: string, parent: string | null = null): Folder => ({ id, name: id, parent, createdAt: 1 });
const FOLDERS = outlineFolders([folder('Work'), folder('Taxes', 'Work'), folder('Home')], (a, b) => (a < b ? -1 : 1));
const ROWS = [
  sessionRow('loose'),
  sessionRow('deep', { folder: 'Taxes' }),
  sessionRow('home', { folder: 'Home' }),
  sessionRow('pinned', { folder: 'Home', pinned: 1 }),
  sessionRow('away', { folder: 'Home', archivedAt: 5 }),
];
const ALL = ['Work', 'Taxes', 'Home'];

interface Given {
  opened: string | null;
  listed?: string | null;
  sessions?: readonly SessionRow[] | undefined;
  folders?: typeof FOLDERS;
}

function Probe({ opened, listed = opened, folders = FOLDERS, ...rest }: Given) {
  useUnfoldOpened(opened, listed, 'sessions' in rest ? rest.sessions : ROWS, folders);
  return null;
}

async function start(given: Given, last = '') {
  const world = await ChatWorld.open();
  const data = await createPageData(world, world.window());
  const fold = (ids: readonly string[]) => act(async () => data.settings.set('sidebar.folded', ids));
  await fold(ALL);
  await data.settings.set('frame.lastSession', last);
  const view = (now: Given) => (
    <WithServices services={data}>
      <Probe {...now} />
    </WithServices>
  );
  const { rerender } = await render(view(given));
  const values = () => data.settings.store.getState().values;
  return {
    open: (now: Given) => rerender(view(now)),
    fold,
    folded: () => values().get('sidebar.folded'),
    archive: () => values().get('sidebar.archiveOpen') ?? false,
  };
}

/** A setting is stored before it applies. */
const becomes = (read: () => unknown, value: unknown) => waitFor(() => expect(read()).toEqual(value));

describe('a conversation that is opened', () => {
  it('unfolds its folder and those above, and no others', async () => {
    const { open, folded } = await start({ opened: 'loose' });
    expect(folded()).toEqual(ALL);
    await open({ opened: 'deep' });
    await becomes(folded, ['Home']);
  });

  it('leaves alone what is folded afterwards, until it is opened again', async () => {
    const { open, fold, folded } = await start({ opened: 'deep' });
    await fold(ALL);
    await open({ opened: 'deep', sessions: [...ROWS] });
    // Goes to the settings and back.
    await open({ opened: null });
    await open({ opened: 'deep' });
    expect(folded()).toEqual(ALL);
    await open({ opened: 'loose' });
    expect(folded()).toEqual(ALL);
    await open({ opened: 'deep' });
    await becomes(folded, ['Home']);
  });

  it('was open when Baton ended, with its folder folded: so it is again', async () => {
    const { open, folded } = await start({ opened: 'deep' }, 'deep');
    await open({ opened: 'deep', sessions: [...ROWS] });
    expect(folded()).toEqual(ALL);
  });

  it('waits for conversations and folders to be read', async () => {
    const { open, folded } = await start({ opened: 'home', sessions: undefined, folders: [] });
    await open({ opened: 'home', folders: [] });
    expect(folded()).toEqual(ALL);
    await open({ opened: 'home' });
    await becomes(folded, ['Work', 'Taxes']);
  });

  it('is pinned, and stands above all folders', async () => {
    const { folded, archive } = await start({ opened: 'pinned' });
    expect(folded()).toEqual(ALL);
    expect(archive()).toBe(false);
  });

  it('was put away: what is put away opens', async () => {
    const { folded, archive } = await start({ opened: 'away' });
    await becomes(archive, true);
    expect(folded()).toEqual(ALL);
  });

  it('is a task: the folder of its conversation unfolds', async () => {
    const { open, folded } = await start({ opened: 'task', listed: 'task' });
    expect(folded()).toEqual(ALL);
    await open({ opened: 'task', listed: 'home' });
    await becomes(folded, ['Work', 'Taxes']);
  });
});
