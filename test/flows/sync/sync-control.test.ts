import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { createSyncControl } from '#flows/sync/sync-control.ts';
import { openSettings } from '#state/settings.ts';
import { FakeClock, until } from '#test/fakes/fake-clock.ts';
import { FakeLockManager } from '#test/fakes/lock-manager.ts';
import { openProfile, PASSPHRASE, type Profile } from './profile.ts';

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

async function profile(name: string) {
  const opened = await openProfile(name);
  closing.push(opened.close);
  return opened;
}

/** One window; it notifies the other windows of its profile through `hearers`. */
async function openWindow(of: Profile, name: string, hearers: (() => void)[] = []) {
  const settings = await openSettings(of.db, (error) => errors.push(error));
  closing.push(settings.close);
  const errors: unknown[] = [];
  const removed: string[] = [];
  const own: (() => void)[] = [];
  const control = createSyncControl({
    ...of,
    settings,
    newDevice: () => name.padEnd(12, '0'),
    usualName: name,
    locks: new FakeLockManager(),
    clock: new FakeClock(),
    channel: {
      notify: () => hearers.filter((listener) => !own.includes(listener)).forEach((listener) => listener()),
      listen(listener) {
        own.push(listener);
        hearers.push(listener);
      },
    },
    releaseSession: async (ids) => void removed.push(...ids),
    onUnreadableRow: (row) => errors.push(row),
    onError: (error) => errors.push(error),
  });
  const is = (kind: string) => until(() => control.store.getState().status.kind === kind, `${name} is ${kind}`);
  return { control, is, removed, errors };
}

it('joins under a name of its own in every window, lets go of what was removed elsewhere, and leaves', async () => {
  const path = mkdtempSync(join(tmpdir(), 'baton-sync-'));
  closing.push(() => rmSync(path, { recursive: true, force: true }));
  const [ada, bea] = [await profile('ada'), await profile('bea')];
  const hearers: (() => void)[] = [];
  const desk = await openWindow(ada, 'desk', hearers);
  const second = await openWindow(ada, 'second', hearers);
  const laptop = await openWindow(bea, 'laptop');

  const place = { kind: 'folder' as const, path };
  const agreed = await desk.control.addressOf(place);
  const given = { place, secret: '', passphrase: PASSPHRASE, agreed };
  const session = await ada.begin('One');
  await ada.say(session, 'first');
  await desk.control.join({ ...given, how: 'begin' }, 'Study');
  await desk.is('idle');
  await second.is('idle');
  await laptop.control.join({ ...given, how: 'join' }, 'Kitchen');
  await laptop.is('idle');
  expect(await bea.texts(session)).toEqual(['first']);
  expect(laptop.control.name()).toBe('Kitchen');

  await laptop.control.rename('Garden');
  await bea.say(session, 'second', { parent: null });
  await laptop.control.now();
  await ada.remove(session);
  await desk.control.now();
  const names = () => desk.control.store.getState().devices.map(({ name }) => name);
  expect(names()).toEqual(['Study', 'Garden']);

  const other = await bea.begin('Two');
  await bea.say(other, 'there');
  await laptop.control.now();
  await desk.control.now();
  await ada.remove(other);
  await desk.control.now();
  await laptop.control.now();
  expect(laptop.removed).toEqual([other]);
  // A conversation that was continued without knowing of its removal is back, and is reported.
  expect(desk.control.news.store.getState().retained).toEqual([session]);

  await desk.control.leave();
  await second.is('off');
  expect([desk.errors, second.errors, laptop.errors]).toEqual([[], [], []]);
});
