import { array, assert, asyncProperty, constantFrom } from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { SessionHistory } from '#archive/records.ts';
import { rebuildSession, newestValidLeaf } from '#history/recovery/rebuild-session.ts';
import { repairList } from '#history/recovery/repair-list.ts';
import type { BatonDatabase } from '#storage/database.ts';
import { childIds } from '#storage/message-repository.ts';
import { appendMessages, toMessageRow } from '#storage/write-messages.ts';
import { HIDDEN } from '#storage/overlay-repository.ts';
import { readPath } from '#storage/read-path.ts';
import { SessionRowSchema } from '#storage/row-schemas.ts';
import type { StoredMessage } from '#storage/rows.ts';
import { createSession } from '#storage/session-repository.ts';
import { claimSession } from '#storage/writer-fence.ts';
import { histories } from '#test/archive/arbitrary-session.ts';
import { collectReports, openTestDatabase } from '#test/fakes/page-storage.ts';

async function store(db: BatonDatabase, given: readonly SessionHistory[]): Promise<void> {
  for (const { session, messages, overlays, sends, usage } of given) {
    await db.sessions.add(session);
    await db.messages.bulkAdd(messages.map(toMessageRow));
    await db.overlays.bulkAdd(overlays);
    await db.sends.bulkAdd(sends);
    await db.usage.bulkAdd(usage);
  }
}

/** Every message that a user can reach from the conversation's beginning, through all branches. */
async function reachable(db: BatonDatabase, id: string): Promise<Set<string>> {
  const found = new Set<string>();
  const queue: (string | null)[] = [null];
  for (let at = 0; at < queue.length; at++) {
    for (const child of await childIds(db, id, queue[at] ?? null)) {
      if (!found.has(child)) queue.push(child);
      found.add(child);
    }
  }
  return found;
}

type Damage = 'none' | 'lost' | 'title' | 'target' | 'leaf' | 'numbers';

async function damage(db: BatonDatabase, id: string, kind: Damage): Promise<void> {
  if (kind === 'lost') await db.sessions.delete(id);
  if (kind === 'title') await db.table('sessions').update(id, { title: 7 });
  if (kind === 'target') await db.table('sessions').update(id, { target: { connection: 1 }, pinned: 1 });
  if (kind === 'leaf') await db.sessions.update(id, { leafId: 'never there' });
  if (kind === 'numbers') await db.table('sessions').update(id, { lastSeq: 'many', leafId: 5 });
}

const kinds = constantFrom<Damage>('none', 'lost', 'lost', 'title', 'target', 'leaf', 'numbers');

