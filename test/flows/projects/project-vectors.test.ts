import { describe, expect, it, vi } from 'vitest';
import { readVectorChoices, VECTORS_KEY } from '#flows/projects/vectors/vector-choices.ts';
import { createFolder } from '#storage/folder-repository.ts';
import { CLAUDE, PracticeWorld } from '../practice-world.ts';

const CHOICE = { connection: 'practice-openai', model: 'practice-embedding' };
const GEMINI_CHOICE = { connection: 'practice-gemini', model: 'practice-embedding' };

const DULL = 'Nothing of interest is on this line of the file.\n'.repeat(40_000);
const HANDBOOK = 'Every employee has 28 days of vacation a year.';

interface Embedding {
  input?: string[];
  requests?: { content: { parts: { text: string }[] }; taskType: string }[];
}
const textsIn = (body: unknown): string[] => {
  const { input, requests } = body as Embedding;
  return input ?? requests?.map(({ content }) => content.parts.map(({ text }) => text).join('')) ?? [];
};

async function office() {
  const world = await PracticeWorld.open();
  const { db, projects, vectors } = world;
  const { id: folder } = await createFolder(db, { name: 'Office', parent: null, at: 1 });
  const add = (name: string, text: string) => projects.addFiles(folder, [new File([text], name)]);
  await add('handbook.md', HANDBOOK);
  const embedded = () => world.bodies.map(textsIn).filter((texts) => texts.length > 0);
  const work = () => vectors.store.getState().work[folder];
  const becomes = (state: string) => vi.waitFor(() => expect(work()?.state).toBe(state), { timeout: 20_000 });
  const ready = () => becomes('ready');
  const stored = async () =>
    (await db.projectVectors.toArray()).map(({ file, model, open }) => ({ file, model, open }));
  return { world, db, projects, vectors, folder, add, embedded, work, becomes, ready, stored };
}

