import { Dexie } from 'dexie';
import { describe, expect, it } from 'vitest';
import {
  ChangedSinceSnapshotError,
  UPGRADE_KEY,
  UpgradeRefusedError,
  watchUpgrade,
  type UpgradePlan,
} from '#storage/raw/check-upgrade.ts';
import { openDatabase } from '#storage/database.ts';
import { createDigestWriter, type Fingerprint } from '#storage/raw/fingerprint.ts';
import { layoutOf, openRaw } from '#storage/raw/raw-database.ts';
import { readStore } from '#storage/raw/read-store.ts';
import { SCHEMA_STEPS, SCHEMA_VERSION, type SchemaStep } from '#storage/schema.ts';
import { StorageError } from '#storage/storage-error.ts';
import { openTestDatabase } from '#test/fakes/page-storage.ts';

const NEXT = SCHEMA_VERSION + 1;
const LATER = SCHEMA_VERSION + 2;

let count = 0;

/** A history of the current version, with two conversations. */
async function history(): Promise<string> {
  const name = `carried-${(count += 1)}`;
  const db = await openTestDatabase(name);
  for (const id of ['a', 'b']) {
    await db.table('sessions').add({ id, title: id, updatedAt: 1, deletedAt: 0 });
    for (let seq = 1; seq <= 3; seq++)
      await db.table('messages').add({ id: `${id}${seq}`, sessionId: id, seq, parentKey: 'p', status: 'complete' });
  }
  await db.table('blobs').add({ hash: 'ab', mime: 'text/plain', bytes: new Blob(['bytes']) });
  db.close();
  return name;
}

async function everything(name: string): Promise<{ version: number; stores: string[]; print: Fingerprint }> {
  const db = await openRaw(name);
  if (!db) throw new Error('no database');
  const printer = createDigestWriter();
  const stores = layoutOf(db).map((store) => store.name);
  for (const store of stores) {
    printer.table(store);
    for await (const { value } of readStore(db, store, () => undefined)) printer.add(store, value);
  }
  const { version } = db;
  db.close();
  return { version, stores, print: printer.done() };
}

async function upgrade(name: string, added: readonly SchemaStep[], plan: Partial<UpgradePlan> = {}) {
  const steps = [...SCHEMA_STEPS, ...added];
  const watch = watchUpgrade(steps, { from: SCHEMA_VERSION, snapshot: 'snap', expected: null, now: () => 7, ...plan });
  const db = await openDatabase({ name, steps, watch });
  const sessions = await db.sessions.toArray();
  const record = await db.settings.get(UPGRADE_KEY);
  db.close();
  return { sessions, record: record?.value };
}

const addField: SchemaStep = {
  version: NEXT,
  stores: { sessions: '&id, updatedAt, deletedAt, *task.above, colour', later: '&id' },
  changes: { sessions: ['colour'] },
  async upgrade(transaction) {
    await transaction.table('sessions').toCollection().modify({ colour: 'red' });
    await transaction.table('later').add({ id: 'made here' });
  },
};

/** Mistakes that a future upgrade could make. */
const MISTAKES: Record<string, { steps: SchemaStep[]; found: string }> = {
  'loses rows': {
    steps: [
      {
        version: NEXT,
        stores: {},
        upgrade: (transaction) =>
          transaction
            .table('messages')
            .filter(({ sessionId }) => sessionId === 'b')
            .delete(),
      },
    ],
    found: 'messages of b: 3 rows became 0',
  },
  'loses rows in an earlier step of two': {
    steps: [
      { version: NEXT, stores: {}, upgrade: (transaction) => transaction.table('messages').delete('b2') },
      { ...addField, version: LATER },
    ],
    found: 'messages of b: 3 rows became 2',
  },
  'changes what it may not': {
    steps: [
      {
        ...addField,
        upgrade: (transaction) => transaction.table('sessions').toCollection().modify({ colour: 'red', title: '' }),
      },
    ],
    found: 'sessions of a: 1 rows, not the same\nsessions of b: 1 rows, not the same',
  },
  'adds rows where it may not': {
    steps: [{ version: NEXT, stores: {}, upgrade: (transaction) => transaction.table('usage').add({ id: 'u' }) }],
    found: 'usage: 0 rows became 1',
  },
  throws: {
    steps: [
      {
        version: NEXT,
        stores: { later: '&id' },
        async upgrade(transaction) {
          await transaction.table('messages').clear();
          throw new Error('the power went');
        },
      },
    ],
    found: 'the power went',
  },
};

describe('an upgrade', () => {
  it('carries everything over, does what it says, and leaves a record', async () => {
    const name = await history();
    const { sessions, record } = await upgrade(name, [addField]);
    expect(sessions).toMatchObject([{ id: 'a', title: 'a', colour: 'red' }, { id: 'b' }]);
    expect(record).toEqual({ from: SCHEMA_VERSION, to: NEXT, at: 7, snapshot: 'snap', notCarried: {} });
    expect((await everything(name)).version).toBe(NEXT * 10);
  });

  it('tells which rows a table that it removes still had', async () => {
    const name = await history();
    const { record } = await upgrade(name, [
      { version: NEXT, stores: { blobs: null } },
      { ...addField, version: LATER },
    ]);
    expect(record).toMatchObject({ notCarried: { blobs: 1 } });
    expect((await everything(name)).stores).not.toContain('blobs');
  });

  it.each(Object.entries(MISTAKES))('that %s leaves everything as it was', async (_kind, { steps, found }) => {
    const name = await history();
    const before = await everything(name);
    const failure = await upgrade(name, steps).then(
      () => null,
      (error: unknown) => error,
    );
    expect(failure).toMatchObject({ detail: expect.stringContaining(found) });
    expect(await everything(name)).toEqual(before);
    await upgrade(name, [addField]);
  });

  it('that is closed half way through leaves everything as it was', async () => {
    const name = await history();
    const before = await everything(name);
    const halfWay: SchemaStep = {
      ...addField,
      async upgrade(transaction) {
        await transaction.table('messages').clear();
        transaction.idbtrans.abort();
        await transaction.table('messages').count();
      },
    };
    await expect(upgrade(name, [halfWay])).rejects.toBeInstanceOf(StorageError);
    expect(await everything(name)).toEqual(before);
  });

  it('does not happen when somebody wrote behind the snapshot', async () => {
    const name = await history();
    const { print: expected } = await everything(name);
    const db = await openDatabase({ name });
    await db.table('messages').add({ id: 'late', sessionId: 'a', seq: 9, parentKey: 'p', status: 'complete' });
    db.close();
    const before = await everything(name);
    await expect(upgrade(name, [addField], { expected })).rejects.toBeInstanceOf(ChangedSinceSnapshotError);
    expect(await everything(name)).toEqual(before);
    expect((await upgrade(name, [addField], { expected: before.print })).sessions).toHaveLength(2);
  });

  it('is refused with what was found', () => {
    const many = Array.from({ length: 30 }, (_, index) => ({ table: 't', owner: `${index}`, before: 1, after: 0 }));
    expect(new UpgradeRefusedError(many).detail).toContain('and 10 more');
  });
});

describe('reading a database as it is', () => {
  it('is closed again for whoever upgrades', async () => {
    const name = await history();
    const raw = await openRaw(name);
    expect(raw?.version).toBe(SCHEMA_VERSION * 10);
    await upgrade(name, [addField]);
    expect(await openRaw('never made')).toBeNull();
    expect((await Dexie.getDatabaseNames()).includes('never made')).toBe(false);
  });
});
