import { Dexie } from 'dexie';
import { describe, expect, it } from 'vitest';
import { openDatabase } from '#storage/database.ts';
import { parentKeyOf } from '#storage/message-repository.ts';
import { appendMessages } from '#storage/write-messages.ts';
import { readPath } from '#storage/read-path.ts';
import { SCHEMA_VERSION } from '#storage/schema.ts';
import { getSend } from '#storage/send-repository.ts';
import { createSession } from '#storage/session-repository.ts';
import { listTasks } from '#test/fakes/list-tasks.ts';
import { claimSession } from '#storage/writer-fence.ts';
import { collectReports } from '#test/fakes/page-storage.ts';

/** Tables and rows of every released version, as its own code wrote them. Only add to them; never change them. */
const FIRST = {
  sessions: '&id, updatedAt, deletedAt',
  messages: '&id, &[sessionId+seq], [parentKey+seq], [status+sessionId]',
  overlays: '&id, sessionId',
  blobs: '&hash',
  usage: '&id, sessionId, at',
  drafts: '&sessionId',
  settings: '&key',
  writers: '&sessionId',
  todos: '&id, sessionId',
  prompts: '&id, title',
};
const SECOND = { ...FIRST, sends: '&id, sessionId' };
const { todos: _todos, ...kept } = SECOND;
const THIRD = { ...kept, plans: '&sessionId', outputs: '&[sessionId+id], [sessionId+call]' };
const FOURTH = { ...THIRD, runs: '&id, sessionId, open', runRecords: '&[run+seq]' };
const FIFTH = { ...FOURTH, toolLists: '&digest' };
const SIXTH = { ...FIFTH, sessions: '&id, updatedAt, deletedAt, *task.above' };
const SEVENTH = { ...SIXTH, folders: '&id', assistants: '&id', syncMarks: '&id', tombstones: '&id' };
const EIGHTH = { ...SEVENTH, projectFiles: '&id, folder', projectTexts: '&id, folder, [folder+tokens]' };
const NINTH = { ...EIGHTH, projectVectors: '&[file+start], folder, [folder+model+open]' };
const SHIPPED: readonly Record<string, string>[] = [FIRST, SECOND, THIRD, FOURTH, FIFTH, SIXTH, SEVENTH, EIGHTH, NINTH];

const SESSION = {
  id: 's',
  title: '바통',
  titleBy: 'person',
  createdAt: 1,
  updatedAt: 9,
  leafId: 'm2',
  lastSeq: 2,
  pinned: 1,
  deletedAt: 0,
  target: { connection: 'anthropic', model: 'claude-opus-4-8', thinking: 'low' },
  system: 'Be brief.',
  lastVendor: 'anthropic',
  cost: 0.25,
};
const QUESTION = {
  id: 'm1',
  sessionId: 's',
  parentId: null,
  seq: 1,
  role: 'user',
  parts: [{ type: 'image', mime: 'image/png', blob: 'ab12', bytes: 3 }],
  status: 'complete',
  createdAt: 1,
};
const ANSWER = {
  id: 'm2',
  sessionId: 's',
  parentId: 'm1',
  seq: 2,
  role: 'assistant',
  parts: [
    { type: 'thinking', text: 'hm', signature: 'EqQB+/==' },
    { type: 'text', text: 'yes \u{1F3C3}' },
  ],
  origin: { vendor: 'anthropic', model: 'claude-opus-4-8', endpoint: 'https://api.anthropic.com' },
  stop: 'end',
  status: 'complete',
  createdAt: 2,
  completedAt: 9,
};
const SEND = {
  id: 'm2',
  sessionId: 's',
  at: 2,
  connection: 'anthropic',
  vendor: 'anthropic',
  model: 'claude-opus-4-8',
  endpoint: 'https://api.anthropic.com',
  thinking: 'low',
  system: '',
  notes: [],
  left: 0,
  first: 'm1',
  tokens: 12,
  budget: null,
  digest: 'abc',
  vendorNotes: [],
  repairs: [],
};
const ROWS: Readonly<Record<string, unknown[]>> = {
  sessions: [SESSION],
  messages: [QUESTION, ANSWER].map((row) => ({ ...row, parentKey: parentKeyOf('s', row.parentId) })),
  overlays: [{ id: 'o', sessionId: 's', kind: 'strip-state', target: { message: 'm2' }, reason: 'no', at: 3 }],
  blobs: [{ hash: 'ab12', mime: 'image/png', bytes: new Blob(['png']) }],
  drafts: [{ sessionId: 's', text: 'not sent', attachments: [], at: 4 }],
  settings: [{ key: 'theme', value: 'dark' }],
  sends: [SEND],
  plans: [{ sessionId: 's', goal: 'g', todos: [], notes: [], at: 5 }],
  outputs: [{ sessionId: 's', id: 'output-1', call: 'c', name: 't', text: 'long', at: 5 }],
  folders: [{ id: 'f', name: '여행', parent: null, createdAt: 1, order: 2 }],
  assistants: [{ id: 'a', name: 'Editor', system: 'Cut.', target: null, createdAt: 1, updatedAt: 1 }],
  projectFiles: [{ id: 'p', folder: 'f', name: '메모.txt', mime: 'text/plain', blob: 'ab12', bytes: 3, createdAt: 1 }],
  projectTexts: [{ id: 'p', folder: 'f', text: '왜가리', tokens: 3 }],
  tombstones: [{ id: 'gone', seen: { d: 1 }, unsent: false, void: false }],
  runs: [{ id: 'r', sessionId: 's', open: 0, queued: [], startedAt: 5 }],
};

