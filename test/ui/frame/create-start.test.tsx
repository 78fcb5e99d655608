// @vitest-environment jsdom
import { Dexie } from 'dexie';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { REMEMBERED_KEY } from '#state/remembered-history.ts';
import { createSession } from '#storage/session-repository.ts';
import { lazyZipPacker } from '#transfer/zip/lazy-zip-packer.ts';
import { createSnapshotHost } from '#host-client/snapshot-host.ts';
import { createStart, type Start } from '#ui/start/create-start.tsx';
import { FakeLockManager } from '#test/fakes/lock-manager.ts';
// oxlint-disable-next-line import/no-unassigned-import -- the storage of the page
import '#test/fakes/page-storage.ts';

async function wipe(): Promise<void> {
  for (const { name } of await indexedDB.databases()) if (name) await Dexie.delete(name);
}

/** A profile of a browser; each start is a window of it that is loaded anew. */
function profile() {
  const kept = new Map<string, string>();
  const locks = new FakeLockManager();
  const start = (): Start =>
    createStart({
      render: () => undefined,
      snapshots: createSnapshotHost({
        origin: 'http://baton.invalid',
        token: '',
        fetch: () => Promise.reject(new TypeError('no host')),
        newRunId: () => '1',
        onPageHide: () => undefined,
      }),
      packer: lazyZipPacker,
      navigator: { locks, storage: { estimate: async () => ({}) } as StorageManager },
      memory: () => ({ getItem: (key) => kept.get(key) ?? null, setItem: (key, value) => void kept.set(key, value) }),
      switches: { postMessage: () => undefined, addEventListener: () => undefined },
      now: () => 1,
      reload: () => undefined,
    });
  const conversations = (): unknown =>
    (JSON.parse(kept.get(REMEMBERED_KEY) ?? '{}') as { conversations?: number }).conversations;
  return { start, conversations };
}

describe('a window that is loaded after another database came into use', () => {
  beforeEach(wipe);
  afterEach(wipe);

  it('does not miss what the person left behind', async () => {
    const { start, conversations } = profile();
    const first = start();
    const db = await first.open();
    await createSession(db, { target: null, at: 1 });
    await expect.poll(conversations).toBe(1);
    await first.rescue.startEmpty();
    // What this window still writes is in the one that is left.
    await createSession(db, { target: null, at: 2 });
    db.close();
    const next = await start().open();
    expect(await next.sessions.count()).toBe(0);
    next.close();
  }, 20_000);
});
