import { createHash } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { JournalRecord } from '#contract/journal.ts';
import { createJournalStore, type JournalStore } from '#host/journal/journal-store.ts';
import { createHostBench, type HostBench } from '#test/fakes/host-deps.ts';

const [OWN, OTHER] = ['01890000-0000-7000-8000-000000000001', '01890000-0000-7000-8000-000000000002'];
const DIGEST = '0123456789abcdef';
const EMPTY = { keys: {}, digests: {}, unfinished: [] };
const message = (key: string, session: string): JournalRecord => ({
  table: 'messages',
  key,
  session,
  complete: true,
  digest: DIGEST,
  row: { id: key },
});

describe('a journal, while something else happens', () => {
  let bench: HostBench;
  let store: JournalStore;
  beforeEach(() => {
    bench = createHostBench();
    store = createJournalStore({ ...bench.deps, hasSnapshot: async () => true, onChange: () => undefined });
  });
  afterEach(async () => {
    await store.close();
    bench.dispose();
  });
  const append = (profile: string, ...records: JournalRecord[]) => store.append(profile, { schema: 7, records });

  it.each([
    ['a conversation is removed for good', () => append(OTHER, { table: 'sessions', key: 'gone', session: 'gone' })],
    ['a snapshot becomes its base', () => store.rebase(OWN, { snapshot: 's', segment: 1, listing: EMPTY })],
  ])('keeps the bytes of an attachment whose row is still on its way: %s', async (_name, between) => {
    const bytes = new TextEncoder().encode('a picture');
    const hash = createHash('sha256').update(bytes).digest('hex');
    await append(OWN, { table: 'blobs', key: hash });
    await store.putBlob(OWN, hash, bytes);
    await between();
    await append(OWN, { table: 'blobs', key: hash, digest: DIGEST, row: { hash } });
    expect(new Uint8Array(await store.blob(OWN, hash))).toEqual(bytes);
  });

  it('gives every row of the others while a conversation is removed for good', async () => {
    const kept = Array.from({ length: 3_000 }, (_, index) => `${index}`);
    await append(OWN, ...kept.map((key) => message(key, 's')));
    await store.begin(OWN);
    await append(OWN, message('of the other', 'gone'), message('last', 's'));
    const records = await store.records(OWN);
    await append(OTHER, { table: 'sessions', key: 'gone', session: 'gone' });
    const text = await new Response(records).text();
    const keys = text
      .trimEnd()
      .split('\n')
      .map((line) => (JSON.parse(line) as { key: string }).key);
    expect(keys.filter((key) => key !== 'of the other')).toEqual([...kept, 'last']);
  });
});
