// oxlint-disable-next-line import/no-unassigned-import -- it defines the globals
import 'fake-indexeddb/auto';
import { Dexie } from 'dexie';
import { afterEach, expect, it } from 'vitest';
import type { Journal, StoredRecord } from '#contract/journal.ts';
import { replayJournal } from '#history/recovery/replay-journal.ts';
import { openDatabase } from '#storage/database.ts';
import { SCHEMA_VERSION } from '#storage/schema.ts';
import { toMessageRow } from '#storage/write-messages.ts';
import { claimSession } from '#storage/writer-fence.ts';
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

it('replays a message that has the number of one that was taken back', async () => {
  const history = conversation([user('first'), user('restored, and taken back')]);
  const files = await written([history]);
  const after = conversation([user('first'), user('instead', { id: 'm3' })]);
  const [, instead] = after.messages;
  if (!instead) throw new Error('no message');
  const removal: StoredRecord = { table: 'messages', key: 'm2', schema: SCHEMA_VERSION };
  const put = (table: 'messages' | 'sessions', row: { id: string }): StoredRecord => ({
    table,
    key: row.id,
    session: 's',
    digest: '0123456789abcdef',
    row,
    schema: SCHEMA_VERSION,
  });
  const records = [removal, put('messages', toMessageRow(instead)), put('sessions', after.session)];
  await replayJournal(
    {
      host: {
        records: async () => new Blob(records.map((record) => `${JSON.stringify(record)}\n`)).stream(),
        blob: async () => null,
        move: async () => undefined,
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
  expect((await db.messages.toArray()).map(({ id }) => id).toSorted()).toEqual(['m1', 'm3']);
  db.close();
});
