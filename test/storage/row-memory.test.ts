import { expect, it, vi } from 'vitest';
import { readRemembered } from '#storage/row-memory.ts';
import { openTestDatabase } from '#test/fakes/page-storage.ts';

it('forgets the oldest rows beyond the most that are remembered, and reads them again', async () => {
  const db = await openTestDatabase();
  const ids = ['a', 'b', 'c', 'd'];
  await db.sends.bulkPut(ids.map((id) => ({ id, sessionId: 's' })) as never[]);
  const check = vi.fn<(raw: unknown, id: string) => string>((_, id) => id);
  const read = (wanted: readonly string[]) =>
    readRemembered(db, db.sends, wanted, { all: () => db.sends.toArray(), few: 2, most: 3, check });
  expect(await read(ids)).toEqual(ids);
  expect(check.mock.calls.map(([, id]) => id)).toEqual(ids);
  check.mockClear();
  expect(await read(['d', 'c', 'b', 'gone'])).toEqual(['d', 'c', 'b']);
  expect(check).not.toHaveBeenCalled();
  expect(await read(['a'])).toEqual(['a']);
  expect(await read(ids)).toEqual(ids);
  expect(check.mock.calls.map(([, id]) => id)).toEqual(['a', 'b']);
});
