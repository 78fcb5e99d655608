import { required } from '#test/fakes/fake-clock.ts';
import { collectReports, openTestDatabase } from '#test/fakes/page-storage.ts';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pathTo } from '#core/tree.ts';
import { newestLeafUnder } from '#storage/message-repository.ts';
import { appendMessages } from '#storage/write-messages.ts';
import type { NewMessage } from '#storage/write-messages.ts';
import { readPath } from '#storage/read-path.ts';
import type { StoredMessage } from '#storage/rows.ts';
import { createSession } from '#storage/session-repository.ts';
import { claimSession } from '#storage/writer-fence.ts';
import type { BatonDatabase } from '#storage/database.ts';

const report = (row: unknown) => {
  throw new Error(`unreadable: ${JSON.stringify(row)}`);
};

function message(id: string, parentId: string | null): NewMessage {
  return {
    id,
    parentId,
    role: 'user',
    parts: [{ type: 'text', text: id }],
    status: 'complete',
    createdAt: 1,
    completedAt: 1,
  };
}

/** `parents[n]` picks the parent of message n+1 among the earlier messages (modulo), or the root. */
async function plant(
  db: BatonDatabase,
  parents: readonly number[],
): Promise<{ sessionId: string; tree: StoredMessage[] }> {
  const session = await createSession(db, { target: null, at: 1 });
  const { fence } = await claimSession(db, session.id);
  const inputs: NewMessage[] = [];
  for (const [index, pick] of parents.entries()) {
    const parent = pick % (index + 1);
    inputs.push(message(`${session.id}-${index + 1}`, parent === 0 ? null : `${session.id}-${parent}`));
  }
  return { sessionId: session.id, tree: await appendMessages(db, fence, inputs) };
}

/** Mostly the newest message (a conversation), sometimes any earlier one (a branch). */
const tree = fc.array(fc.oneof({ weight: 6, arbitrary: fc.constant(-1) }, { weight: 1, arbitrary: fc.nat() }), {
  minLength: 1,
  maxLength: 120,
});

