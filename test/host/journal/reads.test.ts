import { basename, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { JournalRecord } from '#contract/journal.ts';
import { createJournalStore, type JournalStore } from '#host/journal/journal-store.ts';
import type * as Segment from '#host/journal/segment.ts';
import { createHostBench, type HostBench } from '#test/fakes/host-deps.ts';

/** Segments that were read, in order. */
const { read } = vi.hoisted(() => ({ read: [] as string[] }));
vi.mock('#host/journal/segment.ts', async (original) => {
  const segment = await original<typeof Segment>();
  return {
    ...segment,
    readRecords(...given: Parameters<typeof segment.readRecords>) {
      read.push(given[0]);
      return segment.readRecords(...given);
    },
  };
});

const [OWN, OTHER] = ['01890000-0000-7000-8000-000000000001', '01890000-0000-7000-8000-000000000002'];
const message = (key: string, session = 's'): JournalRecord => ({
  table: 'messages',
  key,
  session,
  complete: true,
  digest: '0123456789abcdef',
  row: { id: key },
});

describe('what the host reads of a journal', () => {
  let bench: HostBench;
  const open = (): JournalStore =>
    createJournalStore({ ...bench.deps, hasSnapshot: async () => true, onChange: () => undefined });
  beforeEach(async () => {
    bench = createHostBench();
    const before = open();
    for (const profile of [OWN, OTHER])
      await before.append(profile, { schema: 7, records: [message('a'), message('b')] });
    await before.close();
    read.length = 0;
  });
  afterEach(() => bench.dispose());

  it('is nothing when the first record after a start comes, however many journals there are', async () => {
    const store = open();
    const { bytes } = await store.append(OWN, { schema: 7, records: [message('c')] });
    expect(bytes).toBeGreaterThan(200);
    expect(read).toEqual([]);
    await store.close();
  });

  it('is each segment once when all are listed, and the own one when it is compared', async () => {
    const store = open();
    const { journals } = await store.list();
    expect(journals).toMatchObject([
      { messages: 2, schema: 7 },
      { messages: 2, schema: 7 },
    ]);
    expect(read.map((path) => basename(path))).toEqual(['000001.log', '000001.log']);
    read.length = 0;
    await store.check(OWN, { keys: { messages: ['a', 'b'] }, digests: {}, unfinished: [] });
    expect(read).toEqual([join(bench.home, 'journal', OWN, '000001.log')]);
    await store.close();
  });
});
