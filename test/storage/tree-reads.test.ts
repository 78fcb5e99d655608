import { describe, expect, it } from 'vitest';
import type { MessageHead } from '#core/outline/message-head.ts';
import type { MessageRow } from '#storage/database.ts';
import { ancestorsOf } from '#storage/find-branch.ts';
import { parentKeyOf } from '#storage/message-repository.ts';
import { HIDDEN } from '#storage/overlay-repository.ts';
import { readChildren } from '#storage/read-children.ts';
import { readHeads } from '#storage/read-heads.ts';
import { openTestDatabase } from '#test/fakes/page-storage.ts';

const report = (row: unknown): never => {
  throw new Error(JSON.stringify(row));
};

function row(id: string, parentId: string | null, seq: number, text = id): MessageRow {
  return {
    id,
    sessionId: 's',
    parentId,
    parentKey: parentKeyOf('s', parentId),
    seq,
    role: seq % 2 === 1 ? 'user' : 'assistant',
    parts: [{ type: 'text', text }],
    status: 'complete',
    createdAt: seq,
  };
}

/** `long` messages in a line after a question that was edited. */
async function begin(long: number) {
  const db = await openTestDatabase();
  const line = Array.from({ length: long }, (_, at) => row(`m${at}`, at === 0 ? 'b' : `m${at - 1}`, at + 4));
  await db.messages.bulkAdd([row('q', null, 1), row('a', 'q', 2), row('b', 'q', 3), ...line]);
  return db;
}

const hide = (db: Awaited<ReturnType<typeof begin>>, message: string) =>
  db.overlays.add({ id: `hide-${message}`, sessionId: 's', target: { message }, kind: HIDDEN, reason: '', at: 1 });

describe('the branch above a message', () => {
  it('is found however far away it is', async () => {
    const db = await begin(450);
    expect(await ancestorsOf(db, 's', 'm449', report)).toBe('b');
    expect(await ancestorsOf(db, 's', 'm0', report)).toBe('b');
  });

  it('is the nearest one, and not the message itself', async () => {
    const db = await begin(6);
    await db.messages.add(row('other', 'm2', 20));
    expect(await ancestorsOf(db, 's', 'm5', report)).toBe('m3');
    expect(await ancestorsOf(db, 's', 'm3', report)).toBe('b');
    expect(await ancestorsOf(db, 's', 'b', report)).toBeNull();
  });

  it('is none where the other version was deleted', async () => {
    const db = await begin(3);
    await hide(db, 'a');
    expect(await ancestorsOf(db, 's', 'm2', report)).toBeNull();
  });

  it('counts what a conversation begins with', async () => {
    const db = await begin(1);
    await db.messages.add(row('edited', null, 9));
    await hide(db, 'a');
    expect(await ancestorsOf(db, 's', 'm0', report)).toBe('q');
  });
});

describe('what follows a message', () => {
  it('comes in order, whole, and without what was deleted', async () => {
    const db = await begin(1);
    await db.messages.add(row('c', 'q', 12));
    expect((await readChildren(db, 's', 'q', report)).map(({ id }) => id)).toEqual(['a', 'b', 'c']);
    await hide(db, 'b');
    expect((await readChildren(db, 's', 'q', report)).map(({ parts }) => parts)).toEqual([
      [{ type: 'text', text: 'a' }],
      [{ type: 'text', text: 'c' }],
    ]);
    expect((await readChildren(db, 's', null, report)).map(({ id }) => id)).toEqual(['q']);
  });
});

describe('heads', () => {
  it('are those of all messages behind a place, in order and piece by piece', async () => {
    const db = await begin(600);
    await db.messages.add({ ...row('elsewhere', null, 1), sessionId: 'other', parentKey: 'root:other' });
    const pieces: MessageHead[][] = [];
    for await (const piece of readHeads(db, 's', 2, report, (text) => text)) pieces.push(piece);
    expect(pieces.length).toBeGreaterThan(1);
    expect(pieces.flat().map(({ seq }) => seq)).toEqual(Array.from({ length: 601 }, (_, at) => at + 3));
    expect(pieces[0]?.[0]).toEqual({
      id: 'b',
      parentId: 'q',
      seq: 3,
      role: 'user',
      status: 'complete',
      createdAt: 3,
      excerpt: 'b',
      attached: false,
      failed: false,
    });
  });
});
