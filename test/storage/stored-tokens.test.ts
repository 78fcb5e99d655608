import { describe, expect, it } from 'vitest';
import { estimateMessages } from '#core/window/estimate-request.ts';
import { VOCABULARIES } from '#core/window/token-weights.ts';
import { listMessages } from '#storage/complete-session.ts';
import type { BatonDatabase } from '#storage/database.ts';
import { outlineMessage } from '#storage/hydrate-parts.ts';
import { readPath } from '#storage/read-path.ts';
import type { StoredMessage, StoredPart } from '#storage/rows.ts';
import { createSession } from '#storage/session-repository.ts';
import { appendMessages, completeMessage, putStreamingMessage } from '#storage/write-messages.ts';
import type { NewMessage } from '#storage/write-messages.ts';
import { claimSession } from '#storage/writer-fence.ts';
import { required } from '#test/fakes/fake-clock.ts';
import { openTestDatabase } from '#test/fakes/page-storage.ts';

const report = (row: unknown) => {
  throw new Error(`unreadable: ${JSON.stringify(row)}`);
};

const message = (id: string, parentId: string | null, parts: StoredPart[]): NewMessage => ({
  id,
  parentId,
  role: 'user',
  parts,
  status: 'complete',
  createdAt: 1,
});
const text = (words: string): StoredPart => ({ type: 'text', text: words });
const picture: StoredPart = { type: 'image', mime: 'image/png', blob: 'a'.repeat(64), bytes: 9 };

async function store(...messages: NewMessage[]) {
  const db = await openTestDatabase();
  const { id } = await createSession(db, { target: null, at: 1 });
  const { fence } = await claimSession(db, id);
  return { db, id, fence, added: await appendMessages(db, fence, messages) };
}

async function pathOf(db: BatonDatabase, { sessionId, id }: StoredMessage): Promise<StoredMessage[]> {
  const { messages } = await readPath(db, sessionId, id, 100, report);
  return messages;
}

describe('tokens stored with a message', () => {
  it('come with what the engine reads, and count what it would count', async () => {
    const { db, added } = await store(message('a', null, [text('Where is it?'), text('어디에 있나요?')]));
    const [read] = await pathOf(db, required(added[0]));
    const { counted, ...plain } = outlineMessage(required(read));
    expect(counted).toMatchObject({ parts: plain.parts, tokens: (await db.messages.get('a'))?.tokens });
    for (const weights of VOCABULARIES)
      expect(estimateMessages([{ ...plain, ...(counted && { counted }) }], weights)).toBe(
        estimateMessages([plain], weights),
      );
  });

  it('are there from the moment a message is complete', async () => {
    const { db, added, fence } = await store({ ...message('a', null, [text('So')]), status: 'streaming' });
    expect(await db.messages.get('a')).not.toHaveProperty('tokens');
    const growing: StoredMessage = { ...required(added[0]), parts: [text('So it is')] };
    await putStreamingMessage(db, fence, growing);
    expect(await db.messages.get('a')).not.toHaveProperty('tokens');
    const complete: StoredMessage = { ...growing, parts: [text('So it is.')], status: 'complete' };
    await completeMessage(db, fence, complete, { usage: null, vendor: null });
    expect((await db.messages.get('a'))?.tokens).toHaveLength(1 + VOCABULARIES.length);
  });

  it('are not there for bytes, which are counted as they are sent', async () => {
    const result: StoredPart = {
      type: 'tool_result',
      text: 'made',
      images: [{ mime: 'image/png', blob: 'b', bytes: 9 }],
    };
    const { db, added } = await store(message('a', null, [text('See'), picture]), message('b', 'a', [result]));
    for (const one of await pathOf(db, required(added[1]))) {
      expect(await db.messages.get(one.id)).not.toHaveProperty('tokens');
      expect(outlineMessage(one)).not.toHaveProperty('counted');
    }
  });

  it('are missing in rows of earlier versions, and damaged ones harm nobody', async () => {
    const { db, added } = await store(message('a', null, [text('One')]), message('b', 'a', [text('Two')]));
    await db.messages.update('a', (row) => void delete row.tokens);
    await db.messages.update('b', { tokens: 'many' as never });
    const path = await pathOf(db, required(added[1]));
    expect(path).toEqual(added);
    for (const one of path) expect(outlineMessage(one)).not.toHaveProperty('counted');
  });

  it('go nowhere else: not into archives, not to other devices', async () => {
    const { db, id, added } = await store(message('a', null, [text('One')]));
    expect(await listMessages(db, id, report)).toEqual(added);
    expect(added[0]).not.toHaveProperty('tokens');
    expect(await pathOf(db, required(added[0]))).toEqual(added);
  });
});
