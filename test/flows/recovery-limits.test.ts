import { describe, expect, it } from 'vitest';
import type { StreamingAnswer } from '#state/streaming-answers.ts';
import { ChatWorld, TARGET } from '#test/fakes/chat-world.ts';
import { bodyDigest } from '#vendors/base/body-text.ts';
import { practiceTarget, practiceVendors, seatTarget, TOOLS } from '../vendors/practice-lab.ts';
import { addressOf } from '../vendors/support.ts';
import { answerOf, callOf, long, RecoveryLab, refusesWhile, RESULT, thought, user, withModel } from './recovery-lab.ts';

const claude = practiceTarget('practice-claude');

const WORDS: readonly (readonly [kind: string, message: string, status: number])[] = [
  ['invalid_signature', 'messages.1.content.0: Invalid `signature` in `thinking` block', 400],
  ['prefix_binding', 'messages.1.content.0: The block is bound to a different conversation.', 400],
  ['tool_pairing', 'messages.1.content.1: `tool_use` ids must be unique', 429],
  ['context_overflow', 'prompt is too long: 9000 tokens > 8000 maximum', 400],
  ['invalid_tool_schema', 'tools.0.custom.input_schema: input_schema does not support oneOf', 400],
  ['unsupported_parameter', '"thinking.type.adaptive" is not supported for this model.', 400],
  ['thinking_block_order', 'messages.1.content.0.type: Expected `thinking`, but found `tool_use`', 400],
];

describe('a vendor that goes on refusing', () => {
  it.each(WORDS)('for %s is asked once more, differently, and then quoted', async (kind, message, status) => {
    const lab = await RecoveryLab.open();
    lab.gate = refusesWhile(() => true, message, status);
    const target = { ...claude, tools: TOOLS };
    await lab.put(...long(4, target), user('q'), callOf(target, thought({ signature: 'c2ln' })), RESULT);
    const asked = await lab.ask(null, target);
    expect(asked.bodies).toHaveLength(2);
    expect(new Set(asked.bodies.map(bodyDigest)).size).toBe(2);
    expect(asked.message.error).toMatchObject({ kind, message, retryable: false });
    expect(asked.send?.repairs).toEqual([{ kind, message }]);
    expect(asked.send?.digest).toBe(bodyDigest(asked.bodies[1]));
  });

  it('is not asked again at all where nothing is left to make stricter', async () => {
    for (const [, message, status] of WORDS) {
      const lab = await RecoveryLab.open();
      lab.gate = refusesWhile(() => true, message, status);
      const small = { tools: false, contextWindow: 8_000 };
      const target = withModel(practiceTarget('practice-chat', { thinking: 'off' }), small);
      const asked = await lab.ask('q', target);
      expect([message, asked.bodies.length]).toEqual([message, 1]);
      expect(asked.added).toEqual([]);
    }
  });

  it('is asked once for each kind of refusal', async () => {
    const lab = await RecoveryLab.open();
    const target = { ...claude, tools: TOOLS };
    await lab.put(...long(4, target), user('q'), answerOf(target, thought({ signature: 'c2ln' })));
    let count = 0;
    lab.gate = (body, url) => {
      const row = WORDS[(count += 1) % 2 === 1 ? 0 : 3];
      return row ? refusesWhile(() => true, row[1])(body, url) : null;
    };
    const asked = await lab.ask('q', target);
    expect(asked.bodies).toHaveLength(3);
    expect(new Set(asked.bodies.map(bodyDigest)).size).toBe(3);
    expect(asked.send?.repairs.map(({ kind }) => kind)).toEqual(['invalid_signature', 'context_overflow']);
  });

  it.each(['!fault 400', '!fault 403', '!fault 404'])('%s is permanent and shown', async (fault) => {
    const lab = await RecoveryLab.open();
    await lab.put(...long(4, claude));
    const asked = await lab.ask(`${fault}\nhello`, claude);
    expect(asked.bodies).toHaveLength(1);
    expect(asked.message.error?.retryable).toBe(false);
    expect(asked.added).toEqual([]);
  });

  it('with a scripted overflow is asked once more and no oftener', async () => {
    const lab = await RecoveryLab.open();
    await lab.put(...long(4, claude));
    const twice = await lab.ask('!fault overflow\nhello', claude);
    expect(twice.bodies).toHaveLength(2);
    expect(twice.message.error).toMatchObject({ kind: 'context_overflow' });
  });
});

