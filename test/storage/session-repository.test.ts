import { collectReports, openTestDatabase } from '#test/fakes/page-storage.ts';
import { required, until } from '#test/fakes/fake-clock.ts';
import { describe, expect, it, vi } from 'vitest';
import type { SessionRow } from '#storage/rows.ts';
import {
  createSession,
  renameSession,
  restoreSession,
  setSessionPinned,
  setSessionTarget,
  trashSession,
} from '#storage/session-repository.ts';
import { getSession, listSessions } from '#storage/read-sessions.ts';
import { watchQuery } from '#storage/watch-query.ts';
import { foldText, titleMatcher } from '#storage/title-search.ts';

const report = (row: unknown) => {
  throw new Error(`unreadable: ${JSON.stringify(row)}`);
};

describe('sessions', () => {
  it('lists pinned ones first, then the newest', async () => {
    const db = await openTestDatabase();
    const made = [];
    for (const at of [10, 30, 20]) made.push(await createSession(db, { target: null, at, title: `at ${at}` }));
    const titles = async () => (await listSessions(db, '', report)).map(({ title }) => title);
    expect(await titles()).toEqual(['at 30', 'at 20', 'at 10']);
    await setSessionPinned(db, made[0]?.id ?? '', true);
    expect(await titles()).toEqual(['at 10', 'at 30', 'at 20']);
    await setSessionPinned(db, made[0]?.id ?? '', false);
    expect(await titles()).toEqual(['at 30', 'at 20', 'at 10']);
  });

  it('keeps a deleted session until it is restored', async () => {
    const db = await openTestDatabase();
    const { id } = await createSession(db, { target: null, at: 1, title: 'kept' });
    const before = await getSession(db, id, report);
    await trashSession(db, id, 5);
    expect(await listSessions(db, '', report)).toEqual([]);
    expect((await listSessions(db, '', report, 'trash')).map((row) => row.id)).toEqual([id]);
    await restoreSession(db, id);
    expect(await getSession(db, id, report)).toEqual(before);
  });

  it('takes a typed title as the user’s, and an emptied one back to automatic', async () => {
    const db = await openTestDatabase();
    const { id } = await createSession(db, { target: null, at: 1 });
    await renameSession(db, id, '  여행 계획  ');
    expect(await getSession(db, id, report)).toMatchObject({ title: '여행 계획', titleBy: 'person' });
    await renameSession(db, id, ' ');
    expect(await getSession(db, id, report)).toMatchObject({ title: '', titleBy: 'auto' });
  });

  it('changes only the field it is asked to change', async () => {
    const db = await openTestDatabase();
    const { id } = await createSession(db, { target: null, at: 1, title: 'a' });
    const target = { connection: 'openai', model: 'gpt', thinking: 'low' } as const;
    await Promise.all([renameSession(db, id, 'b'), setSessionPinned(db, id, true), setSessionTarget(db, id, target)]);
    expect(await getSession(db, id, report)).toMatchObject({ title: 'b', pinned: 1, target });
  });

  it('keeps a model and a thinking level that are chosen one right after the other', async () => {
    const db = await openTestDatabase();
    const { id } = await createSession(db, { target: { connection: 'openai', model: 'gpt', thinking: 'low' }, at: 1 });
    const claude = { connection: 'anthropic', model: 'claude' };
    await Promise.all([setSessionTarget(db, id, claude), setSessionTarget(db, id, { thinking: 'high' })]);
    expect((await getSession(db, id, report))?.target).toEqual({ ...claude, thinking: 'high' });
    const other = await createSession(db, { target: null, at: 1 });
    await setSessionTarget(db, other.id, { thinking: 'high' });
    expect((await getSession(db, other.id, report))?.target).toBeNull();
    await setSessionTarget(db, other.id, claude);
    expect((await getSession(db, other.id, report))?.target).toEqual({ ...claude, thinking: 'medium' });
  });

  it('says when a session is gone', async () => {
    const db = await openTestDatabase();
    await expect(renameSession(db, 'nobody', 'x')).rejects.toMatchObject({ code: 'missing' });
    expect(await getSession(db, 'nobody', report)).toBeNull();
  });

  it('leaves a damaged row out of the list, reports it and does not touch it', async () => {
    const db = await openTestDatabase();
    const good = await createSession(db, { target: null, at: 1, title: 'good' });
    const damaged = { ...good, id: 'damaged', title: 42 as never };
    await db.sessions.put(damaged);
    const { rows, onUnreadableRow: collect } = collectReports();
    expect((await listSessions(db, '', collect)).map(({ id }) => id)).toEqual([good.id]);
    expect(rows).toEqual([{ table: 'sessions', key: 'damaged', issue: expect.stringContaining('title') }]);
    expect(await db.sessions.get('damaged')).toEqual(damaged);
  });
});

