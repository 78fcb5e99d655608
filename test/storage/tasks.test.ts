import { listTasks } from '#test/fakes/list-tasks.ts';
import { describe, expect, it } from 'vitest';
import type { TaintSource } from '#core/agent/tools/taint.ts';
import type { RunFact } from '#core/agent/run-record.ts';
import { newestRun, readOutsideSources } from '#storage/run-repository.ts';
import type { TaskLineage } from '#storage/rows.ts';
import { createSession, restoreSession, trashSession } from '#storage/session-repository.ts';
import { getSession, listSessions } from '#storage/read-sessions.ts';
import { openTestDatabase } from '#test/fakes/page-storage.ts';

const report = (row: unknown) => {
  throw new Error(`unreadable: ${JSON.stringify(row)}`);
};

const below = (...above: string[]): TaskLineage => ({ above, call: 'm#0', background: false });

async function family() {
  const db = await openTestDatabase();
  const make = async (title: string, task?: TaskLineage) =>
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

  it('come back with their conversation, too, after two windows moved it into the trash', async () => {
    const { db, root, child, grandchild, titles } = await family();
    await trashSession(db, root, 5);
    await trashSession(db, root, 6);
    expect((await db.sessions.get(root))?.deletedAt).toBe(5);
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

describe('what came into a task from outside', () => {
  const source = (server: string, call: string, kind: TaintSource['kind'] = 'web'): TaintSource => ({
    kind,
    server,
    tool: `${server}__get`,
    call,
  });
  const ended = { type: 'call_ended', call: 'c', tool: 't', status: 'ok', ms: 1, signature: null } as const;

  it('is the newest of each kind from each server, what the user attached included, the order left out', async () => {
    const { db, child, other } = await family();
    const write = async (run: string, sessionId: string, facts: RunFact[]) => {
      await db.runs.add({ id: run, sessionId, open: 0, queued: [], startedAt: 1 });
      const rows = facts.map((fact, index) => ({
        run,
        seq: index + 1,
        record: { run, seq: index + 1, at: 1, ...fact },
      }));
      await db.runRecords.bulkAdd(rows);
    };
    await write('r1', child, [
      { type: 'run_started', after: null, sources: [source('above', 'p#0')] },
      { ...ended, source: source('news', 'c1') },
      { ...ended, sources: [source('news', 'c2'), source('files', 'c3', 'file')] },
      { ...ended },
      { type: 'steered', messageId: 'm', sources: [source('notes', 'c4', 'tool')] },
    ]);
    await write('r2', child, [{ type: 'run_started', after: 'm', sources: [source('notes', 'c5', 'tool')] }]);
    await write('r3', other, [{ ...ended, source: source('elsewhere', 'c6') }]);
    expect((await readOutsideSources(db, child)).map(({ server, call }) => `${server} ${call}`)).toEqual([
      'news c2',
      'files c3',
      'notes c5',
    ]);
    expect(await readOutsideSources(db, 'nobody')).toEqual([]);
  });
});

describe('the newest run', () => {
  it('is the one that is open, also where the clock was set back before it began', async () => {
    const { db, root, other } = await family();
    const run = (id: string, sessionId: string, open: 0 | 1) => ({ id, sessionId, open, queued: [], startedAt: 1 });
    await db.runs.bulkAdd([run('b', root, 0), run('c', root, 0), run('d', other, 1)]);
    expect((await newestRun(db, root, report))?.id).toBe('c');
    await db.runs.add(run('a', root, 1));
    expect((await newestRun(db, root, report))?.id).toBe('a');
  });
});
