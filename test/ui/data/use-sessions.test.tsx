// @vitest-environment jsdom
import { waitFor } from '@testing-library/react';
import { useEffect } from 'react';
import { expect, it } from 'vitest';
import type { SessionRow } from '#storage/rows.ts';
import { useListedSessions, useSessions } from '#ui/data/use-sessions.ts';
import { ChatWorld } from '#test/fakes/chat-world.ts';
import { createPageData } from '#test/fakes/page-data.tsx';
import { WithServices } from '#test/fakes/services.tsx';
import { sessionRow } from '#test/fakes/session-row.ts';
import { render } from '../support/render.tsx';

const NOON = Date.UTC(2026, 10, 30, 12);

/** What is listed, and whether it is the same object as before; `write` changes the row of `older`. */
async function list() {
  const world = await ChatWorld.open();
  const { db } = world;
  await db.sessions.bulkPut([
    { ...sessionRow('newer'), updatedAt: NOON + 30_000 },
    { ...sessionRow('older'), leafId: 'a', lastSeq: 1, updatedAt: NOON },
  ]);
  const listed: Record<'all' | 'kept', SessionRow[] | undefined> = { all: undefined, kept: undefined };
  function Probe() {
    const all = useSessions('');
    const kept = useListedSessions();
    useEffect(() => void Object.assign(listed, { all, kept }));
    return null;
  }
  await render(
    <WithServices services={await createPageData(world, world.window())}>
      <Probe />
    </WithServices>,
  );
  await waitFor(() => expect(listed.kept?.map(({ id }) => id)).toEqual(['newer', 'older']));
  return {
    kept: () => listed.kept,
    async write(changes: Partial<SessionRow>) {
      const before = listed.kept;
      await db.sessions.update('older', changes);
      await waitFor(() => expect(listed.all?.find(({ id }) => id === 'older')).toMatchObject(changes));
      return listed.kept === before;
    },
  };
}

it('lists the same after a message that changes nothing in a list', async () => {
  const { write } = await list();
  expect(await write({ leafId: 'b', lastSeq: 3, updatedAt: NOON + 20_000, cost: 0.5 })).toBe(true);
});

it.each([
  ['its place', { updatedAt: NOON + 40_000 }],
  ['the minute of the newest message', { updatedAt: NOON - 10_000 }],
  ['that it has messages', { leafId: null, lastSeq: 0 }],
  ['the vendor of its last answer', { lastVendor: 'gemini' }],
  ['its title', { title: 'Renamed' }],
] satisfies [string, Partial<SessionRow>][])('lists what changes %s', async (_, changes) => {
  const { write, kept } = await list();
  expect(await write(changes)).toBe(false);
  expect(kept()?.find(({ id }) => id === 'older')).toMatchObject(changes);
});
