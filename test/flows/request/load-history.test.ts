import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { O200K } from '#core/window/token-weights.ts';
import { loadHistory } from '#flows/request/load-history.ts';
import type { HistoryLimit } from '#flows/request/load-history.ts';
import type { BatonDatabase } from '#storage/database.ts';
import { appendMessages } from '#storage/write-messages.ts';
import type { OnUnreadableRow } from '#storage/read-row.ts';
import type { NewMessage } from '#storage/write-messages.ts';
import { newId } from '#storage/new-id.ts';
import type { StoredPart } from '#storage/rows.ts';
import { createSession } from '#storage/session-repository.ts';
import { claimSession } from '#storage/writer-fence.ts';
import { openTestDatabase } from '#test/fakes/page-storage.ts';

const text = (content: string): StoredPart[] => [{ type: 'text', text: content }];
const call = (n: number): StoredPart[] => [{ type: 'tool_call', id: `c${n}`, name: 'look', args: { n } }];
const result = (n: number): StoredPart[] => [{ type: 'tool_result', callId: `c${n}`, name: 'look', text: `${n}` }];

async function conversation() {
  const db = await openTestDatabase();
  const { id } = await createSession(db, { target: null, at: 1 });
  const { fence } = await claimSession(db, id);
  let leaf: string | null = null;
  return {
    db,
    id,
    async put(...said: [NewMessage['role'], StoredPart[]][]) {
      const messages = said.map(([role, parts]): NewMessage => {
        const message = { id: newId(), role, parts, parentId: leaf, status: 'complete' as const, createdAt: 1 };
        leaf = message.id;
        return message;
      });
      await appendMessages(db, fence, messages);
    },
    /** Makes another message the leaf. Returns the leaf. */
    goTo: (to: string | null = leaf): string | null => (leaf = to),
    read: (
      reach: HistoryLimit = { messages: 64, tokens: Number.POSITIVE_INFINITY },
      onUnreadableRow: OnUnreadableRow = (row) => expect(row).toBeNull(),
    ) => loadHistory(db, id, leaf, reach, onUnreadableRow).then(({ all }) => all),
  };
}

const steps = (from: number, to: number): [NewMessage['role'], StoredPart[]][] =>
  Array.from({ length: to - from }, (_, n): [NewMessage['role'], StoredPart[]][] => [
    ['assistant', call(from + n)],
    ['tool', result(from + n)],
  ]).flat();

function countReads(db: BatonDatabase): () => number {
  let rows = 0;
  db.messages.hook('reading', (row) => {
    rows += 1;
    return row;
  });
  return () => rows;
}

