// @vitest-environment jsdom
import { waitFor } from '@testing-library/react';
import { Dexie } from 'dexie';
import type { ReactNode } from 'react';
import { renderToString } from 'react-dom/server';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { REMEMBERED_KEY } from '#state/remembered-history.ts';
import { createSession } from '#storage/session-repository.ts';
import { StorageError } from '#storage/storage-error.ts';
import { watchQuery } from '#storage/watch-query.ts';
import { lazyZipPacker } from '#transfer/zip/lazy-zip-packer.ts';
import { createStart, type Start } from '#ui/shell/start/create-start.tsx';
import { FakeLockManager } from '#test/fakes/lock-manager.ts';
// oxlint-disable-next-line import/no-unassigned-import -- the storage of the page
import '#test/fakes/page-storage.ts';

async function wipe(): Promise<void> {
  for (const { name } of await indexedDB.databases()) if (name) await Dexie.delete(name);
}

const hostCalls = {
  origin: 'http://baton.invalid',
  token: '',
  fetch: () => Promise.reject(new TypeError('no host')),
  newRunId: () => '1',
  onPageHide: () => undefined,
};

/** A host whose folder has a journal with that many messages. */
const hostWith = (messages: number): typeof hostCalls.fetch => {
  const journal = { profile: 'a'.repeat(36), snapshot: null, isWhole: true, bytes: 9, at: 1, schema: 1 };
  const journals = [{ ...journal, conversations: 1, messages }];
  return ((input: string | URL | Request) => {
    const { pathname } = new URL(input instanceof Request ? input.url : input);
    if (pathname !== '/api/journals') return Promise.reject(new TypeError('no host'));
    return Promise.resolve(Response.json({ on: true, settingsDamaged: false, most: 9, journals }));
  }) as typeof hostCalls.fetch;
};

/** A browser profile; each start reloads a window of it. */
function profile(fetch = hostCalls.fetch, render: (content: ReactNode) => void = () => undefined) {
  const stored = new Map<string, string>();
  const locks = new FakeLockManager();
  const start = (): Start =>
    createStart({
      render,
      hostCalls: { ...hostCalls, fetch },
      packer: lazyZipPacker,
      navigator: { locks, storage: { estimate: async () => ({}) } as StorageManager },
      memory: () => ({
        getItem: (key) => stored.get(key) ?? null,
        setItem: (key, value) => void stored.set(key, value),
      }),
      ofWindow: () => ({ setItem: () => undefined }),
      switches: { postMessage: () => undefined, addEventListener: () => undefined },
      now: () => 1,
      isDesktop: false,
      reload: () => undefined,
    });
  const conversations = (): unknown =>
    (JSON.parse(stored.get(REMEMBERED_KEY) ?? '{}') as { conversations?: number }).conversations;
  return { start, conversations };
}

describe('a window that is loaded after another database came into use', () => {
  beforeEach(wipe);
  afterEach(wipe);

  it('does not miss what the user left', async () => {
    const { start, conversations } = profile();
    const first = start();
    const db = await first.open();
    await createSession(db, { target: null, at: 1 });
    await waitFor(() => expect(conversations()).toBe(1));
    await first.rescue.startEmpty();
    // What this window still writes goes into the database that is left.
    const seen: number[] = [];
    const stop = watchQuery(() => db.sessions.count(), { next: (count) => seen.push(count), error: () => undefined });
    await createSession(db, { target: null, at: 2 });
    await waitFor(() => expect(seen).toContain(2));
    expect(conversations()).toBe(0);
    stop();
    db.close();
    const next = await start().open();
    expect(await next.sessions.count()).toBe(0);
    next.close();
  }, 20_000);
});

describe('a browser without a history, beside a folder that has a journal', () => {
  beforeEach(wipe);
  afterEach(wipe);

  it('asks what to do when the journal holds messages', async () => {
    const shown = vi.fn<() => void>();
    void profile(hostWith(2), shown).start().open();
    await waitFor(() => expect(shown).toHaveBeenCalled());
  });

  it('begins at once when it holds none, as after a first look in another browser', async () => {
    const shown = vi.fn<() => void>();
    const db = await profile(hostWith(0), shown).start().open();
    expect(await db.sessions.count()).toBe(0);
    expect(shown).not.toHaveBeenCalled();
    db.close();
  });
});

it('a history that opens at the third attempt is opened without a word', async () => {
  await wipe();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const failure = new DOMException('Internal error opening backing store', 'UnknownError');
  const databases = vi.spyOn(indexedDB, 'databases').mockRejectedValueOnce(failure).mockRejectedValueOnce(failure);
  const opening = profile().start().open();
  await vi.advanceTimersByTimeAsync(300);
  await vi.advanceTimersByTimeAsync(1_000);
  vi.useRealTimers();
  const db = await opening;
  expect(databases.mock.calls.length).toBeGreaterThan(2);
  databases.mockRestore();
  db.close();
});

it('a window hears of it when there is no room for what is written in it', async () => {
  await wipe();
  const { start } = profile();
  const { open, quota } = start();
  const db = await open();
  const put = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  await expect(db.settings.put({ key: 'a', value: 1 })).rejects.toThrow('full');
  expect(quota.store.getState().full).toBe(true);
  put.mockRestore();
  db.close();
  await wipe();
});

it('where not even the screen can be loaded, what happened is said in the user’s language', async () => {
  localStorage.setItem('baton.appearance', '{"language":"ko"}');
  vi.doMock('#ui/shell/start/start-screen.tsx', () => {
    throw new TypeError('Failed to fetch dynamically imported module');
  });
  const shown = vi.fn<(content: ReactNode) => void>();
  profile(hostCalls.fetch, shown).start().fail(new StorageError('blocked'));
  await waitFor(() => expect(shown).toHaveBeenCalled());
  const text = renderToString(shown.mock.lastCall?.[0]);
  expect(text).toContain('Baton을 시작하지 못했고');
  expect(text).toContain('StorageError: Another Baton window');
  vi.doUnmock('#ui/shell/start/start-screen.tsx');
  localStorage.setItem('baton.appearance', '{"language":"en"}');
});
