import { describe, expect, it } from 'vitest';
import { saveDraft } from '#storage/draft-repository.ts';
import { newId } from '#storage/new-id.ts';
import { saveOutput } from '#storage/output-repository.ts';
import { claimSession } from '#storage/writer-fence.ts';
import { CLAUDE, GEMINI, GPT, PracticeWorld } from './practice-world.ts';

async function begin() {
  const world = await PracticeWorld.open();
  const session = await world.talk([CLAUDE, '!think 2\nFirst.'], [GPT, '!think 1\nSecond.'], [CLAUDE, 'Third.']);
  await world.flows.setTarget(session.id, GEMINI);
  await saveDraft(world.db, { sessionId: session.id, text: 'Not sent yet.', attachments: [], at: 1 });
  return { world, id: session.id, db: world.db };
}

const withoutIds = (messages: readonly object[]) =>
  messages.map((message) => ({ ...message, id: '', parentId: '', sessionId: '' }));

describe('forking', () => {
  it('copies the path with everything on it under new ids', async () => {
    const { world, id, db } = await begin();
    const fork = await world.flows.fork(id, { title: 'Fork', stay: CLAUDE });
    const [before, after] = [await world.path(id), await world.path(fork.id)];
    expect(withoutIds(after)).toEqual(withoutIds(before));
    expect(after.map(({ parentId }) => parentId)).toEqual([null, ...after.slice(0, -1).map((message) => message.id)]);
    const ids = new Set([...before, ...after].map((message) => message.id));
    expect(ids.size).toBe(before.length * 2);
    expect(await db.sessions.get(fork.id)).toMatchObject({
      title: 'Fork',
      target: GEMINI,
      pinned: 0,
      cost: 0,
      lastSeq: 6,
    });
  });

  it('leaves the old conversation with the model it had, and takes the unsent text along', async () => {
    const { world, id, db } = await begin();
    const before = await world.path(id);
    const fork = await world.flows.fork(id, { title: 'Fork', stay: CLAUDE });
    expect(await world.path(id)).toEqual(before);
    expect((await world.session(id)).target).toEqual(CLAUDE);
    expect(await db.drafts.get(id)).toBeUndefined();
    expect((await db.drafts.get(fork.id))?.text).toBe('Not sent yet.');
  });

  it('lets every answer in the fork still tell exactly how it was asked for', async () => {
    const { world, id } = await begin();
    const fork = await world.flows.fork(id, { title: 'Fork', stay: CLAUDE });
    const answers = (await world.path(fork.id)).filter(({ role }) => role === 'assistant');
    for (const [index, answer] of answers.entries()) {
      const { rebuilt, send } = (await world.requests.inspect(fork.id, answer.id)) ?? {};
      expect(rebuilt?.kind, `answer ${index + 1}`).toBe('exact');
      const own = new Set((await world.path(fork.id)).map((message) => message.id));
      expect(send?.notes.filter(({ message }) => message !== undefined && !own.has(message))).toEqual([]);
    }
  });

  it('takes along the full texts of shortened results, under the ids that the conversation names', async () => {
    const { world, id, db } = await begin();
    const [, answer] = await world.path(id);
    const row = { sessionId: id, name: 'web__get', text: 'all of it', at: 1 };
    await db.outputs.bulkAdd([
      { ...row, id: 'output-1', call: 'left#0' },
      { ...row, id: 'output-3', call: `${answer?.id}#1` },
    ]);
    const fork = await world.flows.fork(id, { title: 'Fork', stay: CLAUDE });
    const [, copy] = await world.path(fork.id);
    const rows = await db.outputs.toArray();
    expect(rows.filter(({ sessionId }) => sessionId === fork.id)).toEqual([
      { ...row, sessionId: fork.id, id: 'output-3', call: `${copy?.id}#1` },
    ]);
    const { fence } = await claimSession(db, fork.id);
    expect(await saveOutput(db, fence, { call: 'new#0', name: 'web__get', text: 'more', at: 2 })).toBe('output-4');
  });

  it('goes on where it stands: the next request of the fork is that of the old conversation', async () => {
    const { world, id } = await begin();
    const outgoing = { text: 'Go on.', attachments: [] };
    const there = await world.requests.preview(id, { target: CLAUDE, outgoing });
    const fork = await world.flows.fork(id, { title: 'Fork', stay: CLAUDE });
    const here = await world.requests.preview(fork.id, { target: CLAUDE, outgoing });
    expect(here.ok && here.request.body).toEqual(there.ok && there.request.body);
    await world.say(fork.id, GEMINI, 'Fourth, in the fork.');
    expect((await world.path(fork.id)).at(-1)?.error).toBeUndefined();
    expect(await world.path(id)).toHaveLength(6);
  });

  it('copies the repairs of the path, and no others', async () => {
    const { world, id, db } = await begin();
    const [first, answer] = await world.path(id);
    const overlay = (message: string) => ({
      id: newId(),
      sessionId: id,
      target: { message },
      kind: 'shortened',
      reason: 'test',
      at: 1,
    });
    await world.flows.editAndSend(id, first?.id ?? '', { text: 'Another beginning.', attachments: [] });
    const path = await world.path(id);
    await db.overlays.bulkAdd([overlay(answer?.id ?? ''), overlay(path[1]?.id ?? ''), overlay('*')]);
    const fork = await world.flows.fork(id, { title: 'Fork', stay: null });
    const copied = await db.overlays.where('sessionId').equals(fork.id).toArray();
    const forked = await world.path(fork.id);
    expect(new Set(copied.map(({ target }) => target.message))).toEqual(new Set(['*', forked[1]?.id]));
    expect(copied).toHaveLength(2);
  });

  it('is all or nothing', async () => {
    const { world, id, db } = await begin();
    const counts = async () => [
      await db.sessions.count(),
      await db.messages.count(),
      await db.sends.count(),
      await db.drafts.count(),
    ];
    const before = await counts();
    const bulkAdd = db.sends.bulkAdd.bind(db.sends);
    Object.assign(db.sends, { bulkAdd: () => Promise.reject(new Error('the disk is full')) });
    await expect(world.flows.fork(id, { title: 'Fork', stay: CLAUDE })).rejects.toThrow('could not be read or written');
    Object.assign(db.sends, { bulkAdd });
    expect(await counts()).toEqual(before);
    expect((await world.session(id)).target).toEqual(GEMINI);
  });

  it('is undone: the text and the target come back, the fork goes into the trash', async () => {
    const { world, id, db } = await begin();
    const fork = await world.flows.fork(id, { title: 'Fork', stay: CLAUDE });
    await world.flows.undoFork(fork.id, id);
    expect((await world.session(id)).target).toEqual(GEMINI);
    expect((await db.drafts.get(id))?.text).toBe('Not sent yet.');
    expect((await world.session(fork.id)).deletedAt).toBeGreaterThan(0);
  });

  it('copies a long conversation in order', async () => {
    const { world, id, db } = await begin();
    const last = await world.session(id);
    let parentId = last.leafId;
    const rows = Array.from({ length: 1_203 }, (_, at) => {
      const row = {
        id: `long-${String(at).padStart(4, '0')}`,
        sessionId: id,
        parentId,
        parentKey: parentId ?? '',
        seq: last.lastSeq + 1 + at,
        role: 'user' as const,
        parts: [{ type: 'text' as const, text: `${at}` }],
        status: 'complete' as const,
        createdAt: 1,
      };
      parentId = row.id;
      return row;
    });
    await db.messages.bulkAdd(rows);
    await db.sessions.update(id, { leafId: parentId, lastSeq: last.lastSeq + rows.length });
    const fork = await world.flows.fork(id, { title: 'Fork', stay: null });
    const copy = await db.messages.where('sessionId').equals(fork.id).sortBy('seq');
    expect(copy).toHaveLength(1_209);
    expect(copy.map(({ seq }) => seq)).toEqual(copy.map((_, at) => at + 1));
    expect(copy.at(-1)?.id).toBe(fork.leafId);
    expect(copy.at(-1)?.parts).toEqual([{ type: 'text', text: '1202' }]);
  });
});