describe('the list of conversations', () => {
  it('is whole again whatever rows of it are lost or damaged, and nothing else changes', async () => {
    await assert(
      asyncProperty(histories, array(kinds, { minLength: 4, maxLength: 4 }), async (given, damages) => {
        const db = await openTestDatabase();
        const { onUnreadableRow } = collectReports();
        await store(db, given);
        const before = await db.messages.toArray();
        const paths = new Map<string, Set<string>>();
        for (const { session } of given) paths.set(session.id, await reachable(db, session.id));
        for (const [index, { session }] of given.entries()) await damage(db, session.id, damages[index] ?? 'none');

        const repairs = await repairList(db, onUnreadableRow);
        const broken = given.filter(({ messages }, index) =>
          messages.length > 0 ? damages[index] !== 'none' : damages[index] === 'leaf',
        );
        const touched = [...repairs.rebuilt.map(({ id }) => id), ...repairs.repaired];
        expect(touched.toSorted()).toEqual(broken.map(({ session }) => session.id).toSorted());
        expect(await db.messages.toArray()).toEqual(before);
        for (const [index, { session, messages }] of given.entries()) {
          const untouched = damages[index] === 'none' ? await db.sessions.get(session.id) : session;
          expect(untouched).toEqual(session);
          if (messages.length === 0) continue;
          const row = SessionRowSchema.parse(await db.sessions.get(session.id));
          expect(row.lastSeq).toBe(messages.at(-1)?.seq);
          expect(await reachable(db, session.id)).toEqual(paths.get(session.id));
          expect((await readPath(db, session.id, row.leafId, 50, onUnreadableRow)).messages.at(-1)?.id ?? null).toBe(
            row.leafId,
          );
          const { fence } = await claimSession(db, session.id);
          const next = { parentId: row.leafId, role: 'user', parts: [], status: 'complete', createdAt: 1 } as const;
          await appendMessages(db, fence, [{ ...next, parts: [] }]);
        }
        expect(await repairList(db, onUnreadableRow)).toEqual({ rebuilt: [], repaired: [] });
        db.close();
      }),
      { numRuns: 25 },
    );
  });

  it('keeps what a damaged row still says, and the row as it was', async () => {
    const db = await openTestDatabase();
    const message: StoredMessage = {
      id: 'm',
      sessionId: 's',
      parentId: null,
      seq: 1,
      role: 'user',
      parts: [{ type: 'text', text: '# 김치찌개 만드는 법' }],
      status: 'complete',
      createdAt: 40,
    };
    const damaged = {
      id: 's',
      title: 'Mine',
      titleBy: 'person',
      pinned: 1,
      lastSeq: Number.NaN,
      leafId: 'm',
      folder: 'f',
    };
    await db.messages.add(toMessageRow(message));
    await db.table('sessions').add(damaged);
    await repairList(db, collectReports().onUnreadableRow);
    expect(await db.sessions.get('s')).toMatchObject({
      title: 'Mine',
      titleBy: 'person',
      pinned: 1,
      folder: 'f',
      lastSeq: 1,
    });
    expect(await db.settings.get('storage.replaced:sessions/s')).toMatchObject({ value: damaged });
    await db.sessions.clear();
    expect(await repairList(db, collectReports().onUnreadableRow)).toEqual({
      rebuilt: [{ id: 's', title: '김치찌개 만드는 법' }],
      repaired: [],
    });
  });

  it.each([
    ['is rebuilt without its last message, which cannot be read', { parts: 'damaged' }, { title: 7 }],
    ['is older than its last message', {}, { lastSeq: 1 }],
  ])('lets a conversation go on whose row %s', async (_name, ofMessage, ofRow) => {
    const db = await openTestDatabase();
    const { id } = await createSession(db, { target: null, at: 1 });
    const { fence } = await claimSession(db, id);
    const next = { parentId: null, role: 'user', parts: [], status: 'complete', createdAt: 1 } as const;
    const [first, last] = await appendMessages(db, fence, [
      { ...next, parts: [] },
      { ...next, parts: [] },
    ]);
    await db.table('messages').update(last?.id, ofMessage);
    await db.table('sessions').update(id, ofRow);
    await repairList(db, collectReports().onUnreadableRow);
    const more = await appendMessages(db, fence, [{ ...next, parts: [], parentId: first?.id ?? null }]);
    expect(more).toMatchObject([{ seq: 3 }]);
  });

  it('goes on where the last request went', () => {
    const origin = { vendor: 'gemini', model: 'g' } as const;
    const answer: StoredMessage = {
      id: 'a',
      sessionId: 's',
      parentId: null,
      seq: 4,
      role: 'assistant',
      parts: [],
      status: 'complete',
      createdAt: 10,
      completedAt: 30,
      origin,
    };
    const remains = { messages: [answer], overlays: [], sends: [], usage: [] };
    expect(rebuildSession('s', remains)).toMatchObject({
      target: { connection: 'gemini', model: 'g', thinking: 'off' },
      lastVendor: 'gemini',
      createdAt: 10,
      updatedAt: 30,
      leafId: 'a',
      lastSeq: 4,
      title: '',
    });
    const send = {
      sessionId: 's',
      vendor: 'gemini',
      endpoint: '',
      notes: [],
      left: 0,
      first: null,
      tokens: 1,
    } as const;
    const rest = { notes: [], budget: null, digest: '', vendorNotes: [], repairs: [] };
    const sends = [
      { ...send, ...rest, id: 'a', at: 1, connection: 'old', model: 'x', thinking: 'low' as const, system: '' },
      {
        ...send,
        ...rest,
        id: 'b',
        at: 2,
        connection: 'mine',
        model: 'y',
        thinking: 'high' as const,
        usual: 'off' as const,
        system: 'Be brief.',
      },
    ];
    expect(rebuildSession('s', { ...remains, sends })).toMatchObject({
      target: { connection: 'mine', model: 'y', thinking: 'off' },
      system: 'Be brief.',
    });
  });

  it('ends a path above what was deleted', () => {
    const nodes = [
      { id: 'a', parentId: null, seq: 1 },
      { id: 'b', parentId: 'a', seq: 2 },
      { id: 'c', parentId: 'b', seq: 3 },
      { id: 'd', parentId: 'c', seq: 4 },
    ];
    expect(newestValidLeaf(nodes, [])).toBe('d');
    expect(newestValidLeaf(nodes, [{ kind: HIDDEN, target: { message: 'b' } }])).toBe('a');
    expect(newestValidLeaf(nodes, [{ kind: HIDDEN, target: { message: 'a' } }])).toBeNull();
  });
});
