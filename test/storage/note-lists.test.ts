import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { changeSession, readCompanions } from '#storage/complete-session.ts';
import type { BatonDatabase } from '#storage/database.ts';
import type { SendRow } from '#storage/rows.ts';
import { getSend } from '#storage/send-repository.ts';
import { putSend } from '#storage/store-sends.ts';
import { collectReports, openTestDatabase } from '#test/fakes/page-storage.ts';
import { anySession, notesOf, sendOf } from '#test/fakes/sends.ts';

async function open() {
  const db = await openTestDatabase();
  return { db, ...(await anySession(db)), ...collectReports() };
}

/** JSON of everything stored about requests. */
async function stored(db: BatonDatabase): Promise<number> {
  return JSON.stringify([await db.sends.toArray(), await db.noteLists.toArray()]).length;
}

const notes = fc.array(
  fc.record(
    {
      rule: fc.constantFrom('drop-foreign-thinking', 'merge-messages', '규칙'),
      message: fc.nat(400).map((at) => `message-${at}`),
      part: fc.nat(2),
      detail: fc.string({ maxLength: 4 }),
    },
    { requiredKeys: ['rule'] },
  ),
  { maxLength: 300, size: 'max' },
);
/** What a later request has before and after that of the earlier one, which may have lost some. */
const change = fc.record({ before: notes, after: notes, from: fc.nat(300), without: fc.nat(5) });

describe('notes of requests', () => {
  it('come back whole and in order, whatever requests of a conversation have in common', async () => {
    await fc.assert(
      fc.asyncProperty(notes, fc.array(change, { maxLength: 4 }), async (first, changes) => {
        const { db, id, fence, onUnreadableRow, rows } = await open();
        const sends = [sendOf(id, 'send-0', { notes: first })];
        for (const [at, { before, after, from, without }] of changes.entries()) {
          const kept = (sends.at(-1)?.notes ?? []).toSpliced(from, without);
          sends.push(sendOf(id, `send-${at + 1}`, { notes: [...before, ...kept, ...after] }));
        }
        for (const send of sends) await putSend(db, fence, send);
        for (const send of sends) expect(await getSend(db, send.id, onUnreadableRow)).toEqual(send);
        expect((await readCompanions(db, id, onUnreadableRow)).sends).toEqual(sends);
        expect(rows).toEqual([]);
        db.close();
      }),
      { numRuns: 15 },
    );
  });

  it('cost what is new in them', async () => {
    const { db, id, fence } = await open();
    const old = notesOf(2_000);
    const later: SendRow['notes'][] = [
      [...old, ...notesOf(3, 'new')],
      [...old.slice(0, 1_500), ...notesOf(3, 'new'), ...old.slice(1_500)],
      old.slice(700),
    ];
    await putSend(db, fence, sendOf(id, 'send', { notes: old }));
    const whole = await stored(db);
    for (const [at, notes] of later.entries()) {
      const before = await stored(db);
      await putSend(db, fence, sendOf(id, `send-${at}`, { notes }));
      expect((await stored(db)) - before, `request ${at}`).toBeLessThan(whole / 10);
    }
  });

  it('of an earlier version are read from the row, and few of them stay there', async () => {
    const { db, id, fence, onUnreadableRow } = await open();
    const old = sendOf(id, 'old', { notes: notesOf(500) });
    await db.sends.add(old);
    expect(await getSend(db, 'old', onUnreadableRow)).toEqual(old);
    const few = sendOf(id, 'few', { notes: notesOf(40) });
    await putSend(db, fence, few);
    expect(await db.sends.get('few')).toEqual(few);
    expect(await db.noteLists.count()).toBe(0);
  });

  it('are not guessed at when a list is missing or damaged', async () => {
    const { db, id, fence, onUnreadableRow, rows } = await open();
    for (const name of ['whole', 'lost', 'damaged'])
      await putSend(db, fence, sendOf(id, name, { notes: notesOf(300, name) }));
    const listOf = async (name: string): Promise<[string, string]> => [
      id,
      (await db.sends.get(name))?.noteLists?.[0] ?? '',
    ];
    await db.noteLists.delete(await listOf('lost'));
    await db.noteLists.update(await listOf('damaged'), { notes: 'none' as never });
    expect(await getSend(db, 'lost', onUnreadableRow)).toBeNull();
    expect((await readCompanions(db, id, onUnreadableRow)).sends.map((send) => send.id)).toEqual(['whole']);
    expect(rows.map(({ table, key }) => `${table} ${key}`)).toEqual(['sends lost', 'sends damaged', 'sends lost']);
  });

  it('go with a conversation whose restore is undone', async () => {
    const { db, id, fence } = await open();
    await putSend(db, fence, sendOf(id, 'send', { notes: notesOf(300) }));
    const none = { overlays: [], sends: [], usage: [], outputs: [], plan: null, draft: null };
    await changeSession(db, fence, {
      session: null,
      add: { ...none, messages: [] },
      put: { messages: [], overlays: [] },
      remove: { ...none, messages: [], sends: ['send'], plan: false, draft: false },
    });
    expect(await db.noteLists.count()).toBe(0);
  });
});
