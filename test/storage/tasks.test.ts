import { Dexie } from 'dexie';
import { describe, expect, it } from 'vitest';
import { openDatabase } from '#storage/database.ts';
import type { TaskPlace } from '#storage/rows.ts';
import { SCHEMA_VERSION } from '#storage/schema.ts';
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

describe('a history of schema version 4', () => {
  /** Version 4 as it shipped, with what it would hold. */
  async function writeOld(name: string) {
    const old = new Dexie(name);
    old.version(4).stores({
      sessions: '&id, updatedAt, deletedAt',
      messages: '&id, &[sessionId+seq], [parentKey+seq], [status+sessionId]',
      overlays: '&id, sessionId',
      blobs: '&hash',
      usage: '&id, sessionId, at',
      drafts: '&sessionId',
      settings: '&key',
      writers: '&sessionId',
      prompts: '&id, title',
      sends: '&id, sessionId',
      plans: '&sessionId',
      outputs: '&[sessionId+id], [sessionId+call]',
      runs: '&id, sessionId, open',
      runRecords: '&[run+seq]',
    });
    await old.open();
    const session = {
      id: 's1',
      title: 'older',
      titleBy: 'person',
      createdAt: 1,
      updatedAt: 2,
      leafId: 'm1',
      lastSeq: 1,
      pinned: 1,
      deletedAt: 0,
      target: null,
      system: '',
      lastVendor: 'anthropic',
      cost: 0.5,
      tools: { on: true, mode: 'auto', off: ['web'] },
    };
    const message = {
      id: 'm1',
      sessionId: 's1',
      parentId: null,
      parentKey: 'root:s1',
      seq: 1,
      role: 'user',
      parts: [{ type: 'text', text: 'kept' }],
      status: 'complete',
      createdAt: 1,
    };
    const run = { id: 'r1', sessionId: 's1', open: 1, queued: [], startedAt: 1 };
    await old.table('sessions').add(session);
    await old.table('messages').add(message);
    await old.table('runs').add(run);
    old.close();
    return { session, message, run };
  }

  it('opens with every row as it was, and takes tasks', async () => {
    const old = await writeOld('version-4');
    const db = await openDatabase({ name: 'version-4' });
    expect(SCHEMA_VERSION).toBeGreaterThanOrEqual(5);
    expect(await db.sessions.toArray()).toEqual([old.session]);
    expect(await db.messages.toArray()).toEqual([old.message]);
    expect(await db.runs.toArray()).toEqual([old.run]);
    expect((await listSessions(db, '', report)).map(({ id }) => id)).toEqual(['s1']);
    const { id } = await createSession(db, { target: null, at: 3, title: 'new', task: below('s1') });
    expect((await listTasks(db, 's1', report)).map((row) => row.id)).toEqual([id]);
  });
});
