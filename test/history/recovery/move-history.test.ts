import { Dexie } from 'dexie';
import { afterEach, describe, expect, it } from 'vitest';
import type { MoveReport, MoveState } from '#contract/origin-migration.ts';
import {
  importFromFormerOrigin,
  type BringHistoryDeps,
  type MoveQuestion,
} from '#flows/origin-migration/import-from-former-origin.ts';
import { exportToHost } from '#flows/origin-migration/export-to-host.ts';
import { MemoryFiles } from '#test/archive/memory-files.ts';
import { openTestDatabase } from '#test/fakes/page-storage.ts';

const COUNTS = { conversations: 3, messages: 9, blobs: 0 };
const ARRIVED: MoveState = {
  step: 'arrived',
  snapshot: 'one',
  counts: COUNTS,
  missing: 0,
  storage: { 'baton.appearance': '{}' },
};

afterEach(async () => {
  await Dexie.delete('baton');
});

class Left extends Error {}

interface World {
  steps: MoveState[];
  answers?: ('again' | 'anyway')[];
  returned?: boolean;
  restore?: () => Promise<void>;
}

/** A page that ends with an error, since it never returns after leaving. */
async function bring({ steps, answers = [], returned = false, restore = async () => undefined }: World) {
  const did: string[] = [];
  const asked: MoveQuestion[] = [];
  const deps: BringHistoryDeps = {
    host: {
      state: async () => steps.shift() ?? { step: 'none' },
      begin: async () => ({ url: 'http://127.0.0.1:4127/move/x/' }),
      finish: async () => void did.push('finish'),
    },
    rescue: {
      async restore(id) {
        await restore();
        did.push(`restore ${id}`);
        return [];
      },
    },
    folder: { confirm: async (id, counts) => void did.push(`confirm ${id} ${counts.messages}`) },
    async ask(question) {
      asked.push(question);
      return answers.shift() ?? 'anyway';
    },
    onProgress: () => undefined,
    keep: (storage) => void did.push(`keep ${Object.keys(storage).join()}`),
    hasReturned: () => returned,
    leave: (url) => Promise.reject(new Left(url)),
    reload: () => Promise.reject(new Left('reload')),
  };
  const end = await importFromFormerOrigin(deps).then(
    () => 'opens',
    (error: unknown) => (error instanceof Left ? error.message : Promise.reject(error as Error)),
  );
  return { end, did, asked };
}

const FORMER = 'http://127.0.0.1:4127/move/x/';

describe('the page at the new address', () => {
  it('goes to the former one when it has no history and nobody has looked there', async () => {
    expect(await bring({ steps: [{ step: 'none' }] })).toEqual({ end: 'opens', did: [], asked: [] });
    expect((await bring({ steps: [{ step: 'waiting' }] })).end).toBe(FORMER);
  });

  it('stays where it has one, unless it was sent for the other', async () => {
    (await openTestDatabase('baton')).close();
    expect(await bring({ steps: [{ step: 'waiting' }] })).toMatchObject({ end: 'opens', asked: [] });
    expect(await bring({ steps: [{ step: 'failed', detail: 'x' }] })).toMatchObject({ end: 'opens', asked: [] });
    expect((await bring({ steps: [ARRIVED] })).end).toBe('reload');
    const outcome = await bring({ steps: [{ step: 'failed', detail: 'full' }], returned: true });
    expect(outcome).toMatchObject({ end: 'opens', asked: [{ kind: 'not-moved', detail: 'full' }] });
  });

  it('asks when it comes back with nothing, and goes once more', async () => {
    const again = await bring({ steps: [{ step: 'open' }], returned: true, answers: ['again'] });
    expect(again).toMatchObject({ end: FORMER, asked: [{ kind: 'not-moved', detail: null }] });
  });

  it('puts in place what has arrived, holds it against what was sent, says how much it is and begins anew', async () => {
    expect(await bring({ steps: [ARRIVED], returned: true })).toEqual({
      end: 'reload',
      did: ['restore one', 'confirm one 9', 'keep baton.appearance', 'finish'],
      asked: [{ kind: 'moved', counts: COUNTS, missing: 0 }],
    });
  });

  it('does not count it as moved when it cannot be put in place, and tries that again', async () => {
    let tries = 0;
    const restore = async () => {
      tries += 1;
      if (tries === 1) throw new Error('it is not what was written');
    };
    const { end, did, asked } = await bring({ steps: [ARRIVED, ARRIVED], answers: ['again'], returned: true, restore });
    expect(asked).toEqual([
      { kind: 'not-moved', detail: 'Error: it is not what was written' },
      { kind: 'moved', counts: COUNTS, missing: 0 },
    ]);
    expect([end, did.at(-1)]).toEqual(['reload', 'finish']);
    const never = await bring({ steps: [ARRIVED], returned: true, restore: () => Promise.reject(new Error('no')) });
    expect(never).toMatchObject({ end: 'opens', did: [] });
  });
});

describe('the page at the former address', () => {
  async function send(storage: Record<string, string>, write?: () => Promise<string>) {
    const reports: MoveReport[] = [];
    const files = new MemoryFiles();
    const keys = Object.keys(storage);
    await exportToHost({
      host: { report: async (one) => void reports.push(one) },
      folder: { write: async (_, fill) => (await fill(new WritableStream()), write ? write() : 'one') },
      packer: {
        sink: async () => ({ add: (name, content) => files.add(name, content), end: () => Promise.resolve() }),
        files: async () => files.list(),
      },
      now: () => 1,
      storage: () => ({
        length: keys.length,
        key: (index) => keys[index] ?? null,
        getItem: (key) => storage[key] ?? null,
      }),
      onProgress: () => undefined,
    });
    return { reports, files: files.list().map(({ name }) => name) };
  }

  it('says that there is none, and makes none by looking', async () => {
    expect((await send({})).reports).toEqual([{ outcome: 'empty' }]);
    expect(await indexedDB.databases()).toEqual([]);
  });

  it('sends every table, and how the page looks, but nothing that is of this place alone', async () => {
    (await openTestDatabase('baton')).close();
    const { reports, files } = await send({
      'baton.appearance': '{"theme":"dark"}',
      'baton.history': '{}',
      'of-another-program': 'x',
    });
    expect(reports).toEqual([{ outcome: 'sent', missing: 0, storage: { 'baton.appearance': '{"theme":"dark"}' } }]);
    expect(files).toContain('tables/messages.ndjson');
    expect(files).toContain('tables/settings.ndjson');
  });

  it('says why it could not', async () => {
    (await openTestDatabase('baton')).close();
    const { reports } = await send({}, () => Promise.reject(new Error('the disk is full')));
    expect(reports).toEqual([{ outcome: 'failed', detail: 'Error: the disk is full' }]);
  });
});
