import { describe, expect, it } from 'vitest';
import type { BatonDatabase } from '#storage/database.ts';
import { saveBlob } from '#storage/blob-repository.ts';
import { sweepBlobs } from '#storage/blob-gc.ts';
import { editKey } from '#storage/edit-repository.ts';
import { parentKeyOf } from '#storage/message-repository.ts';
import { forgetRemoved, readRemoved } from '#storage/journal-marks.ts';
import { removeSession } from '#storage/remove-session.ts';
import { createSession, trashSession } from '#storage/session-repository.ts';
import type { TaskLineage } from '#storage/rows.ts';
import { openTestDatabase } from '#test/fakes/page-storage.ts';

const bytes = (text: string) => new Blob([text], { type: 'image/png' });
const image = (blob: string) => ({ type: 'image' as const, mime: 'image/png', blob, bytes: 1 });
const answer = { connection: 'c', vendor: 'anthropic', model: 'm' } as const;

/** At least one row in every table that can name a conversation; `shared` and `own` are blobs it names. */
async function fill(db: BatonDatabase, { shared, own, task }: { shared: string; own: string[]; task?: TaskLineage }) {
  const { id } = await createSession(db, { target: null, at: 1, ...(task && { task }) });
  const [inMessage = '', inDraft = '', inQueue = '', inResult = '', inEdit = ''] = own;
  const parts = [image(shared), image(inMessage)];
  const message = { sessionId: id, role: 'user', parts, status: 'complete', createdAt: 1 } as const;
  await db.messages.add({ ...message, id: `${id}-m`, parentId: null, parentKey: parentKeyOf(id, null), seq: 1 });
  const images = [{ mime: 'image/png', blob: inResult, bytes: 1 }];
  const results = [{ type: 'tool_result' as const, id: 'c', callId: 'c', name: 't', text: '', images }];
  await db.messages.add({
    ...message,
    role: 'tool',
    id: `${id}-r`,
    parts: results,
    parentId: `${id}-m`,
    parentKey: parentKeyOf(id, `${id}-m`),
    seq: 2,
  });
  const target = { message: `${id}-m`, part: 0 };
  await db.overlays.add({ id: `${id}-o`, sessionId: id, kind: 'hidden', target, reason: '', at: 1 });
  const sent = { tokens: 1, budget: null, digest: '', vendorNotes: [], repairs: [], notes: [], left: 0, first: null };
  const send = { ...answer, ...sent, sessionId: id, at: 1, endpoint: '', thinking: 'off', system: '' } as const;
  await db.sends.add({ ...send, id: `${id}-1`, tools: 'list-shared' });
  await db.sends.add({ ...send, id: `${id}-2`, tools: `list-${id}` });
  await db.noteLists.add({ sessionId: id, digest: 'list', notes: [] });
  await db.toolLists.bulkPut(['list-shared', `list-${id}`].map((digest) => ({ digest, tools: [] })));
  await db.usage.add({ ...answer, id: `${id}-m`, sessionId: id, at: 1, usage: { input: 1, output: 1 }, cost: null });
  await db.drafts.add({
    sessionId: id,
    text: 'unsent',
    attachments: [{ kind: 'image', mime: 'image/png', name: 'a', blob: inDraft, bytes: 1 }],
    at: 1,
  });
  await db.drafts.add({
    sessionId: editKey(id, `${id}-m`),
    text: 'unsent',
    attachments: [{ kind: 'image', mime: 'image/png', name: 'a', blob: inEdit, bytes: 1 }],
    at: 1,
  });
  await db.writers.put({ sessionId: id, token: 't' });
  await db.plans.put({ sessionId: id, goal: null, todos: [], notes: [], nextTodo: 1, nextNote: 1, at: 1 } as never);
  await db.outputs.add({ sessionId: id, id: 'output-1', call: `${id}-m#0`, name: 't', text: 'all of it', at: 1 });
  const queued = [{ id: `${id}-q`, parts: [image(inQueue)], at: 1 }];
  await db.runs.add({ id: `${id}-run`, sessionId: id, open: 1, queued, startedAt: 1 });
  const record = { type: 'run_started', run: `${id}-run`, seq: 1, at: 1, after: null } as const;
  await db.runRecords.add({ run: `${id}-run`, seq: 1, record });
  return id;
}

async function dump(db: BatonDatabase): Promise<Record<string, unknown[]>> {
  const rows = await Promise.all(db.tables.map(async (table) => [table.name, await table.toArray()] as const));
  return Object.fromEntries(rows);
}

/** Tables with a row that contains the text. */
async function tablesWith(db: BatonDatabase, text: string): Promise<string[]> {
  return Object.entries(await dump(db)).flatMap(([name, rows]) => (JSON.stringify(rows).includes(text) ? [name] : []));
}

const BY_NO_SESSION = [
  'assistants',
  'blobs',
  'folders',
  'projectFiles',
  'projectTexts',
  'projectVectors',
  'prompts',
  'settings',
  'syncMarks',
  'tombstones',
];