describe('a long list', () => {
  const MANY = 200;
  async function fill() {
    const db = await openTestDatabase();
    const made: SessionRow[] = [];
    for (let at = 1; at <= MANY; at++) made.push(await createSession(db, { target: null, at, title: `at ${at}` }));
    return { db, made, first: await listSessions(db, '', report) };
  }

  it('reads and checks again only what has changed, and keeps the rest as it is', async () => {
    const { db, made, first } = await fill();
    expect(first).toHaveLength(MANY);
    const all = vi.spyOn(IDBIndex.prototype, 'getAll');
    const one = vi.spyOn(IDBObjectStore.prototype, 'get');
    const changed = required(made[3]).id;
    await renameSession(db, changed, 'renamed');
    one.mockClear();
    const second = await listSessions(db, '', report);
    expect(all).not.toHaveBeenCalled();
    expect(one.mock.calls).toEqual([[changed]]);
    vi.restoreAllMocks();
    const place = first.findIndex(({ id }) => id === changed);
    expect(second[place]).toMatchObject({ id: changed, title: 'renamed' });
    expect(second.with(place, required(first[place])).every((row, at) => row === first[at])).toBe(true);
  });

  it('follows what comes, goes and changes, from this window and from others', async () => {
    const { db, made } = await fill();
    const [gone, moved] = [required(made[0]), required(made[1])];
    await trashSession(db, gone.id, 5);
    await db.sessions.delete(moved.id);
    const added = await createSession(db, { target: null, at: 1_000, title: 'new' });
    const ids = async (which?: 'trash') => (await listSessions(db, '', report, which)).map(({ id }) => id);
    expect((await ids())[0]).toBe(added.id);
    expect(await ids()).toHaveLength(MANY - 1);
    expect(await ids('trash')).toEqual([gone.id]);
    await restoreSession(db, gone.id);
    expect(await ids()).toContain(gone.id);
    const other = await openTestDatabase(db.name);
    await renameSession(other, gone.id, 'elsewhere');
    expect((await listSessions(db, '', report)).find(({ id }) => id === gone.id)?.title).toBe('elsewhere');
    other.close();
  });

  it('runs again in a live query when only the title of one has changed', async () => {
    const { db, made } = await fill();
    const titles: string[] = [];
    const { id } = required(made[7]);
    const stop = watchQuery(
      async () => (await listSessions(db, '', report)).find((row) => row.id === id)?.title ?? '',
      {
        next: (title) => titles.push(title),
        error: (error) => expect.fail(String(error)),
      },
    );
    await until(() => titles.length === 1);
    await renameSession(db, id, 'renamed');
    await until(() => titles.at(-1) === 'renamed');
    stop();
  });
});

describe('search by title', () => {
  it.each([
    ['서울 맛집', '서울'.normalize('NFD')],
    ['서울 맛집'.normalize('NFD'), '맛집'],
    ['Straße nach Süden', 'STRASSE'],
    ['ΟΔΥΣΣΕΥΣ', 'οδυσσευς'],
    ['Cafe\u0301 notes', 'CAFÉ'],
    ['東京の天気', '天気'],
    ['Refactor the parser', 'parser refactor'],
    ['anything', '   '],
  ])('%s is found by %s', (title, search) => {
    expect(titleMatcher(search)(title)).toBe(true);
  });

  it.each([
    ['서울 맛집', '부산'],
    ['Refactor the parser', 'parser lexer'],
  ])('%s is not found by %s', (title, search) => {
    expect(titleMatcher(search)(title)).toBe(false);
  });

  it('folds to the same text whatever way it was typed', () => {
    expect(foldText('Ωμέγας')).toBe(foldText('ΩΜΈΓΑΣ'));
  });
});
