import { describe, expect, it } from 'vitest';
import { recordsOf, SessionRecordSchema } from '#archive/records.ts';
import { addUnreferenced, sweepBlobs } from '#storage/blob-gc.ts';
import { saveBlob } from '#storage/blob-repository.ts';
import { getDraft, saveDraft } from '#storage/draft-repository.ts';
import type { DraftRow, WaitingSend } from '#storage/rows.ts';
import { listWaiting, readWaiting, saveWaiting, withdrawAllWaiting } from '#storage/waiting-repository.ts';
import { StorageError } from '#storage/storage-error.ts';
import { openTestDatabase } from '#test/fakes/page-storage.ts';
import { plainHistory, sessionRow } from '#test/fakes/session-row.ts';

const unreadable = (row: unknown) => {
  throw new Error(`unreadable: ${JSON.stringify(row)}`);
};
const TARGET = { connection: 'anthropic', model: 'claude', thinking: 'low' } as const;
const WAITING: WaitingSend = {
  id: 'w',
  at: 6,
  target: TARGET,
  state: 'ab',
  attachments: [],
  asks: { thinking: 'high' },
};
/** As builds before waiting messages wrote it. */
const EARLIER: DraftRow = {
  sessionId: 's',
  text: 'What do these show?',
  attachments: [{ kind: 'file', mime: 'text/plain', name: 'a.txt', blob: 'ab', bytes: 1 }],
  asks: { thinking: 'high' },
  at: 5,
};

describe('a stored message that waits for a network', () => {
  it('is read back, and a draft of an earlier build doesn’t wait', async () => {
    const db = await openTestDatabase();
    await db.drafts.put(EARLIER);
    await db.drafts.put({ ...EARLIER, sessionId: 't', waiting: WAITING });
    expect(await getDraft(db, 's', unreadable)).toEqual(EARLIER);
    expect(await listWaiting(db, unreadable)).toEqual([{ ...EARLIER, sessionId: 't', waiting: WAITING }]);
  });

  it('of a shape that this build doesn’t know is reported, and its words stay a draft', async () => {
    const db = await openTestDatabase();
    const odd = { ...EARLIER, waiting: { id: 'w', sendAt: 'dawn' } } as unknown as DraftRow;
    await db.drafts.put(odd);
    expect(await getDraft(db, 's', unreadable)).toMatchObject(EARLIER);
    expect(readWaiting(odd)).toBeNull();
    const reported: unknown[] = [];
    expect(await listWaiting(db, (row) => void reported.push(row))).toEqual([]);
    expect(reported).toHaveLength(1);
  });

  it('waits only with the words that the user saw', async () => {
    const db = await openTestDatabase();
    await db.drafts.put(EARLIER);
    expect(await saveWaiting(db, 's', 'What do these', WAITING)).toBe(false);
    expect(await db.drafts.get('s')).toEqual(EARLIER);
    expect(await saveWaiting(db, 's', EARLIER.text, WAITING)).toBe(true);
    expect(await db.drafts.get('s')).toEqual({ ...EARLIER, waiting: WAITING });
    await expect(saveWaiting(db, 'gone', '', WAITING)).rejects.toThrow(StorageError);
  });

  it('is an ordinary draft in an archive, byte for byte, and one that an archive claims to wait doesn’t', () => {
    const line = (draft: DraftRow) => {
      const records = [...recordsOf({ ...plainHistory(sessionRow('s')), draft })];
      return JSON.stringify(records.find(({ type }) => type === 'draft'));
    };
    expect(line({ ...EARLIER, waiting: WAITING })).toBe(line(EARLIER));
    expect(line(EARLIER)).toBe(JSON.stringify({ type: 'draft', row: EARLIER }));
    const claimed = { type: 'draft', row: { ...EARLIER, waiting: WAITING } };
    expect(SessionRecordSchema.parse(claimed)).toEqual({ type: 'draft', row: EARLIER });
  });

  it('keeps the bytes of what it points at', async () => {
    const db = await openTestDatabase();
    const { blob, bytes } = await saveBlob(db, new Blob(['abc'], { type: 'text/plain' }), 'text/plain');
    const pointed = { kind: 'file', mime: 'text/plain', name: 'b.txt', blob, bytes, text: 'abc' } as const;
    await saveDraft(db, { ...EARLIER, waiting: { ...WAITING, attachments: [pointed] } });
    await db.transaction('rw', db.settings, () => addUnreferenced(db, [blob]));
    expect(await sweepBlobs(db)).toBe(0);
    expect(await db.blobs.get(blob)).toBeDefined();
    await withdrawAllWaiting(db, ['s', 'none']);
    expect(await db.drafts.get('s')).toEqual(EARLIER);
    await db.transaction('rw', db.settings, () => addUnreferenced(db, [blob]));
    expect(await sweepBlobs(db)).toBe(1);
  });
});
