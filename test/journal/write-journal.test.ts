import { appendFileSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Journal } from '#contract/journal.ts';
import { replayJournal } from '#history/recovery/replay-journal.ts';
import type { JournalLoss } from '#journal/find-loss.ts';
import { writeJournal, type JournalWriter, type JournalStatus } from '#journal/write-journal.ts';
import { listRows } from '#journal/list-rows.ts';
import { saveBlob } from '#storage/blob-repository.ts';
import { databaseInUse } from '#storage/database-in-use.ts';
import { openDatabase, type BatonDatabase } from '#storage/database.ts';
import { detachJournal, noteRemoved, readRemoved } from '#storage/journal-marks.ts';
import { appendMessages, completeMessage, putStreamingMessage, type NewMessage } from '#storage/write-messages.ts';
import { settleTransaction } from '#storage/raw/raw-database.ts';
import { newId } from '#storage/new-id.ts';
import { removeSession } from '#storage/remove-session.ts';
import type { StoredMessage } from '#storage/rows.ts';
import { getSend } from '#storage/send-repository.ts';
import { putSend } from '#storage/store-sends.ts';
import { createSession, renameSession } from '#storage/session-repository.ts';
import { claimSession } from '#storage/writer-fence.ts';
import { FakeLockManager } from '#test/fakes/lock-manager.ts';
import { openTestDatabase } from '#test/fakes/page-storage.ts';
import { notesOf, sendOf } from '#test/fakes/sends.ts';
import { openSnapshotBench, type SnapshotBench } from '#test/fakes/snapshot-bench.ts';

