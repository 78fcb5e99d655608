import { assert, asyncProperty, sample } from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { openArchive } from '#archive/read-archive.ts';
import { verifyArchive } from '#archive/verify-archive.ts';
import { restoreArchive } from '#history/archive/restore-archive.ts';
import { trashSession } from '#storage/session-repository.ts';
import { histories } from '#test/archive/arbitrary-session.ts';
import { written } from '#test/archive/support.ts';
import { CHAT, CLAUDE, GEMINI, GPT, PracticeWorld } from '#test/flows/practice-world.ts';
import { TransferError } from '#transfer/transfer-error.ts';
import { zipFiles } from '#transfer/zip/zip-files.ts';
import { MemoryTarget } from './memory-target.ts';
import { EVERYTHING, exported, fill, running, transferWorld, type TransferWorld } from './transfer-world.ts';
import { zipped } from './zip/zips.ts';

const TASK = { above: ['a'], call: 'x', background: false };
const someHistories = histories.filter((all) => all.length > 0);
const THREE = sample(histories, { numRuns: 40, seed: 8 }).find((all) => all.length === 3) ?? [];

const hashes = async (zip: Blob) => {
  const { manifest } = await openArchive(await zipFiles(zip));
  const conversations = manifest.conversations.map(({ id, sha256 }) => `${id} ${sha256}`).toSorted();
  return { conversations, blobs: manifest.blobs.sha256 };
};

async function sameAs(good: object, zip: Blob): Promise<boolean> {
  try {
    const archive = await openArchive(await zipFiles(zip));
    const { problems } = await verifyArchive(archive);
    return problems.length === 0 && JSON.stringify(await hashes(zip)) === JSON.stringify(good);
  } catch {
    return false;
  }
}

async function restored(world: TransferWorld, file: File, ids: readonly string[] | 'all' = 'all') {
  const opened = await world.client.open([file], running());
  return world.client.restore(opened.id, ids, running());
}

describe('export to a zip, wipe, restore', () => {
  it('gives every conversation the same hash again, with all attachments', async () => {
    await assert(
      asyncProperty(someHistories, async (all) => {
        const before = await transferWorld();
        await fill(before, all);
        const file = await exported(before, new MemoryTarget());
        const after = await transferWorld();
        const report = await restored(after, file);
        expect(report).toMatchObject({ lost: [], stopped: null, receipt: null });
        expect(report.results.map(({ kind }) => kind)).toEqual(all.map(() => 'new'));
        expect(await hashes(await exported(after, new MemoryTarget()))).toEqual(await hashes(file));
      }),
      { numRuns: 12 },
    );
  });

  it('lets the next request to each vendor be the same to the byte', async () => {
    for (const target of [CLAUDE, GPT, GEMINI, CHAT]) {
      const here = await PracticeWorld.open();
      const { id } = await here.talk(
        [CLAUDE, '!think 2\nFirst.'],
        [GPT, '!think 1\nSecond.'],
        [GEMINI, '!think 1\nThird.'],
        [CLAUDE, 'Fourth.'],
      );
      const file = await exported(await transferWorld(here), new MemoryTarget());
      const there = await PracticeWorld.open();
      await restored(await transferWorld(there), file);
      const next = async (where: PracticeWorld) => {
        const sent = where.bodies.length;
        await where.say(id, target, 'And now?');
        return where.bodies[sent];
      };
      const [one, other] = [await next(here), await next(there)];
      expect(one).toBeTruthy();
      expect(JSON.stringify(other)).toBe(JSON.stringify(one));
    }
  });
});

