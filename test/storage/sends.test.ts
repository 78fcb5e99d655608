import { describe, expect, it, vi } from 'vitest';
import type { Decision } from '#core/request.ts';
import { EVERY_SESSION, deleteExpiredFacts, listOverlays, overlayRows } from '#storage/overlay-repository.ts';
import type { UsageRow } from '#storage/rows.ts';
import { listMeasuredSends } from '#storage/measured-sends.ts';
import { getSend } from '#storage/send-repository.ts';
import { putSend } from '#storage/store-sends.ts';
import { createSession } from '#storage/session-repository.ts';
import { StorageError } from '#storage/storage-error.ts';
import { claimSession, NotWriterError } from '#storage/writer-fence.ts';
import { collectReports, openTestDatabase } from '#test/fakes/page-storage.ts';
import { anySession, sendOf } from '#test/fakes/sends.ts';

const DAY = 24 * 3_600_000;

async function open() {
  const db = await openTestDatabase();
  return { db, ...(await anySession(db)), ...collectReports() };
}

const usageOf = (sessionId: string, id: string): UsageRow => ({
  id,
  sessionId,
  at: 1,
  connection: 'anthropic',
  vendor: 'anthropic',
  model: 'claude-opus-4-8',
  usage: { input: 100, output: 1 },
  cost: null,
});

const strip: Decision = {
  kind: 'strip-state',
  target: { message: 'm1' },
  reason: 'no',
  data: { vendor: 'anthropic' },
};
const fact: Decision = {
  kind: 'omit-field',
  target: { message: '*' },
  reason: 'no',
  data: { vendor: 'anthropic', endpoint: 'https://api.anthropic.com', model: 'm', field: 'top_k' },
};

