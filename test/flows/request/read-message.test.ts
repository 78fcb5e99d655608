import { describe, expect, it } from 'vitest';
import type { CompileDeps } from '#flows/request/compile-path.ts';
import { readMessage } from '#flows/request/read-message.ts';
import { saveBlob } from '#storage/blob-repository.ts';
import type { StoredMessage } from '#storage/rows.ts';
import { named } from '#test/core/history-builders.ts';
import { openTestDatabase } from '#test/fakes/page-storage.ts';

const BYTES = new Uint8Array(3_000);

async function world() {
  const db = await openTestDatabase();
  const { blob } = await saveBlob(db, new File([BYTES], 'a.png'), 'image/png');
  const message: StoredMessage = {
    id: 'm',
    sessionId: 's',
    parentId: null,
    seq: 1,
    role: 'user',
    parts: [{ type: 'image', mime: 'image/png', blob, bytes: BYTES.length }],
    status: 'complete',
    createdAt: 1,
  };
  const seen: unknown[] = [];
  const failures: unknown[] = [];
  let works = true;
  const deps: CompileDeps = {
    db,
    onUnreadableRow: () => undefined,
    onError: (error) => failures.push(error),
    pictures: async (picture) => {
      seen.push(picture.blob);
      if (!works) throw new Error('no canvas');
      const size = { width: 2, height: 2 };
      return { as: 'drawn', mime: 'image/jpeg', data: 'AAAA', from: { width: 4, height: 4 }, size };
    },
  };
  return { db, deps, message, seen, failures, break: () => (works = false) };
}

describe('reading a message with bytes', () => {
  it('is done once for a target, with the same notes every time', async () => {
    const { deps, message, seen } = await world();
    const first = await readMessage(deps, named('anthropic-adaptive'), message);
    const again = await readMessage(deps, named('anthropic-adaptive'), message);
    expect(first.history.parts).toEqual([{ type: 'image', mime: 'image/jpeg', data: 'AAAA' }]);
    expect(first.notes).toMatchObject([{ rule: 'scale-image', part: 0 }]);
    expect(again.history).toBe(first.history);
    expect(again.notes).toEqual(first.notes);
    expect(seen).toHaveLength(1);
  });

  it('is done anew for another target', async () => {
    const { deps, message, seen } = await world();
    await readMessage(deps, named('anthropic-adaptive'), message);
    await readMessage(deps, named('gemini-3'), message);
    expect(seen).toHaveLength(2);
  });

  it('is tried again after it failed', async () => {
    const { deps, message, seen, failures, break: fail } = await world();
    fail();
    await readMessage(deps, named('anthropic-adaptive'), message);
    const { history } = await readMessage(deps, named('anthropic-adaptive'), message);
    expect([seen.length, failures.length]).toEqual([2, 2]);
    expect(history.parts).toMatchObject([{ type: 'image', mime: 'image/png' }]);
  });

  it('is tried again while the bytes are missing', async () => {
    const { db, deps, message } = await world();
    const { pictures: _none, ...plain } = deps;
    await db.blobs.clear();
    const without = await readMessage(plain, named('anthropic-adaptive'), message);
    expect(without.history.parts).toMatchObject([{ type: 'text' }]);
    await saveBlob(db, new File([BYTES], 'a.png'), 'image/png');
    const { history } = await readMessage(plain, named('anthropic-adaptive'), message);
    expect(history.parts).toMatchObject([{ type: 'image' }]);
  });
});
