import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type * as Joining from '#archive/sync/merge-records.ts';
import type * as Objects from '#archive/sync/sync-object.ts';
import type * as Records from '#archive/sync/sync-records.ts';
import { createSyncEngine } from '#flows/sync/sync-engine.ts';
import { appendMessages } from '#storage/write-messages.ts';
import { createSession, renameSession } from '#storage/session-repository.ts';
import { claimSession } from '#storage/writer-fence.ts';
import { openTestDatabase } from '#test/fakes/page-storage.ts';
import { UnreliablePlace } from './unreliable-place.ts';

/** Records processed in this task, in the longest one, and in all. */
const count = vi.hoisted(() => ({ since: 0, longest: 0, all: 0 }));

function noted<Given extends unknown[], Made>(work: (...given: Given) => Made): (...given: Given) => Made {
  return (...given) => {
    count.since++;
    count.all++;
    count.longest = Math.max(count.longest, count.since);
    return work(...given);
  };
}

vi.mock('#archive/sync/sync-records.ts', async (original) => {
  const real = await original<typeof Records>();
  return { ...real, digestOf: noted(real.digestOf) };
});
vi.mock('#archive/sync/sync-object.ts', async (original) => {
  const real = await original<typeof Objects>();
  return { ...real, readLine: noted(real.readLine) };
});
vi.mock('#archive/sync/merge-records.ts', async (original) => {
  const real = await original<typeof Joining>();
  return { ...real, readRecord: noted(real.readRecord) };
});

/** The database answers each request in a task of its own, which begins here. */
const { setImmediate: startTask } = globalThis;
beforeEach(() => {
  vi.stubGlobal('setImmediate', (work: () => void) =>
    startTask(() => {
      count.since = 0;
      work();
    }),
  );
});
afterEach(() => vi.unstubAllGlobals());

const MESSAGES = 3_000;

it('never works on more than some hundred records of a long conversation at once', async () => {
  const place = new UnreliablePlace();
  const engines = await Promise.all(
    ['ada', 'bea'].map(async (name) => {
      const db = await openTestDatabase();
      const onUnreadableRow = (row: unknown): never => {
        throw new Error(JSON.stringify(row));
      };
      const deps = { db, port: place.port(), now: () => 1_800_000_000_000, newDevice: () => name, onUnreadableRow };
      const engine = createSyncEngine(deps);
      await engine.begin({ fingerprint: 'f', name });
      return { db, engine };
    }),
  );
  const [ada, bea] = engines;
  if (!ada || !bea) throw new Error('two machines');
  const { id } = await createSession(ada.db, { target: null, at: 1, title: 'Long' });
  const { fence } = await claimSession(ada.db, id);
  const said = Array.from({ length: MESSAGES }, (_, index) => ({
    parentId: null,
    role: 'user' as const,
    parts: [{ type: 'text' as const, text: `${index}` }],
    status: 'complete' as const,
    createdAt: index,
  }));
  await appendMessages(ada.db, fence, said);

  count.longest = 0;
  count.all = 0;
  await ada.engine.pass();
  await bea.engine.pass();
  expect(await bea.db.messages.count()).toBe(MESSAGES);
  // Everything was processed, several times over, and never in one task.
  expect(count.all).toBeGreaterThan(4 * MESSAGES);
  expect(count.longest).toBeLessThan(MESSAGES / 4);

  await renameSession(bea.db, id, 'Longer');
  await bea.engine.pass();
  await ada.engine.pass();
  expect((await ada.db.sessions.get(id))?.title).toBe('Longer');
  expect(count.longest).toBeLessThan(MESSAGES / 4);
  for (const { db } of engines) db.close();
});
