import { describe, expect, it, vi } from 'vitest';
import { ChatWorld, TARGET } from '#test/fakes/chat-world.ts';
import { says } from '#test/fakes/scripted-service.ts';

/** Each costs the page more than what it reads or writes. */
const MOST_TRANSACTIONS = 9;

describe('an answer in a conversation that goes on', () => {
  it('opens few transactions, and two that write before the request', async () => {
    const world = await ChatWorld.open();
    const { db, service } = world;
    const { flows, writers } = world.window();
    const { id } = await flows.createSession(TARGET);
    writers.open(id);
    const answer = says(['One ', 'two ', 'three.']);
    service.answer(answer, answer, answer);
    for (const text of ['First', 'Second', 'Third']) await flows.send(id, { text, attachments: [] });

    const opened: string[] = [];
    const written: string[][] = [];
    db.use({
      stack: 'dbcore',
      name: 'count',
      create: (down) => ({
        ...down,
        transaction(stores, mode, options) {
          opened.push(`${mode} ${stores.join(' ')}`);
          if (mode === 'readwrite') written.push(stores);
          return down.transaction(stores, mode, options);
        },
      }),
    });
    db.close();
    await db.open();
    let before: string[][] = [];
    service.answer(async function* (signal) {
      before = [...written];
      yield* answer(signal);
    });
    await flows.send(id, { text: 'Fourth', attachments: [] });
    expect(opened.length).toBeLessThanOrEqual(MOST_TRANSACTIONS);
    // The question with its answer, and how the answer is requested.
    expect(before).toEqual([
      expect.arrayContaining(['messages', 'sessions', 'drafts']),
      expect.arrayContaining(['sends', 'overlays']),
    ]);
  });
});

describe('a message sent before the host has answered', () => {
  it('is stored at once, and answered after', async () => {
    const world = await ChatWorld.open();
    const { flows, writers } = world.window();
    const { id } = await flows.createSession(TARGET);
    writers.open(id);
    world.service.answer(says(['Hello.']));
    const host = Promise.withResolvers<void>();
    world.hostAnswer = host.promise;
    const sent = flows.send(id, { text: 'First', attachments: [] });
    const stored = () => world.db.messages.where('[sessionId+seq]').between([id, 0], [id, Infinity]).toArray();
    await vi.waitFor(async () => expect(await stored()).toHaveLength(2));
    host.resolve();
    await sent;
    expect((await stored()).map(({ role, status }) => [role, status])).toEqual([
      ['user', 'complete'],
      ['assistant', 'complete'],
    ]);
  });
});
