import { describe, expect, it } from 'vitest';
import {
  ADAPTIVE,
  answer,
  assistant,
  BINDING,
  call,
  errorOf,
  INTERLEAVED,
  MANUAL,
  manual,
  request,
  result,
  send,
  TOOLS,
  user,
  textBlock,
} from './support/anthropic.ts';
import { instantVendors, type Json } from './support/vendors.ts';

const vendors = instantVendors();
const adaptive = (messages: Json[], more: Json = {}) =>
  request(messages, { thinking: ADAPTIVE, tools: TOOLS, system: 'Be kind.', ...more });
const budget = (messages: Json[], more: Json = {}) => manual(messages, { thinking: MANUAL, tools: TOOLS, ...more });
const SETS: [string, (messages: Json[], more?: Json) => Json][] = [
  ['adaptive', adaptive],
  ['manual', budget],
];

const INVALID = 'Invalid `signature` in `thinking` block';
const FIRST = user('Hello there\n!think 2\n!redacted');

/** The message of the refusal, or `accepted`. */
async function verdict(body: Json, headers: Record<string, string> = {}): Promise<string> {
  const reply = await send(vendors, body, headers);
  if (reply.status === 200) return 'accepted';
  return reply.status === 400 && errorOf(reply).type === 'invalid_request_error' ? errorOf(reply).message : reply.text;
}

async function message(body: Json, headers: Record<string, string> = {}): Promise<Json> {
  const reply = await send(vendors, body, headers);
  if (reply.status !== 200) throw new Error(reply.text);
  return reply.json;
}

const altered = (block: Json, change: Json): Json => ({ ...block, ...change });

describe.each(SETS)('signatures of %s thinking (A21-A23)', (_name, ask) => {
  it('come with thinking and redacted thinking, and are accepted unchanged', async () => {
    const content = await answer(vendors, ask([FIRST]));
    expect(content.map((block) => block.type)).toEqual(['thinking', 'redacted_thinking', 'text']);
    expect(await verdict(ask([FIRST, assistant(content), user('Thanks')]))).toBe('accepted');
  });

  it('are refused when altered, empty, missing or foreign', async () => {
    const [thinking = {}, redacted = {}, text = {}] = await answer(vendors, ask([FIRST]));
    const back = (first: Json, second: Json = redacted) =>
      ask([FIRST, assistant([first, second, text]), user('Thanks')]);
    const signature = String(thinking.signature);
    const flipped = `${signature.slice(0, 40)}${signature[40] === 'A' ? 'B' : 'A'}${signature.slice(41)}`;
    const path = 'messages.1.content.0: ';
    expect(await verdict(back(altered(thinking, { signature: flipped })))).toBe(path + INVALID);
    expect(await verdict(back(altered(thinking, { signature: '' })))).toBe(path + INVALID);
    expect(await verdict(back(altered(thinking, { signature: `${signature}!` })))).toBe(path + INVALID);
    expect(await verdict(back(altered(thinking, { signature: redacted.data })))).toBe(path + INVALID);
    const { signature: _gone, ...unsigned } = thinking;
    expect(await verdict(back(unsigned))).toBe('messages.1.content.0.thinking.signature: Field required');
    expect(await verdict(back(thinking, altered(redacted, { data: 'bm90aGluZw==' })))).toBe(
      'messages.1.content.1: Invalid `data` in `redacted_thinking` block',
    );

    const elsewhere = await answer(instantVendors('another secret'), ask([FIRST]));
    expect(await verdict(ask([FIRST, assistant(elsewhere), user('Thanks')]))).toBe(path + INVALID);
  });

  it('cover the text: in the latest turn it may not be modified, in an older one the signature is invalid', async () => {
    const content = await answer(vendors, ask([FIRST]));
    const [thinking = {}, ...rest] = content;
    const changed = assistant([altered(thinking, { thinking: 'Something else.' }), ...rest]);
    expect(await verdict(ask([FIRST, changed, user('Thanks')]))).toContain(
      'messages.1.content.0: `thinking` or `redacted_thinking` blocks in the latest assistant message cannot be modified. These blocks must remain as they were in the original response.',
    );
    const second = await answer(vendors, ask([FIRST, assistant(content), user('Thanks')]));
    expect(await verdict(ask([FIRST, changed, user('Thanks'), assistant(second), user('Bye')]))).toBe(
      `messages.1.content.0: ${INVALID}`,
    );
  });

  it('refuse a latest turn that lost one kind of thinking or its order', async () => {
    const [thinking = {}, redacted = {}, text = {}] = await answer(vendors, ask([FIRST]));
    const back = (blocks: Json[]) => ask([FIRST, assistant(blocks), user('Thanks')]);
    expect(await verdict(back([redacted, text]))).toContain('messages.1.content.0: `thinking` or `redacted_thinking`');
    expect(await verdict(back([redacted, thinking, text]))).toContain('cannot be modified');
    expect(await verdict(back([text]))).toBe('accepted');
    // An answer that broke off after its first block.
    expect(await verdict(back([thinking, text]))).toBe('accepted');
  });
});

