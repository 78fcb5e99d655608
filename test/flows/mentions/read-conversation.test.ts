import { openTestDatabase } from '#test/fakes/page-storage.ts';
import { describe, expect, it } from 'vitest';
import { DELETED, EXCLUDED } from '#core/normalize/base/overlays.ts';
import { readConversation } from '#flows/mentions/read-conversation.ts';
import { appendMessages, type NewMessage } from '#storage/write-messages.ts';
import { putOverlays } from '#storage/overlay-repository.ts';
import type { StoredPart } from '#storage/rows.ts';
import { createSession, renameSession } from '#storage/session-repository.ts';
import { claimSession } from '#storage/writer-fence.ts';

const onUnreadableRow = (row: unknown) => {
  throw new Error(`unreadable: ${JSON.stringify(row)}`);
};

async function world(texts: readonly (string | StoredPart[])[]) {
  const db = await openTestDatabase();
  const { id } = await createSession(db, { target: null, at: 1 });
  await renameSession(db, id, 'A relay');
  const { fence } = await claimSession(db, id);
  const messages = texts.map((text, at): NewMessage => ({
    id: `m${at}`,
    parentId: at === 0 ? null : `m${at - 1}`,
    role: at % 2 === 0 ? 'user' : 'assistant',
    ...(at % 2 === 1 && { origin: { vendor: 'openai', model: 'gpt-6' } }),
    parts: typeof text === 'string' ? [{ type: 'text', text }] : text,
    status: 'complete',
    createdAt: 1,
    completedAt: 1,
  }));
  await appendMessages(db, fence, messages);
  return { db, id, read: (max?: number) => readConversation({ db, onUnreadableRow }, id, max) };
}

describe('the readable text of a conversation', () => {
  it('has its title and what was said, without thinking and calls', async () => {
    const { read } = await world([
      'Plan a relay.',
      [
        { type: 'thinking', text: 'hidden' },
        { type: 'text', text: 'Four runners.' },
        { type: 'tool_call', id: 'c', name: 'x', args: {} },
      ],
    ]);
    expect(await read()).toEqual({
      title: 'A relay',
      text: '# A relay\n\n## User\n\nPlan a relay.\n\n## gpt-6\n\nFour runners.',
    });
  });

  it('keeps the newest where there is too much, and says that something is missing', async () => {
    const { read } = await world(['a'.repeat(500), 'b'.repeat(500), 'c'.repeat(500)]);
    const text = (await read(1_100))?.text ?? '';
    expect(text).not.toContain('aaa');
    expect(text).toContain('bbb');
    expect(text).toContain('ccc');
    expect(text).toContain('[Earlier messages are left out.]');
    expect((await read(50))?.text.length).toBeLessThan(120);
    expect((await read())?.text).not.toContain('left out');
  });

  it('leaves out what the user deleted or excluded', async () => {
    const { db, id, read } = await world(['first', 'deleted', 'excluded', 'last']);
    await putOverlays(db, [
      { id: 'o1', sessionId: id, target: { message: 'm1' }, kind: DELETED, reason: 'user', at: 1 },
      { id: 'o2', sessionId: id, target: { message: 'm2' }, kind: EXCLUDED, reason: 'user', at: 1 },
    ]);
    const text = (await read())?.text ?? '';
    expect(text).toContain('first');
    expect(text).toContain('last');
    expect(text).not.toMatch(/deleted|excluded/);
  });

  it('is nothing for a conversation that doesn’t exist', async () => {
    const { db } = await world(['x']);
    expect(await readConversation({ db, onUnreadableRow }, 'none')).toBeNull();
  });
});