describe('an embedding model for a project', () => {
  it.each([CHOICE, GEMINI_CHOICE, { ...CHOICE, connection: 'practice-chat' }])(
    'gets nothing before it is chosen, then each file once, and later ones: %o',
    async (choice) => {
      const { world, vectors, folder, add, embedded, ready, stored } = await office();
      await vectors.updateAll();
      expect(await vectors.embedQuestion(folder, 'leave')).toBeNull();
      expect(embedded()).toEqual([]);
      await vectors.choose(folder, choice);
      await ready();
      expect(embedded()).toEqual([[HANDBOOK]]);
      expect(await stored()).toHaveLength(1);
      const [later] = await add('설치.txt', '설치에는 관리자 권한이 필요합니다.');
      await vectors.update(folder);
      expect(embedded().slice(1)).toEqual([['설치에는 관리자 권한이 필요합니다.']]);
      await vectors.updateAll();
      expect(embedded()).toHaveLength(2);
      expect((await stored()).at(-1)).toMatchObject({ file: later?.id, open: 0 });
      expect(world.errors).toEqual([]);
    },
  );

  it('stays chosen for a project whose row this version cannot read', async () => {
    const { world, db, vectors, folder, ready } = await office();
    await vectors.choose(folder, CHOICE);
    await ready();
    await db.folders.update(folder, { name: 7 as never });
    await vectors.updateAll();
    expect(readVectorChoices(world.settings.store.getState().values.get(VECTORS_KEY))).toHaveProperty(folder);
    await db.folders.delete(folder);
    await vectors.updateAll();
    expect(readVectorChoices(world.settings.store.getState().values.get(VECTORS_KEY))).toEqual({});
  });

  it('finds a passage in other words, among files that are too large to be sent whole', async () => {
    const { world, db, vectors, folder, add, ready } = await office();
    const ask = async (text: string) => {
      const session = await world.flows.createSession(CLAUDE, folder);
      await world.say(session.id, CLAUDE, text);
      const overlays = await db.overlays.where('sessionId').equals(session.id).toArray();
      return JSON.stringify(overlays);
    };
    await vectors.choose(folder, CHOICE);
    await ready();
    await add('dull.txt', DULL);
    expect(await ask('연차는 며칠이야?')).toContain('28 days');
    await vectors.withdraw(folder);
    expect(await ask('연차는 며칠이야?')).not.toContain('28 days');
    expect(world.errors).toEqual([]);
  });

  it('goes on where it was after a stop and a restart, in batches that every vendor takes', async () => {
    const { world, vectors, folder, add, embedded, becomes, ready, stored } = await office();
    await add('dull.txt', DULL.slice(0, 200_000));
    const total = () => embedded().flat().length;
    world.instead = () => {
      if (embedded().length === 4) void vectors.pause(folder);
      return null;
    };
    await vectors.choose(folder, CHOICE);
    await becomes('paused');
    const before = total();
    expect(await stored()).not.toHaveLength(0);
    world.instead = () => null;
    await vectors.updateAll();
    expect(total()).toBe(before);
    await vectors.resume(folder);
    await ready();
    for (const texts of embedded()) {
      expect(texts.length).toBeLessThanOrEqual(48);
      expect(texts.join('').length).toBeLessThanOrEqual(16_000);
    }
    // At most the batch that was under way is sent twice.
    const chunks = new Set(embedded().flat());
    expect(total() - before).toBeLessThan(before + 200);
    expect(chunks.has(HANDBOOK)).toBe(true);
    expect((await stored()).filter(({ open }) => open === 0)).toHaveLength(2);
  });

  it.each(['withdraw', 'pause'] as const)('stops in every window when one of them says so: %s', async (how) => {
    const { world, vectors, folder, add, embedded, ready, stored, work } = await office();
    const other = world.openVectors();
    await vectors.choose(folder, CHOICE);
    await ready();
    await add('dull.txt', DULL.slice(0, 200_000));
    const before = embedded().length;
    world.instead = () => {
      if (embedded().length === before + 2) void other[how](folder);
      return null;
    };
    await vectors.update(folder);
    // The request that was under way is the last one.
    expect(embedded()).toHaveLength(before + 2);
    await vi.waitFor(() => expect(work()?.state).toBe(how === 'pause' ? 'paused' : undefined));
    // What a pause leaves is kept for later.
    const leftBehind = async () => (how === 'withdraw' ? await stored() : []);
    await vi.waitFor(async () => expect(await leftBehind()).toEqual([]));
  });

  it('is left by its vectors when it is taken back, changed, or its file is removed', async () => {
    const { world, projects, vectors, folder, add, ready, stored, embedded } = await office();
    const [file] = await add('a.txt', 'A second file.');
    await vectors.choose(folder, CHOICE);
    await ready();
    await vectors.choose(folder, GEMINI_CHOICE);
    await ready();
    expect((await stored()).every(({ model }) => model.startsWith('practice-gemini'))).toBe(true);
    await projects.removeFiles([file?.id ?? '']);
    expect(await stored()).toHaveLength(1);
    await vectors.withdraw(folder);
    expect(await stored()).toEqual([]);
    expect(readVectorChoices(world.settings.store.getState().values.get(VECTORS_KEY))).toEqual({});
    const before = embedded().length;
    await add('b.txt', 'A third file.');
    await vectors.update(folder);
    expect(await vectors.embedQuestion(folder, 'third')).toBeNull();
    expect(embedded()).toHaveLength(before);
  });

  it('fails in words, and searches go by words meanwhile and say so', async () => {
    const { world, db, vectors, folder, add, ready, work } = await office();
    await vectors.choose(folder, CHOICE);
    await ready();
    await add('dull.txt', DULL);
    const isQuestion = (body: unknown) => textsIn(body).length > 0;
    let asked = 0;
    world.instead = (body) => {
      if (!isQuestion(body)) return null;
      asked += 1;
      return Response.json({ error: { message: 'No memory left.' } }, { status: 400 });
    };
    const session = await world.flows.createSession(CLAUDE, folder);
    await world.say(session.id, CLAUDE, 'How many vacation days are there?');
    await world.say(session.id, CLAUDE, 'And vacation in July?');
    expect(JSON.stringify(await db.overlays.toArray())).toContain('28 days');
    // The second question isn't sent to a server that has just failed.
    expect(asked).toBe(1);
    expect(world.errors.map(String)).toEqual(['WordsOnlyError: No memory left.', 'WordsOnlyError: No memory left.']);
    await vectors.update(folder);
    expect(work()).toMatchObject({ state: 'failed', reason: 'No memory left.' });
  });

  it('gets shorter texts when it refuses long ones', async () => {
    const { world, vectors, folder, add, ready, stored, embedded } = await office();
    await add('long.txt', 'word '.repeat(240));
    world.instead = (body) =>
      textsIn(body).some((text) => text.length > 400)
        ? Response.json({ error: { message: 'input is too large to process' } }, { status: 500 })
        : null;
    await vectors.choose(folder, CHOICE);
    await ready();
    expect((await stored()).filter(({ open }) => open === 0)).toHaveLength(2);
    expect(
      embedded()
        .flat()
        .some((text) => text.startsWith('word') && text.length <= 400),
    ).toBe(true);
  });
});
