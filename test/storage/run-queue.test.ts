import { assert, asyncProperty, scheduler, subarray } from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { BatonDatabase } from '#storage/database.ts';
import type { QueuedMessage } from '#storage/rows.ts';
import { queueMessage, takeQueue, unqueueMessage } from '#storage/run-repository.ts';
import { createSession } from '#storage/session-repository.ts';
import { claimSession, type Fence } from '#storage/writer-fence.ts';
import { openTestDatabase } from '#test/fakes/page-storage.ts';
import { runs } from '#test/runs.ts';

const RUN = 'run';
const message = (id: string): QueuedMessage => ({ id, parts: [{ type: 'text', text: id }], at: 1 });

async function begin(db: BatonDatabase, queued: readonly string[]): Promise<Fence> {
  const { id } = await createSession(db, { target: null, at: 1 });
  const { fence } = await claimSession(db, id);
  await db.runs.put({ id: RUN, sessionId: id, startedAt: 1, open: 0, queued: queued.map(message) });
  return fence;
}

/** Each after the one before it. */
function take(db: BatonDatabase, fence: Fence) {
  return takeQueue(db, fence, RUN, (queued) =>
    queued.map(({ at, ...written }, index) => ({
      ...written,
      role: 'user' as const,
      parentId: queued[index - 1]?.id ?? null,
      status: 'complete' as const,
      createdAt: at,
    })),
  );
}

describe('the queue of a run', () => {
  it('goes into the conversation in order', async () => {
    const db = await openTestDatabase();
    const fence = await begin(db, ['a', 'b']);
    expect((await take(db, fence)).map(({ id, parentId }) => [id, parentId])).toEqual([
      ['a', null],
      ['b', 'a'],
    ]);
    expect((await db.runs.get(RUN))?.queued).toEqual([]);
    expect(await take(db, fence)).toEqual([]);
  });

  it('keeps each message in one place, whatever is queued and taken back while it goes', async () => {
    const db = await openTestDatabase();
    await assert(
      asyncProperty(scheduler(), subarray(['a', 'b']), subarray(['a', 'b']), async (order, queued, back) => {
        const fence = await begin(db, queued);
        const taken = new Set<string>();
        const takeBack = async (id: string) => (await unqueueMessage(db, RUN, id)) !== null && taken.add(id);
        const work: (() => Promise<unknown>)[] = [
          () => take(db, fence),
          () => queueMessage(db, fence, RUN, message('new')),
          () => take(db, fence),
          ...back.map((id) => () => takeBack(id)),
        ];
        const all = work.map((step) => order.schedule(Promise.resolve()).then(step));
        await order.waitAll();
        await Promise.all(all);
        const left = (await db.runs.get(RUN))?.queued.map(({ id }) => id) ?? [];
        const said = await db.messages.where('sessionId').equals(fence.sessionId).primaryKeys();
        const found = [...left, ...said, ...taken].toSorted();
        expect(found).toEqual([...queued, 'new'].toSorted());
        await db.messages.clear();
      }),
      { numRuns: runs(40) },
    );
  });
});