describe('thinking text that is left out (A31)', () => {
  it('is empty by default and may come back empty or filled', async () => {
    const hidden = (messages: Json[]) => adaptive(messages, { thinking: { type: 'adaptive' } });
    const content = await answer(vendors, hidden([FIRST]));
    expect(content[0]).toMatchObject({ type: 'thinking', thinking: '' });
    const [thinking = {}, ...rest] = content;
    expect(await verdict(hidden([FIRST, assistant(content), user('Thanks')]))).toBe('accepted');
    expect(
      await verdict(hidden([FIRST, assistant([altered(thinking, { thinking: 'my guess' }), ...rest]), user('Thanks')])),
    ).toBe('accepted');
  });

  it('is refused when blank on a manual model', async () => {
    const content = await answer(vendors, budget([FIRST]));
    const [thinking = {}, ...rest] = content;
    const blank = assistant([altered(thinking, { thinking: ' ' }), ...rest]);
    expect(await verdict(budget([FIRST, blank, user('Thanks')]))).toBe(
      'messages.1.content.0.thinking: each thinking block must contain non-whitespace thinking',
    );
  });
});

describe('manual thinking in an open tool loop (A19, A20)', () => {
  const ask = user('!tool look {"at":"x"}\n!tool listen {}');

  it('must start with thinking, and a foreign loop goes on with thinking off', async () => {
    const foreign = [ask, assistant([call('a')]), user([result('a')])];
    expect(await verdict(budget(foreign))).toContain(
      'messages.1.content.0.type: Expected `thinking` or `redacted_thinking`, but found `tool_use`. When `thinking` is enabled, a final `assistant` message must start with a thinking block (preceeding the lastmost set of `tool_use` and `tool_result` blocks).',
    );
    const withText = [ask, assistant([textBlock('I look.'), call('a')]), user([result('a')])];
    expect(await verdict(budget(withText))).toContain('but found `text`');
    expect(await verdict(manual(foreign, { tools: TOOLS }))).toBe('accepted');
    // Once the user says something, the loop is closed.
    expect(await verdict(budget([...foreign, assistant('Done.'), user('Next')]))).toBe('accepted');
  });

  it('goes on with its own thinking in the first turn of the loop only', async () => {
    const first = await answer(vendors, budget([ask]));
    expect(first.map((block) => block.type)).toEqual(['thinking', 'text', 'tool_use']);
    const id = String(first.at(-1)?.id);
    const second = await answer(vendors, budget([ask, assistant(first), user([result(id)])]));
    expect(second.map((block) => block.type)).toEqual(['text', 'tool_use']);
    const loop = [
      ask,
      assistant(first),
      user([result(id)]),
      assistant(second),
      user([result(String(second.at(-1)?.id))]),
    ];
    expect(await verdict(budget(loop))).toBe('accepted');
  });

  it('thinks in every turn with interleaved thinking', async () => {
    const first = await answer(vendors, budget([ask]), INTERLEAVED);
    const loop = [ask, assistant(first), user([result(String(first.at(-1)?.id))])];
    const second = await answer(vendors, budget(loop), INTERLEAVED);
    expect(second.map((block) => block.type)).toEqual(['thinking', 'text', 'tool_use']);
    const [, ...unsigned] = second;
    const last = user([result(String(second.at(-1)?.id))]);
    expect(await verdict(budget([...loop, assistant(second), last]), INTERLEAVED)).toBe('accepted');
    expect(await verdict(budget([...loop, assistant(unsigned), last]), INTERLEAVED)).toContain(
      'messages.3.content.0.type: Expected `thinking`',
    );
  });

  it('has no thinking in the last assistant turn when thinking is off', async () => {
    const first = await answer(vendors, budget([ask]));
    const loop = [ask, assistant(first), user([result(String(first.at(-1)?.id))])];
    expect(await verdict(manual(loop, { tools: TOOLS }))).toBe(
      'messages.1.content.0: When thinking is disabled, an `assistant` message in the final position cannot contain `thinking`. To use thinking blocks, enable `thinking` in your request.',
    );
  });

  it('is no rule of adaptive models', async () => {
    expect(await verdict(adaptive([ask, assistant([call('a')]), user([result('a')])]))).toBe('accepted');
  });
});

