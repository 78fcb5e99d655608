import { collectReports, openTestDatabase } from '#test/fakes/page-storage.ts';
import { describe, expect, it } from 'vitest';
import {
  createSession,
  getSession,
  listSessions,
  renameSession,
  restoreSession,
  setSessionPinned,
  setSessionTarget,
  trashSession,
} from '#storage/session-repository.ts';
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
