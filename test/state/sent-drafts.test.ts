import { describe, expect, it, vi } from 'vitest';
import { createDrafts, type BoxContent } from '#state/drafts.ts';
import { getDraft, settleDraft } from '#storage/draft-repository.ts';
import { FakeClock } from '#test/fakes/fake-clock.ts';
import { openTestDatabase } from '#test/fakes/page-storage.ts';

const report = (row: unknown) => {
  throw new Error(JSON.stringify(row));
};

const FILE = { kind: 'file' as const, mime: 'text/plain', bytes: 1 };
const ONE = { ...FILE, name: 'one.txt', blob: '1'.repeat(64) };
const TWO = { ...FILE, name: 'two.txt', blob: '2'.repeat(64) };
const SENT: BoxContent = { text: 'first', attachments: [ONE], asks: { modes: ['search'] } };

async function begin() {
  const db = await openTestDatabase();
  const clock = new FakeClock();
  const { now, setTimeout, clearTimeout } = clock;
  const open = () => createDrafts({ db, now, setTimeout, clearTimeout, onError: report });
  const stored = () => getDraft(db, 'a', report);
  return { db, clock, open, drafts: open(), stored };
}

describe('a message on its way', () => {
  it('is not in its box, but in the row, until it is stored', async () => {
    const { db, clock, drafts, stored } = await begin();
    drafts.save('a', SENT.text, SENT.attachments, SENT.asks);
    await clock.advance(300);
    const sent = drafts.take('a', SENT);
    expect(drafts.unsaved('a')).toMatchObject({ text: '', attachments: [] });
    await drafts.flush();
    expect(await stored()).toMatchObject(SENT);
    drafts.save('a', 'second', [TWO], { thinking: 'high' });
    await clock.advance(300);
    const both = { text: 'first\nsecond', attachments: [ONE, TWO], asks: { thinking: 'high', modes: ['search'] } };
    expect(await stored()).toMatchObject(both);
    expect(drafts.unsaved('a')?.text).toBe('second');

    await db.transaction('rw', db.drafts, () => settleDraft(db, 'a', sent));
    expect(await stored()).toMatchObject({ text: 'second', attachments: [TWO], asks: { thinking: 'high' } });
    sent.end();
    await clock.advance(300);
    expect((await stored())?.text).toBe('second');
    expect(drafts.unsaved('a')).toBeUndefined();
  });

  it('leaves no row when nothing was written since, even if the box was being stored', async () => {
    const { db, clock, drafts, stored } = await begin();
    drafts.save('a', SENT.text, SENT.attachments);
    const sent = drafts.take('a', SENT);
    const flushed = drafts.flush();
    await db.transaction('rw', db.drafts, () => settleDraft(db, 'a', sent));
    sent.end();
    await flushed;
    await clock.advance(6_000);
    expect(await stored()).toBeNull();
  });

  it('is not written again once it is stored with its message', async () => {
    const { db, clock, drafts, stored } = await begin();
    drafts.save('a', SENT.text, SENT.attachments);
    const sent = drafts.take('a', SENT);
    await db.transaction('rw', db.drafts, () => settleDraft(db, 'a', sent));
    sent.end();
    const opened = vi.spyOn(db, 'transaction');
    const deleted = vi.spyOn(db.drafts, 'delete');
    await clock.advance(6_000);
    expect(opened).not.toHaveBeenCalled();
    expect(deleted).not.toHaveBeenCalled();
    expect(await stored()).toBeNull();
  });

  it('is stored while its message waits to be stored', async () => {
    const { clock, drafts, stored } = await begin();
    drafts.save('a', SENT.text, SENT.attachments);
    drafts.take('a', SENT);
    await clock.advance(300);
    expect((await stored())?.text).toBe(SENT.text);
  });

  it('comes back before what was written since, and is stored so', async () => {
    const { clock, drafts, stored } = await begin();
    const shown: string[] = [];
    const end = drafts.onReturn('a', ({ text }) => shown.push(text));
    const sent = drafts.take('a', SENT);
    drafts.save('a', 'second', [TWO]);
    sent.giveBack();
    expect(shown).toEqual(['first\nsecond']);
    await clock.advance(300);
    expect(await stored()).toMatchObject({ text: 'first\nsecond', attachments: [ONE, TWO], asks: SENT.asks });
    end();
    drafts.take('a', SENT).giveBack();
    expect(shown).toHaveLength(1);
  });

  it('comes back when storing it was undone', async () => {
    const { db, clock, drafts, stored } = await begin();
    const sent = drafts.take('a', SENT);
    drafts.save('a', 'second', []);
    await drafts.flush();
    const failing = db.transaction('rw', db.drafts, async () => {
      await settleDraft(db, 'a', sent);
      throw new Error('full');
    });
    await expect(failing).rejects.toThrow('full');
    expect((await stored())?.text).toBe('first\nsecond');
    sent.giveBack();
    await clock.advance(300);
    expect((await stored())?.text).toBe('first\nsecond');

    const again = drafts.take('a', { text: 'third', attachments: [] });
    await db.transaction('rw', db.drafts, () => settleDraft(db, 'a', again));
    expect(await stored()).toBeNull();
    again.unsettle();
    await clock.advance(300);
    expect((await stored())?.text).toBe('third');
  });

  it('is in the box of the next page when this one ends', async () => {
    const { drafts, open, stored } = await begin();
    drafts.take('a', SENT);
    drafts.save('a', 'second', []);
    await drafts.flush();
    expect(open().unsaved('a')).toBeUndefined();
    expect((await stored())?.text).toBe('first\nsecond');
  });

  it('waits beside others, oldest first', async () => {
    const { db, clock, drafts, stored } = await begin();
    const first = drafts.take('a', { text: 'one', attachments: [] });
    const second = drafts.take('a', { text: 'two', attachments: [] });
    drafts.save('a', 'three', []);
    await clock.advance(300);
    expect((await stored())?.text).toBe('one\ntwo\nthree');
    await db.transaction('rw', db.drafts, () => settleDraft(db, 'a', second));
    second.end();
    expect((await stored())?.text).toBe('one\nthree');
    first.end();
    await clock.advance(300);
    expect((await stored())?.text).toBe('three');
  });
});