describe('the prefix of a thinking block (A24)', () => {
  const BOUND =
    'messages.1.content.0: Invalid `signature` in `thinking` block. The block is bound to a different conversation. Remove the block, or set `thinking.block_binding.prefix_mismatch_behavior` to "drop_block". That setting requires the `thinking-binding-controls-2026-08-01` value in the `anthropic-beta` header.';
  const next = user('Thanks');

  it('may not change: system prompt, tools, earlier messages', async () => {
    const content = await answer(vendors, adaptive([FIRST]));
    const back = (more: Json = {}, first: Json = FIRST) => adaptive([first, assistant(content), next], more);
    expect(await verdict(back())).toBe('accepted');
    expect(await verdict(back({ system: 'Be brief.' }))).toBe(
      `${BOUND} The \`system\` prompt differs from the one this block was created with.`,
    );
    expect(await verdict(back({ tools: TOOLS.slice(1) }))).toContain('The `tools` differ');
    expect(await verdict(back({ tools: TOOLS.toReversed() }))).toContain('The `tools` differ');
    expect(await verdict(back({}, user('Hello you\n!think 2\n!redacted')))).toContain('The messages before this block');
    expect(await verdict(back({}, user([textBlock('Hello there\n!think 2\n!redacted'), textBlock('More')])))).toContain(
      BOUND,
    );
    const [thinking = {}, redacted = {}, text = {}] = content;
    expect(await verdict(adaptive([FIRST, assistant([text, thinking, redacted]), next]))).toContain(
      'messages.1.content.1: Invalid `signature`',
    );
  });

  it('may change where the model does not read it', async () => {
    const content = await answer(vendors, adaptive([FIRST]));
    const cached = { ...textBlock(String(FIRST.content)), cache_control: { type: 'ephemeral' } };
    expect(await verdict(adaptive([user([cached]), assistant(content), next]))).toBe('accepted');
    expect(
      await verdict(
        adaptive([FIRST, assistant(content), next], { max_tokens: 2048, output_config: { effort: 'low' } }),
      ),
    ).toBe('accepted');
    expect(await verdict(adaptive([FIRST, assistant(content), next], { system: [textBlock('Be kind.')] }))).toBe(
      'accepted',
    );
    const deferred = [...TOOLS, { name: 'later', input_schema: { type: 'object' }, defer_loading: true }];
    expect(await verdict(adaptive([FIRST, assistant(content), next], { tools: deferred }))).toBe('accepted');
  });

  it('may lose its thinking from the oldest on or as a whole, but not in the middle, and not get it back', async () => {
    const turns: Json[] = [user('One\n!think 1')];
    for (const text of ['Two\n!think 1', 'Three\n!think 1', 'Four']) {
      turns.push(assistant(await answer(vendors, adaptive(turns))), user(text));
    }
    const without = (...removed: number[]) =>
      adaptive(
        turns.map((turn, index) =>
          removed.includes(index)
            ? assistant((turn.content as Json[]).filter((block) => block.type !== 'thinking'))
            : turn,
        ),
      );
    expect(await verdict(without())).toBe('accepted');
    expect(await verdict(without(1))).toBe('accepted');
    expect(await verdict(without(1, 3))).toBe('accepted');
    expect(await verdict(without(1, 3, 5))).toBe('accepted');
    expect(await verdict(without(5))).toBe('accepted');
    expect(await verdict(without(3))).toContain('messages.5.content.0: Invalid `signature`');

    // Answered while the first thinking was missing, so it may not return.
    const late = await answer(vendors, without(1));
    const complete = adaptive([...turns, assistant(late), user('Five')]);
    expect(await verdict(complete)).toContain('Thinking blocks before this block differ');
  });

  it('is dropped and reported instead, when the request asks for that', async () => {
    const content = await answer(vendors, adaptive([FIRST]));
    const thinking = { ...ADAPTIVE, block_binding: { prefix_mismatch_behavior: 'drop_block' } };
    const changed = adaptive([FIRST, assistant(content), next], { system: 'Be brief.', thinking });
    const dropped = await message(changed, BINDING);
    expect(dropped.input_transformations).toEqual([
      { type: 'thinking_dropped', path: 'messages.1.content.0', reason: 'prefix_binding_mismatch' },
      { type: 'thinking_dropped', path: 'messages.1.content.1', reason: 'prefix_binding_mismatch' },
    ]);
    const same = await message(adaptive([FIRST, assistant(content), next], { thinking }), BINDING);
    expect(same.input_transformations).toEqual([]);
    expect(await message(adaptive([FIRST, assistant(content), next]))).not.toHaveProperty('input_transformations');
    const tokens = (one: Json) => Number((one.usage as Json).input_tokens);
    expect(tokens(dropped)).toBeLessThan(tokens(same));

    // The conversation continues: dropped thinking stays dropped, later thinking is valid.
    const rest = [FIRST, assistant(content), next, assistant(dropped.content), user('Bye')];
    const third = await message(adaptive(rest, { system: 'Be brief.', thinking }), BINDING);
    expect(third.input_transformations).toHaveLength(2);
  });
});