describe('writing', () => {
  it('has nothing to write where nothing is stored', async () => {
    const call = exported(await transferWorld(), new MemoryTarget());
    await expect(call).rejects.toMatchObject({ code: 'nothing' });
  });

  it('says what it wrote, and how far it is', async () => {
    const world = await transferWorld();
    await fill(world, THREE);
    const to = new MemoryTarget();
    const run = running();
    const report = await world.client.write(EVERYTHING, to, run);
    const messages = THREE.reduce((sum, one) => sum + one.messages.length, 0);
    expect(report).toMatchObject({ conversations: 3, messages, lost: 0, unreadable: 0, bytes: to.content?.length });
    expect(new Set(run.seen.map(({ phase }) => phase))).toEqual(new Set(['writing', 'verifying']));
    const last = run.seen.at(-1);
    expect(last).toMatchObject({ conversations: 3, of: 3 });
    expect(last?.bytes).toBe(last?.ofBytes);
  });

  it('takes the chosen ones with the tasks below them, and leaves the trash out where it is not wanted', async () => {
    const world = await transferWorld();
    const [a, b, c] = THREE;
    if (!a || !b || !c) throw new Error('no sample');
    const task = { ...b, session: { ...b.session, task: TASK } };
    await fill(world, [a, task, c]);
    await trashSession(world.deps.db, c.session.id, 5);
    const idsOf = async (job: object) => {
      const to = new MemoryTarget();
      await world.client.write({ ...EVERYTHING, ...job }, to, running());
      const opened = await world.client.open([await to.getFile()], running());
      return opened.kind === 'archive' ? opened.conversations.map(({ id }) => id).toSorted() : [];
    };
    expect(await idsOf({})).toEqual(['a', 'b', 'c']);
    expect(await idsOf({ trash: false })).not.toContain('c');
    expect(await idsOf({ sessions: ['a'] })).toEqual(['a', 'b']);
    expect(await idsOf({ sessions: ['c'] })).toEqual(['c']);
  });

  it('leaves no file when it is stopped, while it writes or while it reads again', async () => {
    for (const phase of ['writing', 'verifying'] as const) {
      const world = await transferWorld();
      await fill(world, THREE);
      const to = new MemoryTarget();
      const run = running();
      const call = world.client.write(EVERYTHING, to, {
        ...run,
        onProgress: (progress) => progress.phase === phase && run.abort.abort(),
      });
      await expect(call).rejects.toMatchObject({ name: 'AbortError' });
      expect([phase, to.content]).toEqual([phase, null]);
    }
  });

  it('keeps what a file held before, when a new export is stopped or fails while it writes', async () => {
    const world = await transferWorld();
    await fill(world, THREE);
    const to = new MemoryTarget();
    to.content = Uint8Array.of(1, 2, 3);
    to.quota = 500;
    await expect(world.client.write(EVERYTHING, to, running())).rejects.toMatchObject({ code: 'file-full' });
    expect(to.content).toEqual(Uint8Array.of(1, 2, 3));
  });

  it('says that the disk is full, and takes the empty file away', async () => {
    const world = await transferWorld();
    await fill(world, THREE);
    const to = new MemoryTarget();
    to.quota = 500;
    await expect(world.client.write(EVERYTHING, to, running())).rejects.toMatchObject({
      code: 'file-full',
      left: false,
    });
    expect(to.content).toBeNull();
  });

  it('says that the file may not be written', async () => {
    const world = await transferWorld();
    await fill(world, THREE);
    const to = new MemoryTarget();
    to.createWritable = async () => {
      throw new DOMException('no', 'NotAllowedError');
    };
    await expect(world.client.write(EVERYTHING, to, running())).rejects.toMatchObject({ code: 'file-denied' });
  });

  it('writes everything else where the disk does not give an attachment back', async () => {
    const world = await transferWorld();
    await fill(world, THREE);
    const { blobs } = world.deps.db;
    const rows = await blobs.toArray();
    const broken = Object.assign(new Blob(['x']), {
      slice: () => ({ arrayBuffer: () => Promise.reject(new DOMException('gone', 'NotReadableError')) }),
    });
    vi.spyOn(blobs, 'get').mockImplementation((async (hash: string) => ({
      hash,
      mime: 'a/b',
      bytes: broken,
    })) as never);
    const report = await world.client.write(EVERYTHING, new MemoryTarget(), running());
    expect(rows.length).toBeGreaterThan(1);
    expect(report.conversations).toBe(3);
    // One of them is empty, so its hash still matches.
    expect(report.lost).toBe(rows.length - 1);
  });

  it('finds what the disk changed, whichever byte, and says so when the file cannot be taken away', async () => {
    const world = await transferWorld();
    await fill(world, THREE);
    const complete = new MemoryTarget();
    await exported(world, complete);
    const good = await hashes(await complete.getFile());
    const length = complete.content?.length ?? 0;
    for (let at = 31; at < length; at += Math.ceil(length / 25)) {
      const to = new MemoryTarget();
      to.canRemove = at % 2 === 0;
      to.spoil = (bytes) => bytes.fill((bytes[at] ?? 0) ^ 0xff, at, at + 1);
      const failure = await world.client.write(EVERYTHING, to, running()).then(
        () => 'good',
        (error: unknown) => (error instanceof TransferError ? `${error.code}, left: ${error.left}` : 'something else'),
      );
      // Bytes that don't matter, such as a time, may change.
      const harmless = to.content !== null && (await sameAs(good, new Blob([to.content])));
      expect(failure).toBe(harmless ? 'good' : `not-verified, left: ${!to.canRemove}`);
    }
  });
});

