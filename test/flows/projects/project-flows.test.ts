import { describe, expect, it } from 'vitest';
import { without } from '#core/without.ts';
import { sweepBlobs } from '#storage/blob-gc.ts';
import { createFolder, removeFolder, undoRemoveFolder } from '#storage/folder-repository.ts';
import { assistants } from '#storage/library-repository.ts';
import type { SessionRow } from '#storage/rows.ts';
import { CLAUDE, GPT, PracticeWorld } from '../practice-world.ts';

async function research() {
  const world = await PracticeWorld.open();
  const { db, projects, flows } = world;
  const folder = await createFolder(db, { name: 'Research', parent: null, at: 1 });
  const inside = await createFolder(db, { name: 'Inside', parent: folder.id, at: 2 });
  await projects.change(folder.id, { instructions: 'Cite sources.' });
  const begin = async (id: string | undefined) => {
    const session = await flows.createSession(CLAUDE, id);
    await projects.begin(session.id);
    return session.id;
  };
  const rowOf = async (id: string): Promise<SessionRow> => {
    const row = await db.sessions.get(id);
    if (!row) throw new Error('no session');
    return row;
  };
  /** The system text of the newest request. */
  const ask = async (id: string, target = CLAUDE) => {
    await world.say(id, target, 'Hello');
    return (await db.sends.toArray()).at(-1)?.system;
  };
  return { world, db, projects, folder, inside, begin, ask, rowOf };
}