describe('the history of a run of many steps', () => {
  it('begins with what the user asked for, however far back, and with what was put in meanwhile', async () => {
    const { put, read } = await conversation();
    await put(['user', text('older')], ['assistant', text('answer')]);
    await put(['user', text('the task')], ...steps(0, 200), ['user', text('be brief')], ...steps(200, 600));
    const history = await read();
    expect(history.slice(0, 2).map(({ parts }) => parts)).toEqual([text('the task'), text('be brief')]);
    expect(history[2]?.role).toBe('assistant');
    expect(history.length).toBeLessThan(330);
    expect(history.at(-1)?.parts).toEqual(result(599));
  });

  it('keeps the task also when very much was put in meanwhile', async () => {
    const { put, read } = await conversation();
    await put(['user', text('the task')]);
    for (let n = 0; n < 60; n += 1) await put(...steps(10 * n, 10 * n + 3), ['user', text(`word ${n}`)]);
    await put(...steps(600, 900));
    const said = (await read()).filter(({ role }) => role === 'user').map(({ parts }) => parts);
    expect(said).toHaveLength(32);
    expect(said.slice(0, 2)).toEqual([text('the task'), text('word 29')]);
    expect(said.at(-1)).toEqual(text('word 59'));
  });

  it('reads no more for a step when there are ten times as many before it', async () => {
    const { db, put, read } = await conversation();
    await put(['user', text('the task')], ...steps(0, 300));
    await read();
    const reads = countReads(db);
    const costs: number[] = [];
    for (let from = 300; from < 3_000; from += 300) {
      await put(...steps(from, from + 300));
      await read();
      const before = reads();
      await put(...steps(10_000 + from, 10_001 + from));
      expect((await read())[0]?.parts).toEqual(text('the task'));
      costs.push(reads() - before);
    }
    expect(Math.max(...costs.slice(1))).toBeLessThan(2 * Math.max(...costs.slice(0, 2), 400));
  });

  it('begins where it did in a conversation without tools', async () => {
    const { put, read } = await conversation();
    for (let n = 0; n < 400; n += 1) await put(['user', text(`q${n}`)], ['assistant', text(`a${n}`)]);
    const history = await read();
    expect(history[0]?.seq).toBe(513);
  });

  it('is read to its beginning where nothing limits it, and no further than the tokens that can matter', async () => {
    const { put, read } = await conversation();
    for (let n = 0; n < 400; n += 1) await put(['user', text(`question ${n}`)], ['assistant', text(`answer ${n}`)]);
    const all = Number.POSITIVE_INFINITY;
    expect(await read({ messages: all, tokens: all })).toHaveLength(800);
    expect((await read({ messages: all, tokens: 1_000, weights: O200K }))[0]?.seq).toBe(513);
    expect((await read({ messages: all, tokens: 3_000, weights: O200K }))[0]?.seq).toBe(257);
  });

  it('reads only what is new, as the same messages', async () => {
    const { db, put, read } = await conversation();
    const everything = { messages: Number.POSITIVE_INFINITY, tokens: Number.POSITIVE_INFINITY };
    for (let n = 0; n < 400; n += 1) await put(['user', text(`q${n}`)], ['assistant', text(`a${n}`)]);
    const first = await read(everything);
    await put(['user', text('new')], ['assistant', text('answer')]);
    const reads = countReads(db);
    const second = await read(everything);
    expect(second).toHaveLength(802);
    expect(reads()).toBeLessThan(10);
    expect(second.slice(0, 800).every((message, index) => message === first[index])).toBe(true);
  });

  it('reads again what any window writes or deletes', async () => {
    const { db, put, read } = await conversation();
    for (let n = 0; n < 20; n += 1) await put(['user', text(`q${n}`)], ['assistant', text(`a${n}`)]);
    const [first, second] = await read();
    const row = await db.messages.get(first?.id ?? '');
    if (!row || !second) throw new Error('no messages');
    await db.messages.put({ ...row, parts: text('merged from elsewhere') });
    const again = await read();
    expect(again[0]?.parts).toEqual(text('merged from elsewhere'));
    expect(again[1]).toBe(second);
    await db.messages.delete(row.id);
    await db.messages.update(second.id, { parentId: null });
    expect((await read())[0]?.id).toBe(second.id);
    await db.messages.clear();
    await put(['user', text('alone')]).catch(() => undefined);
    expect(await db.messages.count()).toBe(0);
  });

  it('is the stored path, whatever was read before it on other branches, written or deleted', async () => {
    const action = fc.record({ kind: fc.constantFrom('grow', 'go back', 'change', 'cut'), at: fc.nat() });
    await fc.assert(
      fc.asyncProperty(fc.array(action, { minLength: 5, maxLength: 40 }), async (actions) => {
        const { db, put, read, goTo } = await conversation();
        const leaves: string[] = [];
        for (const { kind, at } of actions) {
          const rows = await db.messages.toArray();
          const row = rows[at % Math.max(1, rows.length)];
          const parents = new Set(rows.map(({ parentId }) => parentId));
          if (kind === 'go back' && row) goTo(row.id);
          else if (kind === 'change' && row) await db.messages.put({ ...row, parts: text(`changed ${at}`) });
          else if (kind === 'cut' && row && !parents.has(row.id) && row.id !== leaves.at(-1))
            await db.messages.delete(row.id);
          else await put(['user', text(`q${at}`)], ['assistant', text(`a${at}`)]);
          const leaf = goTo();
          if (leaf === null || !(await db.messages.get(leaf))) {
            goTo((await db.messages.toArray()).at(-1)?.id ?? null);
            continue;
          }
          leaves.push(leaf);
          const stored = new Map((await db.messages.toArray()).map((one) => [one.id, one]));
          const expected: unknown[] = [];
          for (let one = stored.get(leaf); one; one = stored.get(one.parentId ?? '')) expected.unshift(one.parts);
          const everything = { messages: Number.POSITIVE_INFINITY, tokens: 1e9, weights: O200K };
          expect((await read(everything)).map(({ parts }) => parts)).toEqual(expected);
        }
      }),
      { numRuns: 25 },
    );
  });

  it('follows the path again when a message that was missing from it comes back', async () => {
    const { db, put, read } = await conversation();
    for (let n = 0; n < 5; n += 1) await put(['user', text(`q${n}`)], ['assistant', text(`a${n}`)]);
    const complete = (await read()).map(({ id }) => id);
    const lost = await db.messages.get(complete[4] ?? '');
    if (!lost) throw new Error('no message');
    await db.messages.delete(lost.id);
    const ids = async () => (await read(undefined, () => undefined)).map(({ id }) => id);
    expect(await ids()).toEqual(complete.filter((id) => id !== lost.id));
    await db.messages.put(lost);
    expect(await ids()).toEqual(complete);
  });
});
