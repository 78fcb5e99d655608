import { array, assert, asyncProperty, constantFrom, record } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { validFolders } from '#core/folder-tree.ts';
import { createOrganizeFlows, type OrganizeFlows } from '#flows/organize/organize-flows.ts';
import type { BatonDatabase } from '#storage/database.ts';
import { createSession, trashSessions } from '#storage/session-repository.ts';
import { listSessions } from '#storage/read-sessions.ts';
import { unarchiveWithParents } from '#storage/session-organization.ts';
import { FakeClock } from '#test/fakes/fake-clock.ts';
import { collectReports, openTestDatabase } from '#test/fakes/page-storage.ts';

async function open(titles: readonly string[]): Promise<{ db: BatonDatabase; order: OrganizeFlows; ids: string[] }> {
  const db = await openTestDatabase();
  const ids: string[] = [];
  for (const title of titles) ids.push((await createSession(db, { target: null, at: 1, title })).id);
  const order = createOrganizeFlows(
    { db, clock: new FakeClock() },
    { trashAll: (all) => trashSessions(db, all, 5) },
    { leave: async () => async () => undefined },
  );
  return { db, order, ids };
}

const everything = async (db: BatonDatabase) => [await db.sessions.toArray(), await db.folders.toArray()];

describe('order in many conversations at once', () => {
  const doing = record({
    what: constantFrom('move', 'addTag', 'removeTag', 'pin', 'archive', 'unarchive', 'trash', 'renameTag', 'dropTag'),
    which: array(constantFrom(0, 1, 2), { maxLength: 3 }),
    value: constantFrom('x', 'Y', 'y'),
  });

  it('is taken back as one, and leaves no trace', async () => {
    await assert(
      asyncProperty(array(doing, { minLength: 1, maxLength: 6 }), async (steps) => {
        const { db, order, ids } = await open(['a', 'b', 'c']);
        const folder = await order.createFolder('F', null);
        for (const { what, which, value } of steps) {
          const some = which.map((index) => ids[index] ?? '');
          const before = await everything(db);
          const act = {
            move: () => order.move(some, value === 'x' ? null : folder.id),
            addTag: () => order.addTag(some, value),
            removeTag: () => order.removeTag(some, value),
            renameTag: () => order.renameTag('x', value),
            dropTag: () => order.dropTag(value),
            pin: () => order.pin(some, value === 'x'),
            archive: () => order.archive(some),
            unarchive: () => order.unarchive(some),
            trash: () => order.trash(some),
          };
          const undone = await act[what]();
          await undone.undo();
          expect(await everything(db)).toEqual(before);
          if (what !== 'trash') await act[what]();
        }
        // Only the organization changed, and every row can still be read.
        const reports = collectReports();
        expect((await listSessions(db, '', reports.onUnreadableRow)).map(({ title }) => title).toSorted()).toEqual([
          'a',
          'b',
          'c',
        ]);
        expect(reports.rows).toEqual([]);
      }),
      { numRuns: 40 },
    );
  });

  it('taken back leaves alone what was changed again since', async () => {
    const { db, order, ids } = await open(['a', 'b']);
    const done = await order.addTag(ids, 'x');
    await order.addTag([ids[0] ?? ''], 'y');
    await order.pin([ids[1] ?? ''], true);
    await done.undo();
    const [a, b] = await db.sessions.bulkGet(ids);
    expect(a?.tags).toEqual(['x', 'y']);
    expect(b).toMatchObject({ pinned: 1 });
    expect(b?.tags).toBeUndefined();
  });

  it('brings back what is left after some were removed for good', async () => {
    const { db, order, ids } = await open(['a', 'b']);
    const done = await order.trash(ids);
    await db.sessions.delete(ids[0] ?? '');
    await done.undo();
    expect(await db.sessions.toArray()).toMatchObject([{ title: 'b', deletedAt: 0 }]);
  });
});

describe('a folder', () => {
  it('that is deleted lets what is in it move up, and comes back with it', async () => {
    const { db, order, ids } = await open(['a', 'b', 'c']);
    const outer = await order.createFolder('Outer', null);
    const middle = await order.createFolder('Middle', outer.id);
    const inner = await order.createFolder(' 안쪽 ', middle.id);
    await order.move(ids.slice(0, 2), middle.id);
    await order.move(ids.slice(2), inner.id);
    const before = await everything(db);
    const done = await order.removeFolder(middle.id);
    expect(done.changed).toBe(2);
    expect((await db.sessions.bulkGet(ids)).map((row) => row?.folder)).toEqual([outer.id, outer.id, inner.id]);
    expect(await db.folders.get(inner.id)).toMatchObject({ name: '안쪽', parent: outer.id });
    await done.undo();
    expect(await everything(db)).toEqual(before);
  });

  it('without one above it lets them stand outside', async () => {
    const { db, order, ids } = await open(['a']);
    const folder = await order.createFolder('F', null);
    await order.move(ids, folder.id);
    await order.removeFolder(folder.id);
    expect(await db.sessions.get(ids[0] ?? '')).not.toHaveProperty('folder');
  });

  it('is never four deep and never in itself', async () => {
    const { db, order } = await open([]);
    const one = await order.createFolder('1', null);
    const two = await order.createFolder('2', one.id);
    const three = await order.createFolder('3', two.id);
    await expect(order.createFolder('4', three.id)).rejects.toMatchObject({ code: 'missing' });
    await expect(order.moveFolder(one.id, three.id)).rejects.toMatchObject({ code: 'missing' });
    await expect(order.moveFolder(one.id, one.id)).rejects.toMatchObject({ code: 'missing' });
    const other = await order.createFolder('other', null);
    await expect(order.moveFolder(other.id, three.id)).rejects.toMatchObject({ code: 'missing' });
    await expect(order.moveFolder(two.id, other.id)).resolves.toMatchObject({ changed: 1 });
    const all = await db.folders.toArray();
    expect(validFolders(all)).toEqual(expect.arrayContaining(all));
  });
});

it('a message in a task takes its conversation out of the archive too', async () => {
  const { db, order, ids } = await open(['a']);
  const [id = ''] = ids;
  await order.archive([id]);
  const task = await createSession(db, { target: null, at: 2, task: { above: [id], call: 'c', background: false } });
  await unarchiveWithParents(db, task.id);
  expect(await db.sessions.get(id)).not.toHaveProperty('archivedAt');
});