describe('a project', () => {
  it('gives its instructions to its conversations, with what the user says about themselves, unless left out', async () => {
    const { world, projects, folder, inside, begin, ask } = await research();
    const [id, below, elsewhere] = [await begin(folder.id), await begin(inside.id), await begin(undefined)];
    const instructions = 'Instructions of the project "Research":\nCite sources.';
    expect(await ask(id)).toBe(instructions);
    expect(await ask(below)).toBe(instructions);
    world.aboutMe = 'I am a nurse.';
    const aboutMe = 'What the user wants every model to know:\nI am a nurse.';
    expect(await ask(elsewhere)).toBe(aboutMe);
    expect(await ask(id)).toBe(`${aboutMe}\n\n${instructions}`);
    await projects.leaveOut(id, 'project', true);
    expect(await ask(id, GPT)).toBe(aboutMe);
    await projects.leaveOut(id, 'aboutMe', true);
    expect(await ask(id)).toBe('');
    await projects.leaveOut(id, 'project', false);
    expect(await ask(id)).toBe(instructions);
    const inspection = await world.requests.inspect(id, null);
    expect(inspection?.rebuilt.kind).toBe('exact');
    expect(world.errors).toEqual([]);
  });

  it('lets new conversations begin with its model, its assistant and tools to search with', async () => {
    const { db, projects, folder, begin, rowOf } = await research();
    const editor = { id: 'a', name: 'Editor', system: 'Cut.', target: GPT, createdAt: 1, updatedAt: 1 };
    await assistants.put(db, editor);
    await projects.change(folder.id, { assistant: 'a', files: 'tool' });
    expect(await rowOf(await begin(folder.id))).toMatchObject({
      target: GPT,
      system: 'Cut.',
      assistant: 'a',
      tools: { on: true, mode: 'ask' },
    });
    const own = { ...CLAUDE, thinking: 'high' as const };
    await projects.change(folder.id, { target: own, files: 'passages' });
    const row = await rowOf(await begin(folder.id));
    expect(row).toMatchObject({ target: own, system: 'Cut.' });
    expect(row.tools).toBeUndefined();
    await projects.change(folder.id, { assistant: null });
    expect((await db.folders.get(folder.id))?.project).toEqual({
      instructions: 'Cite sources.',
      target: own,
      files: 'passages',
    });
  });

  it('leaves none of its tools on in a conversation that is taken out of it for another place', async () => {
    const { db, projects, folder, begin, rowOf } = await research();
    await projects.change(folder.id, { files: 'tool' });
    const id = await begin(folder.id);
    await projects.begin(id, folder.id);
    expect((await rowOf(id)).tools?.on).toBe(true);
    await db.sessions.put(without(await rowOf(id), 'folder'));
    await projects.begin(id, folder.id);
    expect((await rowOf(id)).tools?.on).toBe(false);
  });

  it('keeps its model, assistant and tools when an empty conversation is moved out of it, and undo brings them back', async () => {
    const { world, db, projects, folder, inside, begin, rowOf } = await research();
    await assistants.put(db, { id: 'a', name: 'Editor', system: 'Cut.', target: GPT, createdAt: 1, updatedAt: 1 });
    await projects.change(folder.id, { assistant: 'a', files: 'tool' });
    const id = await begin(folder.id);
    const before = await rowOf(id);
    await world.organize.move([id], inside.id);
    expect(await rowOf(id)).toMatchObject({ target: GPT, assistant: 'a', tools: { on: true } });
    const { undo } = await world.organize.move([id], null);
    expect(await rowOf(id)).toMatchObject({ target: null, system: '', tools: { on: false } });
    expect(await rowOf(id)).not.toHaveProperty('assistant');
    // The page chooses the default.
    await db.sessions.update(id, { target: CLAUDE });
    await undo();
    expect(await rowOf(id)).toEqual({ ...before, folder: inside.id });
  });

  it('takes nothing back that the user chose, nor from a conversation with messages', async () => {
    const { world, db, projects, folder, begin, ask, rowOf } = await research();
    await projects.change(folder.id, { target: GPT });
    const [own, written] = [await begin(folder.id), await begin(folder.id)];
    await db.sessions.update(own, { target: CLAUDE });
    await ask(written, GPT);
    await world.organize.move([own, written], null);
    expect([(await rowOf(own)).target, (await rowOf(written)).target]).toEqual([CLAUDE, GPT]);
  });

  it('comes back whole after it was deleted, by undo or from the trash, files included', async () => {
    const { db, projects, folder, inside, begin } = await research();
    const id = await begin(folder.id);
    const [file] = await projects.addFiles(folder.id, [new File(['본문'], '메모.txt', { type: 'text/plain' })]);
    const before = [await db.folders.toArray(), await db.projectFiles.toArray()];
    const removed = await removeFolder(db, folder.id, 5);
    expect(await db.sessions.get(id)).not.toHaveProperty('folder');
    await sweepBlobs(db);
    if (removed) await undoRemoveFolder(db, removed);
    expect([await db.folders.toArray(), await db.projectFiles.toArray()]).toEqual(before);
    expect((await db.sessions.get(id))?.folder).toBe(folder.id);

    await removeFolder(db, folder.id, 6);
    await projects.restore(folder.id);
    expect(await db.folders.get(folder.id)).toEqual(before[0]?.find(({ id: one }) => one === folder.id));
    expect((await db.folders.get(inside.id))?.parent).toBeNull();
    const { undo } = await projects.removeFiles([file?.id ?? '']);
    await undo();
    await sweepBlobs(db);
    expect(await db.projectFiles.toArray()).toEqual(before[1]);
    expect(await (await db.blobs.get(file?.blob ?? ''))?.bytes.text()).toBe('본문');
    const swept = await projects.removeFiles([file?.id ?? '']);
    await sweepBlobs(db);
    expect(await db.blobs.count()).toBe(0);
    await swept.undo();
    expect(await db.projectFiles.toArray()).toEqual(before[1]);
    expect(await (await db.blobs.get(file?.blob ?? ''))?.bytes.text()).toBe('본문');
    await removeFolder(db, folder.id, 7);
    await projects.purge(folder.id);
    await sweepBlobs(db);
    expect([await db.folders.count(), await db.projectFiles.count(), await db.blobs.count()]).toEqual([1, 0, 0]);
  });

  it('sends small files whole, and passages of large ones with the question, once', async () => {
    const { world, db, projects, folder, begin, ask } = await research();
    const id = await begin(folder.id);
    await projects.addFiles(folder.id, [new File(['The heron is grey.'], 'birds.md'), new File(['\0\0\0\0'], 'a.bin')]);
    const whole = await ask(id);
    expect(whole).toContain('<project-file name="birds.md">\nThe heron is grey.\n</project-file>');
    expect((await db.projectTexts.toArray()).map(({ unread }) => unread)).toEqual([undefined, 'unknown']);
    expect(await db.overlays.count()).toBe(0);

    const long = 'Nothing of interest is on this line of the file.\n'.repeat(40_000);
    await projects.addFiles(folder.id, [new File([long], 'long.txt'), new File(['왜가리는 회색이다.'], '새.txt')]);
    await world.say(id, CLAUDE, 'What color is the heron, 왜가리?');
    const [added] = await db.overlays.toArray();
    expect(added).toMatchObject({ kind: 'context', reason: 'passages of the project' });
    const body = JSON.stringify(world.bodies.at(-1));
    expect(body).not.toContain('<project-file');
    expect(body).toContain('The heron is grey.');
    expect(body).toContain('왜가리는 회색이다.');
    expect(body).toMatch(/project-passage number=\\"1\\" source=\\"[^"]*(birds|새)/);
    expect((await world.requests.inspect(id, null))?.rebuilt.kind).toBe('exact');

    await projects.leaveOut(id, 'projectFiles', true);
    await ask(id);
    expect(await db.overlays.count()).toBe(1);
    expect(world.errors).toEqual([]);
  });
});
