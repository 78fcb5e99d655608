import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { createSync } from '#flows/sync/create-sync.ts';
import type { ReceivedChanges } from '#flows/sync/apply-remote-object.ts';
import { getSyncLog } from '#storage/sync-marks.ts';
import { FakeClock, until } from '#test/fakes/fake-clock.ts';
import { FakeLockManager } from '#test/fakes/lock-manager.ts';
import { openProfile, PASSPHRASE, type Profile } from './profile.ts';

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

async function machine(name: string) {
  const profile: Profile = await openProfile(name);
  closing.push(profile.close);
  const clock = new FakeClock();
  const received: ReceivedChanges[] = [];
  const errors: unknown[] = [];
  const { runs, stop } = createSync({
    ...profile,
    newDevice: () => name.padEnd(12, '0'),
    name: () => name,
    locks: new FakeLockManager(),
    clock,
    onUnreadableRow: (row) => errors.push(row),
    onReceived: (what) => received.push(what),
    onError: (error) => errors.push(error),
  });
  closing.push(stop);
  return { ...profile, runs, clock, received, errors };
}

describe('sync of a profile', () => {
  it('begins with the place that the host keeps, sends what changes by itself, and leaves without a trace', async () => {
    const path = mkdtempSync(join(tmpdir(), 'baton-sync-'));
    closing.push(() => rmSync(path, { recursive: true, force: true }));
    const [ada, bea] = [await machine('ada'), await machine('bea')];
    await ada.runs.begin();
    expect(ada.runs.store.getState().status).toEqual({ kind: 'off' });

    const place = { kind: 'folder' as const, path };
    const agreed = await ada.host.addressOf(place);
    const given = { place, secret: '', passphrase: PASSPHRASE, agreed };
    await ada.host.join({ ...given, how: 'begin' });
    await bea.host.join({ ...given, how: 'join' });
    await ada.runs.begin();
    await bea.runs.begin();
    const session = await ada.begin('One');
    await ada.say(session, 'first');
    // Changes are sent after half a minute, without a request to sync.
    await until(async () => {
      await ada.clock.advance(31_000);
      return (await getSyncLog(ada.db))?.applied['ada000000000'] !== undefined;
    }, 'the change is sent');
    await bea.runs.now();
    expect(await bea.texts(session)).toEqual(['first']);
    expect(bea.received.map(({ messages }) => messages)).toEqual([1]);
    expect(bea.runs.store.getState()).toMatchObject({
      status: { kind: 'idle' },
      address: agreed,
      devices: [
        { name: 'bea', self: true },
        { name: 'ada', self: false, waiting: null },
      ],
    });

    await bea.runs.leave();
    expect((await bea.host.state()).place).toBeNull();
    expect(await bea.db.syncMarks.count()).toBe(0);
    expect(await bea.texts(session)).toEqual(['first']);
    expect([ada.errors, bea.errors]).toEqual([[], []]);
  });
});