describe('stopping', () => {
  it('between the refusal and the second request sends nothing more', async () => {
    const lab = await RecoveryLab.open();
    const stopper = new AbortController();
    await lab.put(user('q'), answerOf(claude, thought({ signature: 'c2ln' })));
    lab.onRequest = () => stopper.abort();
    const asked = lab.ask('q', claude, stopper);
    await expect(asked.then(({ message }) => message.stop)).resolves.toBe('aborted');
    expect((await asked).bodies).toHaveLength(1);
  });

  it('during the second request ends it', async () => {
    const lab = await RecoveryLab.open();
    const stopper = new AbortController();
    await lab.put(user('q'), answerOf(claude, thought({ signature: 'c2ln' })));
    lab.onRequest = (count) => {
      if (count === 2) stopper.abort();
    };
    const { message, bodies, send } = await lab.ask('q', claude, stopper);
    expect(bodies).toHaveLength(2);
    expect(message).toMatchObject({ stop: 'aborted', parts: [] });
    expect(send?.repairs).toHaveLength(1);
  });
});

describe('a repair on one branch', () => {
  it('says nothing about another', async () => {
    const lab = await RecoveryLab.open();
    const first = await lab.ask('!think 1\nFirst.', claude);
    const fork = lab.leaf;
    const [block] = first.message.parts;
    const signature = block?.type === 'thinking' ? block.signature : undefined;
    await lab.put(user('q'), answerOf(claude, thought({ signature: 'c2ln' })));
    const there = await lab.ask('On this branch.', claude);
    expect(there.added).toMatchObject([{ kind: 'strip-state' }]);
    lab.leaf = fork;
    const here = await lab.ask('On the other.', claude);
    expect(here.bodies).toHaveLength(1);
    expect(signature).not.toBeUndefined();
    expect(JSON.stringify(here.bodies[0])).toContain(JSON.stringify(signature));
  });
});

describe('credit for less than a whole answer', () => {
  const router = seatTarget('OpenRouter', { thinking: 'off' });
  const short = (afforded: number) => (body: Readonly<Record<string, unknown>>, url: string) =>
    refusesWhile(
      ({ max_tokens: most }) => Number(most) > afforded,
      `This request requires more credits, or fewer max_tokens. You requested up to ${Number(body['max_tokens'])} tokens, but can only afford ${afforded}. To increase, visit https://openrouter.ai/settings/credits and upgrade to a paid account`,
      402,
    )(body, url);

  it('makes a shorter one, and the next question asks for a whole one again', async () => {
    const lab = await RecoveryLab.open();
    lab.gate = short(3_919);
    const asked = await lab.ask('q', router);
    expect(asked.message.error).toBeUndefined();
    expect(asked.bodies.map(({ max_tokens: most }) => most)).toEqual([expect.any(Number), 3_919]);
    expect(asked.send?.repairs).toMatchObject([{ kind: 'billing' }]);
    const poorer = await lab.ask('And now?', router);
    expect(poorer.bodies.map(({ max_tokens: most }) => most)).toEqual([asked.bodies[0]?.['max_tokens'], 3_919]);
    lab.gate = () => null;
    const rich = await lab.ask('And now?', router);
    expect(rich.bodies.map(({ max_tokens: most }) => most)).toEqual([asked.bodies[0]?.['max_tokens']]);
  });

  it('is told where it would hardly say anything', async () => {
    const lab = await RecoveryLab.open();
    lab.gate = short(100);
    const asked = await lab.ask('q', router);
    expect(asked.bodies).toHaveLength(1);
    expect(asked.message.error).toMatchObject({ kind: 'billing' });
    expect(asked.added).toEqual([]);
  });
});

describe('the page', () => {
  it('is told while the second request runs, and the answer ends as any other', async () => {
    const world = await ChatWorld.open();
    const vendors = practiceVendors();
    let sent = 0;
    const refuses = refusesWhile(
      ({ max_tokens: most }) => Number(most) > 4_000,
      'max_tokens: 8000 > 4000, which is the maximum allowed number of output tokens for practice-claude',
    );
    const seen: (StreamingAnswer | undefined)[] = [];
    const { flows, liveRuns, errors } = world.window();
    const { id } = await flows.createSession({ ...TARGET, thinking: 'off' });
    world.fetch = async (input, init) => {
      sent += 1;
      // The frame before this request.
      await world.clock.advance(20);
      seen.push(liveRuns.store.getState().runs.get(id));
      const body = JSON.parse(typeof init?.body === 'string' ? init.body : '{}') as Record<string, unknown>;
      return refuses(body, addressOf(input)) ?? (await vendors.fetch(new Request(input, init)));
    };
    await flows.send(id, { text: 'hello', attachments: [] });
    expect(sent).toBe(2);
    expect(seen.map((run) => run?.repaired?.kind)).toEqual([undefined, 'invalid_parameter']);
    expect(seen[1]).toMatchObject({ phase: 'waiting', repaired: { without: ['model-output'] } });
    const [, answer] = await world.path(id);
    expect(answer).toMatchObject({ status: 'complete', stop: 'end' });
    expect(answer?.error).toBeUndefined();
    expect(await world.db.sends.get(answer?.id ?? '')).toMatchObject({ repairs: [{ kind: 'invalid_parameter' }] });
    expect(errors).toEqual([]);
  });
});