describe('how an answer was asked for', () => {
  it('comes back as it was stored, and may be written again', async () => {
    const { db, id, fence, onUnreadableRow, rows } = await open();
    const full = sendOf(id, 'answer');
    const { account: _a, tokenFactor: _t, ...least } = sendOf(id, 'other', { notes: [], vendorNotes: [], repairs: [] });
    await putSend(db, fence, full);
    await putSend(db, fence, least);
    expect(await getSend(db, 'answer', onUnreadableRow)).toEqual(full);
    expect(await getSend(db, 'other', onUnreadableRow)).toEqual(least);
    expect(await getSend(db, 'nobody', onUnreadableRow)).toBeNull();
    await putSend(db, fence, { ...full, digest: 'def' });
    expect(await db.sends.count()).toBe(2);
    expect(rows).toEqual([]);
  });

  it('is written with its overlays or not at all', async () => {
    const { db, id, fence } = await open();
    const overlays = overlayRows(id, [strip, fact], 5);
    await putSend(db, fence, sendOf(id, 'answer'), overlays);
    // The same ids again: the overlays are refused, and so is the row.
    await expect(putSend(db, fence, sendOf(id, 'answer', { digest: 'def' }), overlays)).rejects.toThrow(StorageError);
    expect((await db.sends.get('answer'))?.digest).toBe('abc');
    expect(await db.overlays.count()).toBe(2);
  });

  it('is not written by a window that no longer writes here', async () => {
    const { db, id, fence } = await open();
    await claimSession(db, id);
    await expect(putSend(db, fence, sendOf(id, 'answer'), overlayRows(id, [strip], 5))).rejects.toThrow(NotWriterError);
    expect(await db.sends.count()).toBe(0);
    expect(await db.overlays.count()).toBe(0);
  });

  it('is told when it cannot be read, and not guessed at', async () => {
    const { db, id, fence, onUnreadableRow, rows } = await open();
    await putSend(db, fence, sendOf(id, 'answer'));
    await db.sends.update('answer', { tokens: 'many' as unknown as number });
    expect(await getSend(db, 'answer', onUnreadableRow)).toBeNull();
    expect(rows).toMatchObject([{ table: 'sends', key: 'answer' }]);
  });

  it('is measured against what the vendor counted, newest first, per conversation', async () => {
    const { db, id, fence, onUnreadableRow } = await open();
    const other = await createSession(db, { target: null, at: 1 });
    const theirs = await claimSession(db, other.id);
    for (const name of ['b', 'a', 'd', 'c']) await putSend(db, fence, sendOf(id, name));
    await putSend(db, theirs.fence, sendOf(other.id, 'z'));
    for (const name of ['a', 'b', 'd', 'z']) await db.usage.put(usageOf(id, name));
    const gets = vi.spyOn(IDBObjectStore.prototype, 'get');
    const idsOf = async (most: number) =>
      (await listMeasuredSends(db, id, most, onUnreadableRow)).map(({ send }) => send.id);
    expect(await idsOf(3)).toEqual(['d', 'b']);
    // Usage of an older request may be among the newest.
    expect(gets.mock.calls).toEqual([['c'], ['d'], ['b']]);
    gets.mockClear();
    expect(await idsOf(9)).toEqual(['d', 'b', 'a']);
    // All usage has been read, so an answer without any is not looked for.
    expect(gets.mock.calls).toEqual([['a']]);
    gets.mockClear();
    expect(await idsOf(9)).toEqual(['d', 'b', 'a']);
    expect(gets).not.toHaveBeenCalled();
    gets.mockRestore();
  });

  it('is measured anew when it was written again, by whichever window', async () => {
    const { db, id, fence, onUnreadableRow } = await open();
    const other = await openTestDatabase(db.name);
    const measured = async () => {
      const [{ send } = {}] = await listMeasuredSends(db, id, 3, onUnreadableRow);
      return send && { tokens: send.tokens, rules: send.vendorNotes.map(({ rule }) => rule) };
    };
    await putSend(db, fence, sendOf(id, 'answer', { tokens: 1, vendorNotes: [] }));
    await db.usage.put(usageOf(id, 'answer'));
    expect(await measured()).toEqual({ tokens: 1, rules: [] });
    await putSend(db, fence, sendOf(id, 'answer', { tokens: 2, vendorNotes: [{ rule: 'vendor-cut-prompt' }] }));
    expect(await measured()).toEqual({ tokens: 2, rules: ['vendor-cut-prompt'] });
    await other.sends.update('answer', { tokens: 3 });
    await vi.waitFor(async () => expect(await measured()).toMatchObject({ tokens: 3 }));
    await db.sends.delete('answer');
    expect(await measured()).toBeUndefined();
    other.close();
  });
});

describe('facts about models', () => {
  it('hold in every conversation, decisions about messages in their own', async () => {
    const { db, id, fence, onUnreadableRow } = await open();
    const other = await createSession(db, { target: null, at: 1 });
    await putSend(db, fence, sendOf(id, 'answer'), overlayRows(id, [strip, fact], 5));
    const kindsIn = async (session: string) =>
      (await listOverlays(db, session, onUnreadableRow)).map(({ kind }) => kind);
    expect((await kindsIn(id)).toSorted()).toEqual(['omit-field', 'strip-state']);
    expect(await kindsIn(other.id)).toEqual(['omit-field']);
    expect(overlayRows(id, [strip, fact], 5).map(({ sessionId }) => sessionId)).toEqual([id, EVERY_SESSION]);
  });

  it('are asked again after a month; what was decided about messages stays', async () => {
    const { db, id, fence, onUnreadableRow } = await open();
    await putSend(db, fence, sendOf(id, 'answer'), overlayRows(id, [strip, fact], 5));
    await deleteExpiredFacts(db, 5 + 29 * DAY);
    expect(await listOverlays(db, id, onUnreadableRow)).toHaveLength(2);
    await deleteExpiredFacts(db, 5 + 31 * DAY);
    expect((await listOverlays(db, id, onUnreadableRow)).map(({ kind }) => kind)).toEqual(['strip-state']);
  });
});
