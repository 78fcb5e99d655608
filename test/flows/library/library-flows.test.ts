import { describe, expect, it } from 'vitest';
import { createLibraryFlows } from '#flows/library/library-flows.ts';
import { assistants, prompts } from '#storage/library-repository.ts';
import { appendMessages } from '#storage/write-messages.ts';
import { createSession } from '#storage/session-repository.ts';
import { getSession } from '#storage/read-sessions.ts';
import { claimSession } from '#storage/writer-fence.ts';
import { collectReports, openTestDatabase } from '#test/fakes/page-storage.ts';

const TARGET = { connection: 'anthropic', model: 'claude-opus-4-8', thinking: 'low' } as const;

async function open() {
  const db = await openTestDatabase();
  let now = 0;
  const { rows: unreadable, onUnreadableRow } = collectReports();
  return { db, onUnreadableRow, unreadable, flows: createLibraryFlows(db, { now: () => ++now }) };
}

describe('the library of a person', () => {
  it('keeps prompts by name, changes them in place, and brings a deleted one back as it was', async () => {
    const { db, flows, onUnreadableRow } = await open();
    const second = await flows.savePrompt({ name: '  요약 ', text: '{{topic}}' });
    const first = await flows.savePrompt({ name: 'Answer', text: 'Short.' });
    expect(second).toMatchObject({ name: '요약', createdAt: 1, updatedAt: 1 });
    const changed = await flows.savePrompt({ id: first.id, name: 'Zebra', text: 'Long.' }, first);
    expect(changed).toEqual({ ...first, name: 'Zebra', text: 'Long.', updatedAt: 3 });
    const names = async () => (await prompts.list(db, onUnreadableRow)).map(({ name }) => name);
    expect((await names()).toSorted()).toEqual(['Zebra', '요약'].toSorted());
    const back = await flows.removePrompt(second);
    expect(await names()).toEqual(['Zebra']);
    await back();
    expect(await prompts.list(db, onUnreadableRow)).toContainEqual(second);
  });

  it('has a conversation begin as an assistant does, and as one without when that is taken back', async () => {
    const { db, flows, onUnreadableRow } = await open();
    const tools = { on: true, mode: 'plan', off: ['shell'] } as const;
    const assistant = await flows.saveAssistant({
      name: 'Editor',
      system: 'Cut.',
      target: TARGET,
      tools: { ...tools, off: ['shell'] },
    });
    const plain = await flows.saveAssistant({ name: 'Plain', system: 'Be kind.', target: null });
    const { id } = await createSession(db, { target: { ...TARGET, model: 'other' }, at: 1 });
    const shown = async () => {
      const row = await getSession(db, id, onUnreadableRow);
      return row && [row.system, row.target?.model, row.tools, row.assistant];
    };
    await flows.begin(id, assistant);
    expect(await shown()).toEqual(['Cut.', 'claude-opus-4-8', tools, assistant.id]);
    await flows.begin(id, plain);
    expect(await shown()).toEqual(['Be kind.', 'claude-opus-4-8', undefined, plain.id]);
    await flows.begin(id, null);
    expect(await shown()).toEqual(['', 'claude-opus-4-8', undefined, undefined]);
  });

  it('never changes a conversation that has begun', async () => {
    const { db, flows, onUnreadableRow } = await open();
    const assistant = await flows.saveAssistant({ name: 'Editor', system: 'Cut.', target: null });
    const { id } = await createSession(db, { target: null, at: 1, system: 'Mine.' });
    const { fence } = await claimSession(db, id);
    const text = [{ type: 'text' as const, text: 'hi' }];
    await appendMessages(db, fence, [{ parentId: null, role: 'user', parts: text, status: 'complete', createdAt: 1 }]);
    await expect(flows.begin(id, assistant)).rejects.toThrow('keeps its instructions');
    expect((await getSession(db, id, onUnreadableRow))?.system).toBe('Mine.');
  });

  it('reports a row that this version cannot read, and never one that decides ahead what runs unasked', async () => {
    const { db, onUnreadableRow, unreadable } = await open();
    await db.assistants.put({
      id: 'a',
      name: 'Bold',
      system: '',
      target: null,
      tools: { on: true, mode: 'auto' as 'ask', off: [] },
      createdAt: 1,
      updatedAt: 1,
    });
    expect(await assistants.list(db, onUnreadableRow)).toEqual([]);
    expect(unreadable).toHaveLength(1);
  });

  it('takes away what it brought only where it is still the same', async () => {
    const { db, flows, onUnreadableRow } = await open();
    const saved = await flows.savePrompt({ name: 'kept', text: 'mine' });
    const row = (name: string) => ({ id: name, name, text: 'theirs', createdAt: 1, updatedAt: 1 });
    const added = await prompts.addMissing(db, [row('one'), row('two'), { ...saved, text: 'theirs' }]);
    expect(added.map(({ id }) => id)).toEqual(['one', 'two']);
    await flows.savePrompt({ id: 'two', name: 'two', text: 'changed since' }, row('two'));
    await prompts.removeSame(db, added);
    const left = await prompts.list(db, onUnreadableRow);
    expect(left.map(({ name, text }) => [name, text])).toEqual([
      ['kept', 'mine'],
      ['two', 'changed since'],
    ]);
  });
});