describe('restoring', () => {
  it('previews without a change, says what comes back from the trash, brings what was chosen, and takes it back', async () => {
    const world = await transferWorld();
    const alive = THREE.map((one) => ({ ...one, session: { ...one.session, deletedAt: 0 } }));
    await fill(world, alive);
    const file = await exported(world, new MemoryTarget());
    await trashSession(world.deps.db, 'b', 5);
    const other = await transferWorld();
    await fill(other, alive.slice(0, 1));

    const opened = await world.client.open([file], running());
    expect(opened).toMatchObject({ kind: 'archive', writtenBy: 'Baton 1.0', lost: 0 });
    expect((await world.client.preview(opened.id, running())).results).toMatchObject([
      { id: 'a', kind: 'same', fromTrash: false },
      { id: 'b', kind: 'diverged', fromTrash: true },
      { id: 'c', kind: 'same', fromTrash: false },
    ]);
    expect((await world.deps.db.sessions.get('b'))?.deletedAt).toBe(5);

    const there = await other.client.open([file], running());
    expect((await other.client.preview(there.id, running())).results.map(({ kind }) => kind)).toEqual([
      'same',
      'new',
      'new',
    ]);
    const report = await other.client.restore(there.id, ['c'], running());
    expect(report.results).toMatchObject([{ id: 'c', kind: 'new' }]);
    expect(await other.deps.db.sessions.toCollection().primaryKeys()).toEqual(['a', 'c']);
    expect(await other.client.undo(report.id ?? '', running())).toEqual([]);
    expect(await other.deps.db.sessions.toCollection().primaryKeys()).toEqual(['a']);
    await expect(other.client.undo(report.id ?? '', running())).rejects.toMatchObject({ code: 'not-open' });
    await other.client.close(there.id);
    await expect(other.client.preview(there.id, running())).rejects.toMatchObject({ code: 'not-open' });
  });

  it('brings what is missing beside conversations, too, unless one that is new is left out', async () => {
    const world = await transferWorld();
    await fill(world, THREE);
    const file = await exported(world, new MemoryTarget());
    const other = await transferWorld();
    await restored(other, file);
    const { prompts, sessions } = other.deps.db;
    const all = await prompts.toArray();
    expect(all.length).toBeGreaterThan(0);
    await prompts.clear();
    const opened = await other.client.open([file], running());
    const preview = await other.client.preview(opened.id, running());
    expect(preview.results.map(({ kind }) => kind)).toEqual(['same', 'same', 'same']);
    expect(preview.library).toBe(all.length);
    const alone = await other.client.restore(opened.id, [], running());
    expect(alone).toMatchObject({ results: [], library: all.length });
    expect(await prompts.toArray()).toEqual(all);
    await other.client.undo(alone.id ?? '', running());
    expect(await prompts.count()).toBe(0);

    const [first, second] = opened.kind === 'archive' ? opened.conversations.map(({ id }) => id) : [];
    await sessions.bulkDelete([first ?? '', second ?? '']);
    await other.client.preview(opened.id, running());
    await other.client.restore(opened.id, [first ?? ''], running());
    expect(await prompts.count()).toBe(0);
    await other.client.preview(opened.id, running());
    await other.client.restore(opened.id, [second ?? ''], running());
    expect(await prompts.toArray()).toEqual(all);
  });

  it('says before it restores what conversations and assistants would add to requests', async () => {
    const [one, two] = THREE;
    if (!one || !two) throw new Error('no sample');
    const body = { metadata: { tags: ['x'] } };
    const withBody = (history: typeof one) => ({
      ...history,
      session: { ...history.session, parameters: { temperature: 1, body } },
    });
    const world = await transferWorld();
    await fill(world, [withBody(one), withBody(two)]);
    const assistant = { id: 'a', name: 'Helper', system: '', target: null, createdAt: 1, updatedAt: 1 };
    await world.deps.db.assistants.bulkAdd([
      { ...assistant, parameters: { body } },
      { ...assistant, id: 'b', name: 'Plain', parameters: { seed: 1 } },
    ]);
    const file = await exported(world, new MemoryTarget());
    const other = await transferWorld();
    await fill(other, [two]);
    const opened = await other.client.open([file], running());
    const preview = await other.client.preview(opened.id, running());
    const fields = preview.results.map((row) => [row.id, row.kind !== 'refused' && row.fields]);
    expect(Object.fromEntries(fields)).toEqual({ [one.session.id]: body, [two.session.id]: null });
    expect(preview).toMatchObject({ library: 2, assistants: [{ name: 'Helper', fields: body }] });
    await other.client.restore(opened.id, 'all', running());
    // What is here keeps its own.
    expect((await other.deps.db.sessions.get(two.session.id))?.parameters).toEqual(two.session.parameters);
    const again = await other.client.preview(opened.id, running());
    expect(again).toMatchObject({ library: 0, assistants: [] });
  });

  it('leaves attachments that it took back for the next sweep', async () => {
    const blobs = THREE.filter((one) => JSON.stringify(one).includes('"blob"'));
    expect(blobs.length).toBeGreaterThan(0);
    const world = await transferWorld();
    await fill(world, blobs);
    const file = await exported(world, new MemoryTarget());
    const other = await transferWorld();
    const { id } = await restored(other, file);
    const stored = await other.deps.db.blobs.toCollection().primaryKeys();
    expect(stored.length).toBeGreaterThan(0);
    await other.client.undo(id ?? '', running());
    expect((await other.deps.db.settings.get('storage.looseBlobs'))?.value).toEqual(expect.arrayContaining(stored));
  });

  it('brings the conversations although bytes of their attachments are damaged, and says which', async () => {
    const named = THREE.filter((one) => JSON.stringify(one).includes('"blob"'));
    const damaged = await written(named);
    const names = [...damaged.contents.keys()].filter((name) => name.startsWith('blobs/'));
    for (const name of names) damaged.put(name, 'not these');
    const world = await transferWorld();
    const archive = await openArchive(damaged.list());
    const report = await restoreArchive(world.deps, archive, archive.manifest.conversations);
    expect(report.stopped).toBe(null);
    expect(report.results.map(({ kind }) => kind)).toEqual(named.map(() => 'new'));
    expect(report.lost.map((hash) => `blobs/${hash}`).toSorted()).toEqual(names.toSorted());
    expect(await world.deps.db.prompts.count()).toBeGreaterThan(0);
  });

  it('brings attachments that are missing here, although the conversation is the same', async () => {
    const named = THREE.filter((one) => JSON.stringify(one).includes('"blob"'));
    const world = await transferWorld();
    await fill(world, named);
    const file = await exported(world, new MemoryTarget());
    const before = await world.deps.db.blobs.toCollection().primaryKeys();
    await world.deps.db.blobs.clear();
    const opened = await world.client.open([file], running());
    const previewed = async () => (await world.client.preview(opened.id, running())).results;
    expect(await previewed()).toMatchObject(named.map(() => ({ kind: 'diverged', added: 0 })));
    await world.client.restore(opened.id, 'all', running());
    expect(await world.deps.db.blobs.toCollection().primaryKeys()).toEqual(before);
    expect(await previewed()).toMatchObject(named.map(() => ({ kind: 'same', attachments: 0 })));
  });

  it.each([0, 1, 2])('keeps what was restored until it was stopped, and takes that back: %i', async (after) => {
    const world = await transferWorld();
    await fill(world, THREE);
    const file = await exported(world, new MemoryTarget());
    const other = await transferWorld();
    const opened = await other.client.open([file], running());
    const run = running();
    const report = await other.client.restore(opened.id, 'all', {
      ...run,
      onProgress: ({ conversations }) => conversations === after && run.abort.abort(),
    });
    expect(report.stopped).toBe('cancelled');
    // What is stored together is told together.
    expect(report.results.length).toBeGreaterThanOrEqual(after);
    expect(await other.deps.db.sessions.count()).toBe(report.results.length);
    if (report.id !== null) await other.client.undo(report.id, running());
    expect(await other.deps.db.sessions.count()).toBe(0);
  });

  it('refuses a conversation that another window writes in, and brings the others', async () => {
    const world = await transferWorld();
    await fill(world, THREE);
    const file = await exported(world, new MemoryTarget());
    const other = await transferWorld();
    let release = () => undefined as void;
    void other.locks.request('baton-session-b', () => new Promise<void>((resolve) => (release = resolve)));
    const report = await restored(other, file);
    expect(report.results).toMatchObject([
      { id: 'a', kind: 'new' },
      { id: 'b', kind: 'refused', because: 'busy' },
      { id: 'c', kind: 'new' },
    ]);
    release();
  });

  it('takes an archive out of a folder, or packed with its folder', async () => {
    const world = await transferWorld();
    await fill(world, THREE);
    const file = await exported(world, new MemoryTarget());
    const files = await zipFiles(file);
    const contents: [string, Uint8Array][] = [];
    for (const one of files) {
      const chunks: Uint8Array[] = [];
      for await (const piece of one.read()) chunks.push(Uint8Array.from(piece));
      contents.push([`baton/${one.name}`, Buffer.concat(chunks)]);
    }
    const again = new File([await zipped(contents)], 'again.zip');
    const folder = contents.map(([path, bytes]) => ({ file: new File([Uint8Array.from(bytes)], 'x'), path }));
    for (const picked of [[again], folder]) {
      const opened = await world.client.open(picked, running());
      expect(opened.kind).toBe('archive');
      const { results } = await world.client.preview(opened.id, running());
      expect(results.map(({ kind }) => kind)).toEqual(['same', 'same', 'same']);
    }
  });
});