describe('thinking of another model or account (A25)', () => {
  it('is left out silently, and comes back with its model', async () => {
    const content = await answer(vendors, budget([FIRST], { system: 'Be kind.' }));
    const foreign = adaptive([FIRST, assistant(content), user('Thanks')]);
    const dropped = await message(foreign, BINDING);
    expect(dropped.input_transformations).toEqual([
      { type: 'thinking_dropped', path: 'messages.1.content.0', reason: 'model_binding_mismatch' },
      { type: 'thinking_dropped', path: 'messages.1.content.1', reason: 'model_binding_mismatch' },
    ]);
    const back = [FIRST, assistant(content), user('Thanks'), assistant(dropped.content), user('Bye')];
    const home = await message(budget(back), BINDING);
    expect((home.input_transformations as Json[]).map((one) => one.path)).toEqual(['messages.3.content.0']);
    expect(await verdict(adaptive(back), BINDING)).toBe('accepted');
  });

  it('is refused by a gateway', async () => {
    const content = await answer(vendors, budget([FIRST]));
    const url = 'https://gateway.practice.invalid/v1/messages';
    const reply = await send(vendors, adaptive([FIRST, assistant(content), user('Thanks')]), {}, url);
    expect(errorOf(reply).message).toBe(`messages.1.content.0: ${INVALID}`);
  });

  it('is left out under another key', async () => {
    const key = (name: string) => ({ ...BINDING, 'x-api-key': name });
    const content = await answer(vendors, adaptive([FIRST]), key('one'));
    const back = adaptive([FIRST, assistant(content), user('Thanks')]);
    expect((await message(back, key('one'))).input_transformations).toEqual([]);
    const other = await message(back, key('two'));
    expect((other.input_transformations as Json[])[0]).toMatchObject({ reason: 'organization_binding_mismatch' });
  });
});