async function world() {
  const db = await openTestDatabase();
  await db.settings.put({ key: 'theme', value: 'dark' });
  const blob = async (text: string) => (await saveBlob(db, bytes(text), 'image/png')).blob;
  const five = (name: string) =>
    Promise.all(['message', 'draft', 'queue', 'result', 'edit'].map((at) => blob(name + at)));
  const shared = await blob('shared');
  const [mine, others] = [await five('mine'), await five('others')];
  const removed = await fill(db, { shared, own: mine });
  const retained = await fill(db, { shared, own: others });
  return { db, removed, retained, shared, mine, others, blob };
}

describe('a conversation that is removed for good', () => {
  it('leaves no row in any table, and those of others as they were', async () => {
    const { db, removed, retained } = await world();
    // A new table must be filled above, so that this test fails if rows are left in it.
    const named = await tablesWith(db, removed);
    expect([...named, ...BY_NO_SESSION].toSorted()).toEqual(db.tables.map(({ name }) => name).toSorted());
    const before = await dump(db);
    await trashSession(db, removed, 5);
    expect(await removeSession(db, removed)).toEqual([removed]);
    // Named until the journal has been notified.
    await forgetRemoved(db, await readRemoved(db));
    expect(await tablesWith(db, removed)).toEqual([]);
    const after = await dump(db);
    const left = Object.entries(before).map(([name, rows]) => [
      name,
      rows.filter((row) => !JSON.stringify(row).includes(removed)),
    ]);
    const loose: unknown = { key: 'storage.looseBlobs', value: expect.any(Array) as unknown[] };
    expect(after).toEqual({ ...Object.fromEntries(left), settings: [loose, { key: 'theme', value: 'dark' }] });
    expect(await tablesWith(db, retained)).toEqual(named);
    expect(await removeSession(db, removed)).toEqual([]);
  });

  it('takes the tasks below it along, and no other', async () => {
    const { db, removed, shared } = await world();
    const below = { above: [removed], call: 'm#0', background: false };
    const task = await fill(db, { shared, own: [], task: below });
    const deeper = await fill(db, { shared, own: [], task: { ...below, above: [removed, task] } });
    await trashSession(db, removed, 5);
    expect((await removeSession(db, removed)).toSorted()).toEqual([removed, task, deeper].toSorted());
    await forgetRemoved(db, await readRemoved(db));
    expect([...(await tablesWith(db, task)), ...(await tablesWith(db, deeper))]).toEqual([]);
  });

  it('is refused outside the trash, and nothing is touched', async () => {
    const { db, removed } = await world();
    const before = JSON.stringify(await dump(db));
    await expect(removeSession(db, removed)).rejects.toMatchObject({ code: 'missing' });
    expect(JSON.stringify(await dump(db))).toBe(before);
  });

  it('is removed whole or not at all', async () => {
    const { db, removed } = await world();
    await trashSession(db, removed, 5);
    const before = JSON.stringify(await dump(db));
    const fails = () => {
      throw new Error('disk');
    };
    db.runRecords.hook('deleting', fails);
    await expect(removeSession(db, removed)).rejects.toMatchObject({ code: 'unknown' });
    db.runRecords.hook('deleting').unsubscribe(fails);
    expect(JSON.stringify(await dump(db))).toBe(before);
  });
});

describe('blobs that conversations share', () => {
  const hashes = async (db: BatonDatabase) => (await db.blobs.toCollection().primaryKeys()).toSorted();

  it('go when the last one that names them has gone', async () => {
    const { db, removed, retained, shared, mine, others } = await world();
    await trashSession(db, removed, 5);
    expect(await sweepBlobs(db)).toBe(0);
    await removeSession(db, removed);
    expect(await hashes(db)).toEqual([shared, ...mine, ...others].toSorted());
    expect(await sweepBlobs(db)).toBe(5);
    expect(await hashes(db)).toEqual([shared, ...others].toSorted());
    await trashSession(db, retained, 6);
    await removeSession(db, retained);
    expect(await sweepBlobs(db)).toBe(6);
    expect(await hashes(db)).toEqual([]);
    await forgetRemoved(db, await readRemoved(db));
    expect(await db.settings.toArray()).toEqual([{ key: 'theme', value: 'dark' }]);
  });

  it('stay when the same bytes are attached again before they are swept', async () => {
    const { db, removed, mine, blob } = await world();
    await trashSession(db, removed, 5);
    await removeSession(db, removed);
    // Attached and not yet in any draft.
    expect(mine).toContain(await blob('minemessage'));
    expect(await sweepBlobs(db)).toBe(4);
    expect(await hashes(db)).toContain(mine[0]);
  });

  it('stay when a row names them that this version cannot read', async () => {
    const { db, removed, retained, mine } = await world();
    await db.messages.update(`${retained}-m`, { parts: { later: [{ blob: mine[0] }] } as never });
    await trashSession(db, removed, 5);
    await removeSession(db, removed);
    // All except this one; the blob that both named is now unreferenced.
    expect(await sweepBlobs(db)).toBe(5);
    expect(await hashes(db)).toContain(mine[0]);
  });
});
