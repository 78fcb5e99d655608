import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { MessageRow } from '#storage/database.ts';
import { ChatWorld, TARGET } from '#test/fakes/chat-world.ts';
import type { ChatWindow } from '#test/fakes/chat-world.ts';
import { required, until } from '#test/fakes/fake-clock.ts';
import { fails, Feed, says } from '#test/fakes/scripted-service.ts';

const plain = (text: string) => ({ text, attachments: [] });

interface State {
  world: ChatWorld;
  page: ChatWindow;
  id: string;
}

type Step = (state: State, pick: number) => Promise<void>;

async function rowsOf({ world, id }: State): Promise<MessageRow[]> {
  return world.db.messages.where('[sessionId+seq]').between([id, 0], [id, Infinity]).toArray();
}

async function some(state: State, pick: number, role?: MessageRow['role']): Promise<MessageRow | undefined> {
  const rows = (await rowsOf(state)).filter((row) => role === undefined || row.role === role);
  return rows.length === 0 ? undefined : rows[pick % rows.length];
}

/** Every action of a user, each with a vendor that answers, fails, or is cut off. */
const STEPS: Record<string, Step> = {
  async send({ world, page, id }, pick) {
    world.service.answer(says([`answer ${pick}`]));
    await page.flows.send(id, plain(`question ${pick}`));
  },
  async sendAndFail({ world, page, id }, pick) {
    const error = { kind: 'invalid_parameter', retryable: false, message: 'no' } as const;
    world.service.answer(fails(error, pick % 2 === 0 ? ['half'] : []));
    await page.flows.send(id, plain(`question ${pick}`));
  },
  async sendAndStop({ world, page, id }) {
    const feed = new Feed();
    world.service.answer(feed.script);
    const sent = page.flows.send(id, plain('to be stopped'));
    await until(() => feed.started);
    feed.text('some');
    await world.clock.advance(20);
    page.flows.stop(id);
    await sent;
  },
  async crash(state) {
    const { world, page, id } = state;
    const feed = new Feed();
    world.service.answer(feed.script);
    const sent = page.flows.send(id, plain('before the crash'));
    await until(() => feed.started);
    feed.text('cut');
    await world.clock.advance(200);
    // The window is gone; a new one claims the conversation while the old run continues.
    state.page = world.window();
    state.page.writers.open(id);
    const taken = state.page.writers.takeOver(id);
    await world.clock.advance(3_000);
    await taken;
    await sent;
  },
  async retry(state, pick) {
    const message = await some(state, pick);
    if (!message) return;
    state.world.service.answer(says([`retried ${pick}`]));
    await state.page.flows.retry(state.id, message.id);
  },
  async edit(state, pick) {
    const message = await some(state, pick, 'user');
    if (!message) return;
    state.world.service.answer(says([`edited ${pick}`]));
    await state.page.flows.editAndSend(state.id, message.id, plain(`edited question ${pick}`));
  },
  async continue(state, pick) {
    const message = await some(state, pick, 'assistant');
    if (!message) return;
    state.world.service.answer(says([`continued ${pick}`]));
    await state.page.flows.continueAnswer(state.id, message.id);
  },
  async keep(state, pick) {
    const message = await some(state, pick, 'assistant');
    if (message) await state.page.flows.acceptPartial(state.id, message.id);
  },
  async choose(state, pick) {
    const message = await some(state, pick);
    if (message) await state.page.flows.choosePath(state.id, message.id);
  },
  async trashAndBack({ page, id }) {
    await page.flows.deleteSession(id);
    await page.flows.restoreSession(id);
  },
};

describe('whatever a person does', () => {
  it('no complete message ever changes or goes, and the conversation stays a tree that can go on', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.constantFrom(...Object.keys(STEPS)), fc.nat({ max: 1_000 })), { maxLength: 14 }),
        async (steps) => {
          const world = await ChatWorld.open();
          const page = world.window();
          const { id } = await page.flows.createSession(TARGET);
          const state: State = { world, page, id };
          page.writers.open(id);
          const complete = new Map<string, MessageRow>();
          for (const [name, pick] of steps) {
            await required(STEPS[name])(state, pick);
            const rows = await rowsOf(state);
            const byId = new Map(rows.map((row) => [row.id, row]));
            for (const [known, before] of complete) expect(byId.get(known)).toEqual(before);
            for (const row of rows) if (row.status === 'complete') complete.set(row.id, row);
            expect(rows.map(({ seq }) => seq)).toEqual(rows.map((_, index) => index + 1));
            const older = (row: MessageRow) => row.parentId === null || required(byId.get(row.parentId)).seq < row.seq;
            expect(rows.every(older)).toBe(true);
            expect(rows.filter(({ status }) => status === 'streaming')).toEqual([]);
            const session = required(await world.db.sessions.get(id));
            expect(session.lastSeq).toBe(rows.length);
            expect(session.leafId === null || byId.has(session.leafId)).toBe(true);
            expect(state.page.liveRuns.store.getState().runs.size).toBe(0);
            expect(page.errors).toEqual([]);
          }
          world.service.answer(says(['still here']));
          await state.page.flows.send(id, plain('are you there?'));
          expect((await world.path(id)).at(-1)).toMatchObject({ status: 'complete', stop: 'end' });
        },
      ),
      { numRuns: 40 },
    );
  }, 120_000);
});