describe('forking at a message', () => {
  it('of the middle takes along what leads to it, and leaves the conversation with all it had', async () => {
    const { world, id, db } = await begin();
    const before = await world.path(id);
    const [, answer] = before;
    const fork = await world.flows.forkAt(id, answer?.id ?? '', { title: 'Earlier' });
    expect(withoutIds(await world.path(fork.id))).toEqual(withoutIds(before.slice(0, 2)));
    expect(await world.path(id)).toEqual(before);
    expect((await world.session(id)).target).toEqual(GEMINI);
    expect((await db.drafts.get(id))?.text).toBe('Not sent yet.');
    expect(await db.drafts.get(fork.id)).toBeUndefined();
    await world.flows.send(fork.id, { text: 'Elsewhere.', attachments: [] });
    expect((await world.path(fork.id)).at(-1)).toMatchObject({ stop: 'end' });
  });

  it('of a conversation that another window moved into the trash is not in the trash itself', async () => {
    const { world, id } = await begin();
    const [, answer] = await world.path(id);
    await world.flows.deleteSession(id);
    const fork = await world.flows.forkAt(id, answer?.id ?? '', { title: 'Kept' });
    expect((await world.session(fork.id)).deletedAt).toBe(0);
  });

  it('in place of a question stops before it, and has its words to be written anew', async () => {
    const { world, id, db } = await begin();
    const before = await world.path(id);
    const file = { kind: 'file' as const, mime: 'text/plain', name: 'a.txt', blob: 'ab', bytes: 2 };
    const instead = { text: 'Second.', attachments: [{ ...file, from: { server: 'docs', uri: 'doc://1' } }] };
    const fork = await world.flows.forkAt(id, before[2]?.id ?? '', { title: 'Anew', instead });
    expect(withoutIds(await world.path(fork.id))).toEqual(withoutIds(before.slice(0, 2)));
    expect(await db.drafts.get(fork.id)).toMatchObject(instead);
    const empty = await world.flows.forkAt(id, before[0]?.id ?? '', { title: 'From the start', instead });
    expect(empty.leafId).toBeNull();
  });

  it('takes an answer on another branch with the results of its calls', async () => {
    const { world, id, db } = await begin();
    const { leafId, lastSeq } = await world.session(id);
    const row = (name: string, parentId: string | null, at: number) => ({
      id: name,
      sessionId: id,
      parentId,
      parentKey: parentId ?? '',
      seq: lastSeq + at,
      status: 'complete' as const,
      createdAt: 1,
      parts: [{ type: 'text' as const, text: name }],
    });
    await db.messages.bulkAdd([
      { ...row('calls', leafId, 1), role: 'assistant' },
      { ...row('results', 'calls', 2), role: 'tool' },
      { ...row('after', 'results', 3), role: 'assistant' },
    ]);
    const fork = await world.flows.forkAt(id, 'calls', { title: 'Step' });
    const texts = (await world.path(fork.id)).map(({ parts }) =>
      parts.map((part) => ('text' in part ? part.text : '')),
    );
    expect(texts.slice(-2)).toEqual([['calls'], ['results']]);
    expect((await world.session(id)).leafId).toBe(leafId);
  });
});