describe('reading the chosen path', () => {
  it('equals the naive walk, page by page, for any tree', async () => {
    const db = await openTestDatabase();
    await fc.assert(
      fc.asyncProperty(tree, fc.nat(), fc.integer({ min: 1, max: 60 }), async (picks, leafPick, page) => {
        const parents = picks.map((pick, index) => (pick === -1 ? index : pick));
        const { sessionId, tree: nodes } = await plant(db, parents);
        const leaf = nodes[leafPick % nodes.length];
        const naive = pathTo(nodes, leaf?.id ?? null).map(({ id }) => id);
        const paged: string[] = [];
        let next: string | null = leaf?.id ?? null;
        while (next !== null) {
          const read = await readPath(db, sessionId, next, page, report);
          expect(read.messages.length).toBeLessThanOrEqual(page);
          expect(read.messages.length).toBeGreaterThan(0);
          paged.unshift(...read.messages.map(({ id }) => id));
          next = read.next;
        }
        expect(paged).toEqual(naive);
      }),
      { numRuns: 120 },
    );
  });

  it('goes on behind messages that are gone, in order, once each, and reports them', async () => {
    const db = await openTestDatabase();
    await fc.assert(
      fc.asyncProperty(
        tree,
        fc.array(fc.nat(), { minLength: 1, maxLength: 5 }),
        fc.nat(59),
        async (picks, lost, page) => {
          const parents = picks.map((pick, index) => (pick === -1 ? index : pick));
          const { sessionId, tree: nodes } = await plant(db, parents);
          const leaf = nodes.at(-1);
          const removed = new Set(lost.map((pick) => nodes[pick % nodes.length]?.id).filter((id) => id !== leaf?.id));
          await db.messages.bulkDelete([...removed].filter((id) => id !== undefined));
          const { rows: reported, onUnreadableRow } = collectReports();
          const paged: StoredMessage[] = [];
          let next: string | null = leaf?.id ?? null;
          for (let guard = 0; next !== null && guard <= nodes.length; guard++) {
            const read = await readPath(db, sessionId, next, page + 1, onUnreadableRow);
            paged.unshift(...read.messages);
            next = read.next;
          }
          expect(next).toBeNull();
          const seqs = paged.map(({ seq }) => seq);
          expect(seqs).toEqual([...new Set(seqs)].toSorted((a, b) => a - b));
          const naive = pathTo(nodes, leaf?.id ?? null).map(({ id }) => id);
          const retained = new Set(paged.map(({ id }) => id));
          const firstGap = naive.findLastIndex((id) => removed.has(id));
          for (const id of naive.slice(firstGap + 1)) expect(retained.has(id)).toBe(true);
          expect(reported.length > 0).toBe(firstGap >= 0);
          // After the last gap the path ends at the conversation's beginning, not at the gap.
          const oldest = nodes.find(({ id }) => !removed.has(id));
          const straight = parents.every((parent, index) => parent === index);
          expect(!straight || paged[0]?.id === oldest?.id).toBe(true);
        },
      ),
      { numRuns: 120 },
    );
  });

  it('reads about a page of rows from a conversation of ten thousand', async () => {
    const db = await openTestDatabase();
    const { sessionId, tree: nodes } = await plant(
      db,
      Array.from({ length: 10_000 }, (_, index) => index),
    );
    let rows = 0;
    db.use({
      stack: 'dbcore',
      name: 'count',
      create: (down) => ({
        ...down,
        table: (name) => {
          const table = down.table(name);
          return {
            ...table,
            async query(request) {
              const answer = await table.query(request);
              rows += answer.result.length;
              return answer;
            },
            async get(request) {
              rows += 1;
              return table.get(request) as Promise<unknown>;
            },
          };
        },
      }),
    });
    db.close();
    await db.open();
    const page = await readPath(db, sessionId, nodes.at(-1)?.id ?? '', 50, report);
    expect(page.messages.map(({ seq }) => seq)).toEqual(Array.from({ length: 50 }, (_, index) => 9_951 + index));
    expect(rows).toBeGreaterThanOrEqual(50);
    expect(rows).toBeLessThanOrEqual(51);
  });

  it('steps over an abandoned branch of a thousand messages without reading it all', async () => {
    const db = await openTestDatabase();
    // 1..20 trunk, 21..1020 an abandoned branch, 1021.. continues from 20.
    const parents = Array.from({ length: 1_040 }, (_, index) => (index === 1_020 ? 20 : index));
    const { sessionId, tree: nodes } = await plant(db, parents);
    const page = await readPath(db, sessionId, nodes.at(-1)?.id ?? '', 50, report);
    expect(page.messages.map(({ seq }) => seq)).toEqual([
      ...Array.from({ length: 20 }, (_, index) => index + 1),
      ...Array.from({ length: 20 }, (_, index) => index + 1_021),
    ]);
    expect(page.next).toBeNull();
  });

  it('goes on past a row it cannot read, and reports it', async () => {
    const db = await openTestDatabase();
    const { sessionId, tree: nodes } = await plant(db, [0, 1, 2, 3]);
    const broken = required(nodes[1]);
    await db.messages.update(broken.id, { parts: 'not a list' as never });
    const { rows, onUnreadableRow: collect } = collectReports();
    const page = await readPath(db, sessionId, nodes.at(-1)?.id ?? '', 50, collect);
    expect(page.messages.map(({ seq }) => seq)).toEqual([1, 3, 4]);
    expect(rows).toMatchObject([{ table: 'messages', key: broken.id }]);
  });

  it('ends where a parent is missing or not older than its child, instead of looping', async () => {
    const db = await openTestDatabase();
    const { sessionId, tree: nodes } = await plant(db, [0, 1, 2]);
    const [first, last] = [required(nodes[0]), required(nodes[2])];
    await db.messages.update(first.id, { parentId: last.id });
    const { rows, onUnreadableRow: collect } = collectReports();
    const page = await readPath(db, sessionId, last.id, 50, collect);
    expect(page.messages.map(({ seq }) => seq)).toEqual([1, 2, 3]);
    expect(page.next).toBeNull();
    expect(rows).toHaveLength(1);
    expect(await readPath(db, sessionId, 'nobody', 50, collect)).toEqual({ messages: [], next: null });
  });
});

describe('the newest leaf under a message', () => {
  it('is the last written of all that descend from it', async () => {
    const db = await openTestDatabase();
    await fc.assert(
      fc.asyncProperty(tree, fc.nat(), async (picks, pick) => {
        const parents = picks.map((value, index) => (value === -1 ? index : value));
        const { sessionId, tree: nodes } = await plant(db, parents);
        const start = nodes[pick % nodes.length];
        if (!start) return;
        const expected = nodes.findLast((node) => pathTo(nodes, node.id).some(({ id }) => id === start.id));
        expect(await newestLeafUnder(db, sessionId, start.id)).toBe(expected?.id);
      }),
      { numRuns: 60 },
    );
  });
});
