import { describe, expect, it } from 'vitest';
import type { TaskPlace } from '#storage/rows.ts';
import {
  createSession,
  getSession,
  listSessions,
  listTasks,
  restoreSession,
  trashSession,
} from '#storage/session-repository.ts';
import { openTestDatabase } from '#test/fakes/page-storage.ts';

const report = (row: unknown) => {
  throw new Error(`unreadable: ${JSON.stringify(row)}`);
};

const below = (...above: string[]): TaskPlace => ({ above, call: 'm#0', background: false });

async function family() {
  const db = await openTestDatabase();
  const make = async (title: string, task?: TaskPlace) =>
    (await createSession(db, { target: null, at: 1, title, ...(task && { task }) })).id;
  const root = await make('root');
  const child = await make('child', below(root));
  const grandchild = await make('grandchild', below(root, child));
  const other = await make('other');
  const titles = async (which: 'kept' | 'trash') => (await listSessions(db, '', report, which)).map((row) => row.title);
  const tasks = async (id: string) => (await listTasks(db, id, report)).map(({ title }) => title);
  return { db, root, child, grandchild, other, titles, tasks };
}

describe('conversations of tasks', () => {
  it('are found below each conversation above them, and stand in no list', async () => {
    const { db, root, child, other, titles, tasks } = await family();
    expect((await titles('kept')).toSorted()).toEqual(['other', 'root']);
    expect(await tasks(root)).toEqual(['child', 'grandchild']);
    expect(await tasks(child)).toEqual(['grandchild']);
    expect(await tasks(other)).toEqual([]);
    expect(await getSession(db, child, report)).toMatchObject({ task: { above: [root], call: 'm#0' } });
  });

  it('go into the trash with their conversation and come back with it', async () => {
    const { db, root, child, grandchild, titles } = await family();
    await trashSession(db, root, 5);
    expect(await titles('trash')).toEqual(['root']);
    expect((await db.sessions.get(grandchild))?.deletedAt).toBe(5);
    await restoreSession(db, root);
    expect(await titles('trash')).toEqual([]);
    expect((await db.sessions.bulkGet([child, grandchild])).map((row) => row?.deletedAt)).toEqual([0, 0]);
  });

  it('that were deleted alone stay deleted when their conversation comes back, and are listed by themselves', async () => {
    const { db, root, child, grandchild, titles } = await family();
    await trashSession(db, grandchild, 3);
    expect(await titles('trash')).toEqual(['grandchild']);
    await trashSession(db, root, 5);
    expect(await titles('trash')).toEqual(['root']);
    await restoreSession(db, root);
    expect((await db.sessions.get(child))?.deletedAt).toBe(0);
    expect(await titles('trash')).toEqual(['grandchild']);
    await restoreSession(db, grandchild);
    expect(await titles('trash')).toEqual([]);
  });
});