describe('the journal of a history', () => {
  let bench: SnapshotBench;
  let db: BatonDatabase;
  let status: JournalStatus;
  let errors: unknown[];
  let losses: JournalLoss[];
  let needed: number;
  let automatic: boolean;
  let windows = 0;
  let keeper: JournalWriter;
  beforeEach(async () => {
    bench = openSnapshotBench();
    db = await openTestDatabase();
    errors = [];
    losses = [];
    needed = 0;
    automatic = false;
  });
  afterEach(async () => {
    vi.restoreAllMocks();
    // A writer has no end. What it says of the closed database is no longer heard.
    windows += 1;
    db.close();
    await bench.dispose();
  });

  /** A reloaded window: later requests of the previous one to the host aren't answered. */
  function keep(): void {
    const mine = (windows += 1);
    const alive =
      <A extends unknown[], R>(ask: (...given: A) => Promise<R>) =>
      (...given: A) =>
        mine === windows ? ask(...given) : new Promise<R>(() => undefined);
    const { journals } = bench;
    keeper = writeJournal({
      db,
      host: {
        ...journals,
        check: alive(journals.check),
        append: alive(journals.append),
        putBlob: alive(journals.putBlob),
        rebase: alive(journals.rebase),
      },
      locks: new FakeLockManager(),
      setTimeout: (fn) => setTimeout(fn, 0),
      makesSnapshots: async () => automatic,
      wantSnapshot: () => (needed += 1),
      onStatus: (next) => {
        if (mine === windows) status = next;
      },
      onLoss: (loss) => mine === windows && losses.push(loss),
      onError: (error) => mine === windows && errors.push(error),
    });
    keeper.begin();
  }

  async function talk(texts: readonly string[], sessionId?: string): Promise<string> {
    const id = sessionId ?? (await createSession(db, { target: null, at: 1 })).id;
    const { fence } = await claimSession(db, id);
    const parentId = (await db.sessions.get(id))?.leafId ?? null;
    await appendMessages(db, fence, chain(texts, parentId));
    return id;
  }

  const journal = async (): Promise<Journal | undefined> => (await bench.journals.list()).journals[0];
  const folder = async () => join(bench.home.home, 'journal', (await journal())?.profile ?? '');
  const files = async () => {
    const path = await folder();
    return readdirSync(path)
      .filter((name) => name.endsWith('.log'))
      .map((name) => readFileSync(join(path, name), 'utf8'))
      .join('');
  };
  /** Waits until host and database contain the same. */
  const isEven = async () =>
    await expect
      .poll(async () => {
        const profile = (await journal())?.profile;
        if (!profile) return null;
        const { isWhole, ...differs } = await bench.journals.check(profile, await listRows(db));
        return isWhole ? Object.values(differs).flat() : null;
      })
      .toEqual([]);

  async function replay(): Promise<BatonDatabase> {
    const found = await journal();
    if (!found) throw new Error('there is no journal');
    await replayJournal(
      {
        host: bench.journals,
        folder: { read: (id) => bench.client.read(id) },
        packer: { sink: unexpected, files: unexpected },
        soleWriter: unexpected,
      },
      found,
      () => undefined,
    );
    return openDatabase();
  }

  it('has every finished message, and brings the whole history back from nothing', async () => {
    keep();
    const id = await talk(['question', 'answer']);
    await renameSession(db, id, 'A name');
    const picture = await saveBlob(db, new Blob(['bytes']), 'image/png');
    const { fence } = await claimSession(db, id);
    const send = sendOf(id, 'answer', { notes: notesOf(200) });
    await putSend(db, fence, send);
    await isEven();
    expect(await journal()).toMatchObject({ isWhole: true, snapshot: null, conversations: 1, messages: 2 });

    const back = await replay();
    expect(await back.messages.toArray()).toEqual(await db.messages.toArray());
    expect(await back.sessions.toArray()).toEqual(await db.sessions.toArray());
    expect(await getSend(back, 'answer', unexpected)).toEqual(send);
    expect(await (await back.blobs.get(picture.blob))?.bytes.text()).toBe('bytes');
    back.close();
    // The new database continues with the journal: nothing is sent again, nothing is missing.
    expect((await databaseInUse()).name).toBe(back.name);
  });

  it('brings the history back although the host goes away at the end', async () => {
    keep();
    await talk(['question', 'answer']);
    await isEven();
    bench.cut = (url) => (url.includes('/move') ? 'before' : null);
    const back = await replay();
    expect(await back.messages.count()).toBe(2);
    expect((await databaseInUse()).name).toBe(back.name);
    back.close();
  });

  it('goes on past bytes that the disk has lost', async () => {
    const lost = await saveBlob(db, new Blob(['lost bytes']), 'image/png');
    const readBytes = Blob.prototype.arrayBuffer;
    vi.spyOn(Blob.prototype, 'arrayBuffer').mockImplementation(function (this: Blob) {
      return this.size === lost.bytes ? Promise.reject(new DOMException('', 'NotReadableError')) : readBytes.call(this);
    });
    keep();
    await talk(['question', 'answer']);
    const picture = await saveBlob(db, new Blob(['bytes']), 'image/png');
    await expect.poll(async () => (await journal())?.messages).toBe(2);
    expect(status).toBe('kept');
    expect(errors).toMatchObject([{ message: `the bytes of blob ${lost.blob} cannot be read` }]);
    await expect.poll(files).toContain(picture.blob);
    expect(await files()).not.toContain(lost.blob);
  });

  it('never holds a message that still grows', async () => {
    keep();
    const { id } = await createSession(db, { target: null, at: 1 });
    const { fence } = await claimSession(db, id);
    const [growing] = await appendMessages(db, fence, [{ ...message('', null), status: 'streaming' }]);
    if (!growing) throw new Error('nothing was added');
    await putStreamingMessage(db, fence, withText(growing, 'half of an'));
    await isEvenExcept(growing.id);
    expect(await files()).not.toContain('half of an');
    await completeMessage(
      db,
      fence,
      { ...withText(growing, 'half of an answer'), status: 'complete' },
      { usage: null, vendor: null },
    );
    await isEven();
    expect(await files()).toContain('half of an answer');
  });

  it('tells at the next start what the database has lost, and not what the user removed', async () => {
    keep();
    const written = await talk(['a', 'b', 'c', 'd']);
    const removed = await talk(['e', 'f']);
    await isEven();

    // The browser is killed before the journal is notified.
    bench.cut = (url) => (url.includes('/records') ? 'before' : null);
    await db.sessions.update(removed, { deletedAt: 2 });
    await removeSession(db, removed);
    bench.cut = () => null;
    keep();
    await isEven();
    expect(losses).toEqual([]);
    expect(await readRemoved(db)).toEqual(new Set());

    // As after a log was cut in half: rows are missing, but weren't removed by the user.
    windows += 1;
    const lost = (
      await db.messages.where('[sessionId+seq]').between([written, 0], [written, Infinity]).toArray()
    ).slice(2);
    const transaction = db.backendDB().transaction('messages', 'readwrite');
    for (const { id } of lost) transaction.objectStore('messages').delete(id);
    await settleTransaction(transaction);
    keep();
    await expect.poll(() => losses).toEqual([{ conversations: 0, messages: 2 }]);

    const back = await replay();
    expect((await back.messages.toArray()).map(({ id }) => id)).toEqual(
      expect.arrayContaining(lost.map(({ id }) => id)),
    );
    expect(await back.messages.count()).toBe(4);
    back.close();
  });

  /** As when the browser loses what it stored: no one is told. */
  async function wipe(): Promise<void> {
    const tables = ['sessions', 'messages', 'outputs'];
    const transaction = db.backendDB().transaction(tables, 'readwrite');
    for (const name of tables) transaction.objectStore(name).clear();
    await settleTransaction(transaction);
  }

  it('keeps what the database loses while rows of it are on their way', async () => {
    keep();
    const id = await talk(['question', 'answer']);
    await db.table('outputs').put({ id: 'output', sessionId: id });
    await isEven();
    bench.cut = (url) => (url.includes('/records') ? 'before' : null);
    await renameSession(db, id, 'A name');
    await talk(['another question'], id);
    await expect.poll(() => status).toBe('failing');
    await wipe();
    bench.cut = () => null;
    await expect.poll(() => status).toBe('kept');
    // A comparison of all rows doesn't take them as removed either.
    await db.table('outputs').clear();
    await talk(['sent after that comparison']);
    await expect.poll(journal).toMatchObject({ conversations: 2, messages: 3 });

    keep();
    await expect.poll(() => losses).toEqual([{ conversations: 1, messages: 2 }]);
    const back = await replay();
    expect(await back.messages.count()).toBe(3);
    expect(await back.table('outputs').count()).toBe(1);
    back.close();
  });

  it('is not replaced by a snapshot that lacks what was lost', async () => {
    keep();
    await talk(['lost']);
    await isEven();
    await wipe();
    await talk(['kept']);
    expect(await keeper.beginBase()).toBeNull();
    expect((await journal())?.messages).toBe(2);
  });

  it('forgets more conversations than there are marks for, and calls none of them lost', async () => {
    keep();
    await talk(['question', 'answer']);
    await isEven();
    bench.cut = (url) => (url.includes('/records') ? 'before' : null);
    await noteRemoved(
      db,
      Array.from({ length: 50_001 }, (_, index) => `m${index}`),
    );
    await wipe();
    bench.cut = () => null;
    keep();
    await isEven();
    await expect.poll(async () => readRemoved(db)).toEqual(new Set());
    expect(losses).toEqual([]);
    await talk(['later']);
    await isEven();
    await wipe();
    keep();
    await expect.poll(() => losses).toEqual([{ conversations: 1, messages: 1 }]);
  });

  it('starts over where the user continues without what was lost, and takes what is restored later', async () => {
    keep();
    await talk(['question', 'answer']);
    await isEven();
    const before = await journal();
    const tables = ['sessions', 'messages', 'overlays', 'usage', 'fences'].filter((name) =>
      db.backendDB().objectStoreNames.contains(name),
    );
    const rows = await Promise.all(tables.map((name) => db.table<unknown>(name).toArray()));
    windows += 1;
    const transaction = db.backendDB().transaction(tables, 'readwrite');
    for (const name of tables) transaction.objectStore(name).clear();
    await settleTransaction(transaction);

    keep();
    await expect.poll(() => losses).toEqual([{ conversations: 1, messages: 2 }]);
    await detachJournal(db);
    keep();
    await expect.poll(async () => (await bench.journals.list()).journals.length).toBe(2);
    for (const [index, name] of tables.entries()) if (rows[index]?.length) await db.table(name).bulkPut(rows[index]);
    await isEven();
    keep();
    await isEven();
    expect(losses).toHaveLength(1);
    const { journals } = await bench.journals.list();
    expect(journals.filter(({ isWhole, messages }) => isWhole && messages === 2)).toHaveLength(2);
    expect(journals).toContainEqual(before);

    await bench.journals.remove(before?.profile ?? '');
    expect((await bench.journals.list()).journals.map(({ profile }) => profile)).not.toContain(before?.profile);
    await expect(bench.journals.remove(before?.profile ?? '')).rejects.toMatchObject({ code: 'not_found' });
  });

  it('has every row again when another window leaves it', async () => {
    keep();
    const id = await talk(['a']);
    await isEven();
    await detachJournal(db);
    await talk(['b'], id);
    await isEven();
    const { journals } = await bench.journals.list();
    expect(journals).toMatchObject([
      { isWhole: true, messages: 2 },
      { isWhole: true, messages: 1 },
    ]);
  });

  it('reads what is sent, and whether the journal is still the same, in one transaction', async () => {
    const opened: string[] = [];
    db.use({
      stack: 'dbcore',
      name: 'count',
      create: (down) => ({
        ...down,
        transaction(stores, mode, options) {
          if (mode === 'readonly') opened.push(stores.toSorted().join(' '));
          return down.transaction(stores, mode, options);
        },
      }),
    });
    db.close();
    await db.open();
    keep();
    const id = await talk(['a']);
    await isEven();
    const { fence } = await claimSession(db, id);
    opened.length = 0;
    await appendMessages(db, fence, [message('b', null)]);
    await expect.poll(journal).toMatchObject({ messages: 2 });
    expect(opened).toEqual(['messages sessions settings']);
  });

  it('is deleted with its conversation', async () => {
    keep();
    const id = await talk(['a secret of this conversation']);
    await talk(['another']);
    await isEven();
    expect(await files()).toContain('a secret of this conversation');
    await db.sessions.update(id, { deletedAt: 2 });
    await removeSession(db, id);
    await isEven();
    expect(await files()).not.toContain('a secret of this conversation');
    expect(await files()).toContain('another');
  });

  it('survives a line that was cut off, and a damaged one', async () => {
    keep();
    const id = await talk(['first']);
    await isEven();
    const path = await folder();
    const log = readdirSync(path).find((name) => name.endsWith('.log')) ?? '';
    appendFileSync(join(path, log), '0123abcd {"table":"messages","key":"x","ro');
    await bench.host.close();
    await talk(['second'], id);
    await isEven();
    writeFileSync(join(path, log), readFileSync(join(path, log), 'utf8').replace('second', 'sEcond'));
    // A record that differs from what was written doesn't count, so the row is sent again.
    keep();
    await isEven();
    expect(await files()).toContain('"second"');
  });

  it('waits for a snapshot where there is too much, and begins anew from it', async () => {
    automatic = true;
    await talk(Array.from({ length: 1200 }, (_, index) => `m${index}`));
    keep();
    await expect.poll(() => status).toBe('waits-for-snapshot');
    expect(needed).toBeGreaterThan(0);
  });

  it('keeps nothing when it is switched off, and deletes what there was', async () => {
    keep();
    await talk(['a']);
    await isEven();
    const { journals } = await bench.journals.change({ on: false });
    expect(journals).toEqual([]);
    await talk(['b']);
    await expect.poll(() => status).toBe('off');
    await bench.journals.change({ on: true });
    keeper.check();
    await isEven();
    expect(errors).toEqual([]);
  });

  async function isEvenExcept(id: string): Promise<void> {
    await expect
      .poll(async () => {
        const profile = (await journal())?.profile;
        return profile && (await bench.journals.check(profile, await listRows(db))).unknown;
      })
      .toEqual([{ table: 'messages', key: id }]);
  }
});

function message(text: string, parentId: string | null): NewMessage {
  return {
    id: newId(),
    parentId,
    role: 'user',
    parts: [{ type: 'text', text }],
    status: 'complete',
    createdAt: 1,
  };
}

function chain(texts: readonly string[], parentId: string | null): NewMessage[] {
  let last = parentId;
  return texts.map((text) => {
    const one = message(text, last);
    last = one.id ?? null;
    return one;
  });
}

function withText(row: StoredMessage, text: string): StoredMessage {
  return { ...row, parts: [{ type: 'text', text }] };
}

function unexpected(): never {
  throw new Error('not asked for');
}
