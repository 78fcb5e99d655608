// oxlint-disable-next-line import/no-unassigned-import -- it defines the globals
import 'fake-indexeddb/auto';
import { Dexie } from 'dexie';
import { afterEach, describe, expect, it } from 'vitest';
import type { SessionHistory } from '#archive/records.ts';
import type { Journal, StoredRecord } from '#contract/journal.ts';
import { replayJournal } from '#history/recovery/replay-journal.ts';
import { openDatabase } from '#storage/database.ts';
import { attachedJournal } from '#storage/journal-marks.ts';
import { SCHEMA_VERSION } from '#storage/schema.ts';
import { toMessageRow } from '#storage/write-messages.ts';
import { claimSession } from '#storage/writer-fence.ts';
import type { MemoryFiles } from '#test/archive/memory-files.ts';
import { conversation, user } from '#test/archive/render/conversation.ts';
import { written } from '#test/archive/support.ts';

afterEach(async () => {
  for (const { name } of await indexedDB.databases()) if (name) await Dexie.delete(name);
});

const JOURNAL: Journal = {
  profile: '01890000-0000-7000-8000-000000000001',
  snapshot: 'snapshot',
  isWhole: true,
  bytes: 1,
  at: 1,
  schema: SCHEMA_VERSION,
  conversations: 1,
  messages: 1,
};

const put = (table: 'messages' | 'sessions', row: { id: string }, session = 's'): StoredRecord => ({
  table,
  key: row.id,
  session,
  digest: '0123456789abcdef',
  row,
  schema: SCHEMA_VERSION,
});

async function replay(files: MemoryFiles, records: readonly StoredRecord[]) {
  const moved: string[] = [];
  const leftOut = await replayJournal(
    {
      host: {
        records: async () => new Blob(records.map((record) => `${JSON.stringify(record)}\n`)).stream(),
        blob: async () => null,
        move: async (profile) => void moved.push(profile),
      },
      folder: { read: async () => new Blob([]) },
      packer: { sink: () => Promise.reject(new Error('not asked for')), files: async () => files.list() },
      soleWriter: (db) => ({
        held: async () => new Set(),
        async acquire(sessionId) {
          const { fence } = await claimSession(db, sessionId);
          return { fence, lost: new AbortController().signal, release: () => undefined };
        },
      }),
    },
    JOURNAL,
    () => undefined,
  );
  const db = await openDatabase();
  const messages = (await db.messages.toArray()).map(({ id }) => id).toSorted();
  const attached = await attachedJournal(db);
  db.close();
  return { leftOut, messages, moved, attached };
}

it('replays a message that has the number of one that was taken back', async () => {
  const files = await written([conversation([user('first'), user('restored, and taken back')])]);
  const after = conversation([user('first'), user('instead', { id: 'm3' })]);
  const [, instead] = after.messages;
  if (!instead) throw new Error('no message');
  const removal: StoredRecord = { table: 'messages', key: 'm2', schema: SCHEMA_VERSION };
  const { messages, moved } = await replay(files, [
    removal,
    put('messages', toMessageRow(instead)),
    put('sessions', after.session),
  ]);
  expect(messages).toEqual(['m1', 'm3']);
  expect(moved).toEqual([JOURNAL.profile]);
});

describe('a journal whose snapshot has a damaged conversation', () => {
  const named = (id: string): SessionHistory => {
    const { session, messages, ...rest } = conversation([user(`in ${id}`, { id: `${id}1`, sessionId: id })]);
    return { ...rest, session: { ...session, id, title: id, leafId: `${id}1` }, messages };
  };

  async function damaged(): Promise<MemoryFiles> {
    const files = await written([named('a'), named('b')]);
    files.put('conversations/000002.ndjson', '{');
    return files;
  }

  it('brings back the rest, names it, and stays as it is', async () => {
    const later = named('b').messages.map((row) => ({ ...row, id: 'b2', parentId: 'b1', seq: 2 }));
    const records = later.map((row) => put('messages', toMessageRow(row), 'b'));
    expect(await replay(await damaged(), records)).toEqual({
      leftOut: [{ id: 'b', title: 'b' }],
      messages: ['a1', 'b2'],
      // A journal that went on with this database would report the same loss at every start.
      moved: [],
      attached: null,
    });
  });

  it('says nothing of one that was deleted since', async () => {
    const removal: StoredRecord = { table: 'sessions', key: 'b', schema: SCHEMA_VERSION };
    expect(await replay(await damaged(), [removal])).toMatchObject({
      leftOut: [],
      messages: ['a1'],
      moved: [JOURNAL.profile],
    });
  });
});