async function write(
  name: string,
  version: number,
  stores: Record<string, string>,
): Promise<Record<string, unknown[]>> {
  const old = new Dexie(name);
  old.version(version).stores(stores);
  await old.open();
  const written = Object.fromEntries(Object.entries(ROWS).filter(([table]) => table in stores));
  for (const [table, rows] of Object.entries(written)) await old.table(table).bulkAdd(rows);
  old.close();
  return written;
}

describe('a history of an older Baton', () => {
  it('is of a version that has its tables written down here', () => {
    expect(SHIPPED).toHaveLength(SCHEMA_VERSION - 1);
  });

  it.each(SHIPPED.map((stores, index) => [index + 1, stores] as const))(
    'of version %i is opened whole, and goes on',
    async (version, stores) => {
      const name = `upgrade-${version}`;
      const written = await write(name, version, stores);
      const db = await openDatabase({ name });
      const { rows: unreadable, onUnreadableRow } = collectReports();
      const found = await Promise.all(
        Object.keys(written).map(async (table) => [table, await db.table(table).toArray()] as const),
      );
      expect(Object.fromEntries(found)).toEqual(written);
      const path = await readPath(db, 's', 'm2', 10, onUnreadableRow);
      expect(path.messages).toEqual([QUESTION, ANSWER]);
      expect((await getSend(db, 'm2', onUnreadableRow))?.digest).toBe(version < 2 ? undefined : 'abc');

      const task = { above: ['s'], call: 'm2#0', background: false };
      const { id } = await createSession(db, { target: null, at: 10, title: 'a task', task });
      expect((await listTasks(db, 's', onUnreadableRow)).map((row) => row.id)).toEqual([id]);
      const { fence } = await claimSession(db, 's');
      await appendMessages(db, fence, [
        { parentId: 'm2', role: 'user', parts: [{ type: 'text', text: 'on' }], status: 'complete', createdAt: 10 },
      ]);
      expect(
        (await readPath(db, 's', (await db.sessions.get('s'))?.leafId ?? null, 10, onUnreadableRow)).messages,
      ).toHaveLength(3);
      expect(unreadable).toEqual([]);
      db.close();
    },
  );

  it('is as it was after an upgrade that broke off, and the next one succeeds', async () => {
    const written = await write('broken', 1, FIRST);
    const broken = new Dexie('broken');
    broken.version(1).stores(FIRST);
    broken
      .version(SCHEMA_VERSION)
      .stores({ extra: '&id' })
      .upgrade(async (change) => {
        await change.table('messages').clear();
        throw new Error('the power went');
      });
    await expect(broken.open()).rejects.toThrow('the power went');
    broken.close();
    const db = await openDatabase({ name: 'broken' });
    expect(await db.messages.toArray()).toEqual(written['messages']);
    expect(db.tables.map(({ name }) => name)).toContain('toolLists');
    db.close();
  });
});
