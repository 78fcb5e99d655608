import { expect, it, vi } from 'vitest';
import type { Overlay } from '#core/request.ts';
import {
  EVERY_SESSION,
  listOverlays,
  sessionOverlays,
  putOverlays,
  removeOverlay,
} from '#storage/overlay-repository.ts';
import { watchQuery } from '#storage/watch-query.ts';
import { collectReports, openTestDatabase } from '#test/fakes/page-storage.ts';

const overlay = (id: string, change: Partial<Overlay> = {}): Overlay => ({
  id,
  sessionId: 's',
  target: { message: 'm' },
  kind: 'excluded',
  reason: 'asked for',
  at: 1,
  ...change,
});

it('overlays are read once, and again when any window writes them', async () => {
  const db = await openTestDatabase();
  const other = await openTestDatabase(db.name);
  const { onUnreadableRow, rows } = collectReports();
  const list = () => listOverlays(db, 's', onUnreadableRow);
  const kinds = async () => (await list()).map(({ id, kind }) => `${id} ${kind}`);
  await putOverlays(db, [overlay('b'), overlay('a'), overlay('z', { sessionId: 'other' })]);
  await putOverlays(db, [overlay('f', { sessionId: EVERY_SESSION, kind: 'no-tools' })]);
  expect(await kinds()).toEqual(['f no-tools', 'a excluded', 'b excluded']);

  const gets = vi.spyOn(IDBObjectStore.prototype, 'get');
  const ranges = vi.spyOn(IDBIndex.prototype, 'getAll');
  const before = await list();
  expect(await list()).toEqual(before);
  expect(gets).not.toHaveBeenCalled();
  await putOverlays(db, [overlay('c')]);
  gets.mockClear();
  expect(await kinds()).toEqual(['f no-tools', 'a excluded', 'b excluded', 'c excluded']);
  expect(gets.mock.calls).toEqual([['c']]);
  expect(ranges).not.toHaveBeenCalled();
  gets.mockRestore();
  ranges.mockRestore();

  await putOverlays(db, [overlay('a', { kind: 'summary' })]);
  expect(await kinds()).toContain('a summary');
  await other.overlays.update('b', { kind: 'deleted' });
  await vi.waitFor(async () => expect(await kinds()).toContain('b deleted'));
  await removeOverlay(db, 'a');
  expect(await kinds()).toEqual(['f no-tools', 'b deleted', 'c excluded']);
  await db.overlays.update('c', { at: 'never' as unknown as number });
  expect(await kinds()).toEqual(['f no-tools', 'b deleted']);
  expect(rows).toMatchObject([{ table: 'overlays', key: 'c' }]);
  other.close();
});

it('whoever watches overlays is told of each change to one, in any window', async () => {
  const db = await openTestDatabase();
  const other = await openTestDatabase(db.name);
  const { onUnreadableRow } = collectReports();
  await putOverlays(db, [overlay('a'), overlay('b')]);
  let kinds: string[] = [];
  const stop = watchQuery(() => sessionOverlays(db, 's', onUnreadableRow), {
    next: (overlays) => void (kinds = overlays.map(({ kind }) => kind)),
    error: (error) => void (kinds = [String(error)]),
  });
  await expect.poll(() => kinds).toEqual(['excluded', 'excluded']);
  await putOverlays(db, [overlay('a', { kind: 'summary' })]);
  await expect.poll(() => kinds).toEqual(['summary', 'excluded']);
  await putOverlays(other, [overlay('b', { kind: 'not-sent' })]);
  await expect.poll(() => kinds).toEqual(['summary', 'not-sent']);
  await removeOverlay(db, 'a');
  await expect.poll(() => kinds).toEqual(['not-sent']);
  stop();
  other.close();
});
