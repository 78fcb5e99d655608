import { describe, expect, it } from 'vitest';
import type { HistoryMessage, Part } from '#core/message.ts';
import { declareTools } from '#core/normalize/declare-tools.ts';
import type { ThinkingLevel } from '#core/model.ts';
import type { Target } from '#core/request.ts';
import { opaque } from './arbitrary-history.ts';
import { accepted, answer, call, named, result, text, user } from './history-builders.ts';
import { target } from './targets.ts';

/** vendor-rules sections 2 and 3, rule by rule, on the body that is sent. */

type Body = Record<string, unknown>;
type Item = Record<string, unknown>;
const word = (value: unknown): string => (typeof value === 'string' ? value : '');

const sent = async (history: HistoryMessage[], to: Target) => (await accepted(history, to)).body;
const PIXELS = { mime: 'image/png', data: 'iVBORw0KGgo=' };
const withImage: HistoryMessage = {
  role: 'tool',
  parts: [{ type: 'tool_result', callId: 'a', text: 'seen', images: [PIXELS] }],
};

describe('Chat Completions', () => {
  const at = named('openai-chat');
  const messages = async (history: HistoryMessage[], to: Target = at) => (await sent(history, to)).messages as Item[];

  it('O1, O2: every call is answered at once, nothing answers a call that is not there', async () => {
    const history = [user('q'), answer('groq', call('a'), call('b')), user('wait'), result('b'), result('gone')];
    expect((await messages(history)).map(({ role, tool_call_id: id }) => `${word(role)} ${word(id)}`)).toEqual([
      'user ',
      'assistant ',
      'tool a',
      'tool b',
      'user ',
    ]);
  });

  it('O3: an image of a result follows in a user message', async () => {
    const [, , tool, after] = await messages([user('q'), answer('groq', call('a')), withImage]);
    expect(tool).toMatchObject({ role: 'tool', content: 'seen' });
    expect(after).toMatchObject({ role: 'user', content: [{ type: 'text' }, { type: 'image_url' }] });
  });

  it('O4: ids have at most forty characters, twins stay two', async () => {
    const long = 'builtin_planning__create_goal_1760000000003_';
    const history = [user('q'), answer('gemini-3', call(`${long}1`), call(`${long}2`)), result(`${long}2`), user('n')];
    const [, turn, first, second] = await messages(history);
    const ids = ((turn?.tool_calls ?? []) as Item[]).map(({ id }) => String(id));
    expect(new Set(ids).size).toBe(2);
    for (const id of ids) expect(id.length).toBeLessThanOrEqual(40);
    expect([first?.tool_call_id, second?.tool_call_id]).toEqual(ids);
    expect(second?.content).toBe(`result of ${long}2`);
  });

  it('O5: at most 128 tools, each an object without combinators at the top', async () => {
    const tools = Array.from({ length: 200 }, (_, index) => ({
      name: `tool.${index}`,
      inputSchema: { oneOf: [{ properties: { a: {} } }, { properties: { b: {} } }] },
    }));
    const body = await sent([user('q')], { ...at, tools });
    const offered = body.tools as { function: { name: string; parameters: Item } }[];
    expect(offered).toHaveLength(128);
    for (const one of offered) {
      expect(one.function.name).toMatch(/^[a-zA-Z0-9_-]{1,64}$/);
      expect(Object.keys(one.function.parameters).sort()).toEqual(['properties', 'type']);
    }
  });

  it('O6: content is never empty, and absent beside calls alone', async () => {
    const list = await messages([user('q', ''), answer('groq', text(' '), call('a')), result('a', '')]);
    expect(list[1]).not.toHaveProperty('content');
    expect(list[2]).toMatchObject({ content: '(no output)' });
  });

  it.each([
    ['gpt-4.1', 'system'],
    ['gpt-5.6-sol', 'developer'],
  ])('O7: %s is told its instructions as %s', async (id, role) => {
    const to = target('openai', id, { protocol: 'openai-chat', system: 'Be brief.' });
    expect((await messages([user('q')], to))[0]).toEqual({ role, content: 'Be brief.' });
  });

  it('O7: a compatible server knows no developer', async () => {
    const to = target('openai', 'gpt-5.6-sol', { endpoint: 'http://127.0.0.1:8000/v1', system: 'Be brief.' });
    expect((await messages([user('q')], to))[0]?.role).toBe('system');
  });

  it('O8: reasoning models get max_completion_tokens and nothing of sampling', async () => {
    const body = await sent([user('q')], target('openai', 'gpt-5', { protocol: 'openai-chat' }));
    expect(body).toHaveProperty('max_completion_tokens');
    for (const key of ['max_tokens', 'temperature', 'top_p', 'presence_penalty', 'logprobs', 'stop'])
      expect(body).not.toHaveProperty(key);
  });

  it('O10: no reasoning is ever sent', async () => {
    const history = [user('q'), answer('openai-chat', { type: 'thinking', text: 'hm' }, text('a')), user('n')];
    expect(JSON.stringify(await messages(history))).not.toContain('hm');
  });
});

describe('Responses', () => {
  const at = named('openai-responses');
  const items = async (history: HistoryMessage[], to: Target = at) => (await sent(history, to)).input as Item[];
  const reason = (n: number): Part => ({
    type: 'thinking',
    text: '',
    encrypted: opaque('openai-responses', n),
    itemId: `rs_${n}`,
  });
  const said = (n: number): Part => ({ type: 'text', text: `said ${n}`, itemId: `msg_${n}`, phase: 'final_answer' });
  const own = (...parts: Part[]) => answer('openai-responses', ...parts);
  const kinds = (list: readonly Item[]) => list.map(({ type, id }) => `${word(type)} ${word(id)}`.trim());

  it('R1, R2, R8: reasoning goes with what it led to, or neither keeps its id', async () => {
    const complete = [user('q'), own(reason(1), said(1)), user('n')];
    expect(kinds(await items(complete))).toEqual(['message', 'reasoning rs_1', 'message msg_1', 'message']);
    const alone = [user('q'), own(said(1), reason(2)), user('n')];
    expect(kinds(await items(alone))).toEqual(['message', 'message', 'message']);
  });

  it('R1, R11: a turn that was cut keeps its words and finished calls, without the reasoning that lost its follower', async () => {
    const cut = {
      ...own(reason(1), call('a', 'read', { args: {}, rawArgs: '{"p', itemId: 'fc_1' })),
      stop: 'length' as const,
    };
    expect(kinds(await items([user('q'), cut, user('n')]))).toEqual(['message']);
  });

  it('R3: reasoning goes to the same model, key and address only, and byte for byte', async () => {
    const history = [user('q'), own(reason(1), said(1)), user('n')];
    const home = await items(history);
    expect(home[1]).toEqual({
      type: 'reasoning',
      id: 'rs_1',
      summary: [],
      encrypted_content: opaque('openai-responses', 1),
    });
    for (const other of [
      target('openai', 'gpt-6.1-sol'),
      { ...at, account: 'another' },
      { ...at, endpoint: 'https://api.openai.com/v2' },
      named('xai'),
    ]) {
      const list = await items(history, { ...other, window: { messages: 1_000 } });
      expect(kinds(list)).not.toContain('reasoning rs_1');
      expect(JSON.stringify(list)).not.toMatch(/msg_1|final_answer/);
    }
  });

  it.each([
    ['gpt-6-sol', true],
    ['gpt-4.1', false],
    ['o3', true],
  ])('R3: %s is asked for encrypted reasoning: %s', async (id, asked) => {
    expect((await sent([user('q')], target('openai', id))).include).toEqual(
      asked ? ['reasoning.encrypted_content'] : undefined,
    );
  });

  it('R4, R7, R13: nothing is kept on the server or referred to', async () => {
    const body = await sent([user('q'), own(reason(1), said(1)), user('n')], at);
    expect(body.store).toBe(false);
    for (const key of ['previous_response_id', 'conversation']) expect(body).not.toHaveProperty(key);
  });

  it('R5: a foreign item has no id, a call a call_id of at most 64', async () => {
    const composite = `call_x|${'s'.repeat(380)}`;
    const foreign = answer('gemini-3', call(composite, 'read', { itemId: 'call_1' }));
    const [, one, output] = await items([user('q'), foreign, result(composite)]);
    expect(one).not.toHaveProperty('id');
    expect(String(one?.call_id)).toMatch(/^[\w-]{1,64}$/);
    expect(output?.call_id).toBe(one?.call_id);
  });

  it('R6: every call has its output right behind the calls of its turn', async () => {
    const history = [user('q'), own(call('a'), call('b')), user('wait'), result('b')];
    expect((await items(history)).map(({ type, call_id: id }) => `${word(type)} ${word(id)}`.trim())).toEqual([
      'message',
      'function_call a',
      'function_call b',
      'function_call_output a',
      'function_call_output b',
      'message',
    ]);
  });

  it('R7: an item that was stored twice is sent once', async () => {
    const list = await items([user('q'), own(reason(1), said(1)), user('r'), own(reason(1), said(1)), user('n')]);
    expect(list.filter(({ id }) => id === 'rs_1' || id === 'msg_1')).toHaveLength(2);
  });

  it('R9: a phase goes back on items of this very model', async () => {
    const [, , message] = await items([user('q'), own(reason(1), said(1)), user('n')]);
    expect(message?.phase).toBe('final_answer');
  });

  it('R10: what the user says is input_text, what the assistant says output_text, refusals too', async () => {
    const list = await items([user('q'), own({ type: 'refusal', text: 'no' }), user('n')]);
    expect(list.map(({ content }) => (content as Item[])[0]?.type)).toEqual([
      'input_text',
      'output_text',
      'input_text',
    ]);
    expect((await sent([user('q')], { ...at, maxOutputTokens: 1 })).max_output_tokens).toBe(16);
  });

  it('R10: images of results stay in the output', async () => {
    const [, , output] = await items([user('q'), own(call('a')), withImage]);
    expect(output?.output).toMatchObject([{ type: 'input_text' }, { type: 'input_image' }]);
  });

  /** The effort for off, low, medium and high, by model (O8). */
  it.each([
    ['gpt-6-astra', 'low', 'low', 'medium', 'high'],
    ['gpt-6-sol', 'none', 'low', 'medium', 'high'],
    ['gpt-5.1', 'none', 'low', 'medium', 'high'],
    ['gpt-5', 'minimal', 'low', 'medium', 'high'],
    ['o3', 'low', 'low', 'medium', 'high'],
    ['gpt-4.1', undefined, undefined, undefined, undefined],
  ])('O8: the efforts of %s', async (id, ...expected) => {
    const levels: ThinkingLevel[] = ['off', 'low', 'medium', 'high'];
    const found = levels.map(async (thinking) => {
      const { reasoning }: Body = await sent([user('q')], target('openai', id, { thinking }));
      return (reasoning as { effort?: string } | undefined)?.effort;
    });
    expect(await Promise.all(found)).toEqual(expected);
  });

  const search = (model: string, rest: Partial<Target> = {}): Target => {
    const to = target('openai', model, rest);
    const serverTools = declareTools(to, ['search'], rest.tools !== undefined);
    return { ...to, ...(serverTools && { serverTools }) };
  };

  it('W2: a model that does not reason is asked for what its search found', async () => {
    const { body, report } = await accepted([user('q')], search('gpt-4.1'));
    expect(body.include).toContain('web_search_call.action.sources');
    expect(report.notes).toEqual([]);
  });

  it('W13: a search is not asked for with the effort minimal', async () => {
    const effort = async (to: Target) => {
      const { body, report } = await accepted([user('q')], to);
      return [body.reasoning, report.notes.map(({ rule }) => rule)];
    };
    expect(await effort(target('openai', 'gpt-5', { thinking: 'off' }))).toEqual([{ effort: 'minimal' }, []]);
    const low = { effort: 'low', summary: 'auto' };
    expect(await effort(search('gpt-5', { thinking: 'off' }))).toEqual([low, ['thinking-on']]);
    expect(await effort(target('openai', 'gpt-5', { thinking: 'off', makePictures: true }))).toEqual([
      low,
      ['thinking-on'],
    ]);
    expect(await effort(search('gpt-5.1', { thinking: 'off' }))).toEqual([{ effort: 'none' }, []]);
  });

  it('O5: functions and the search are 128 tools at most', async () => {
    const tools = Array.from({ length: 130 }, (_, n) => ({
      name: `t${n}`,
      inputSchema: { type: 'object', properties: {} },
    }));
    const { body, report } = await accepted([user('q')], search('gpt-6-sol', { tools }));
    expect(body.tools).toHaveLength(128);
    expect((body.tools as Item[]).at(-1)).toEqual({ type: 'web_search' });
    expect(report.notes.map(({ rule }) => rule)).toEqual(['quarantine-tool', 'quarantine-tool', 'quarantine-tool']);
  });

  it('X2, X3: xAI gets its system prompt as a message, its reasoning back, no summary asked', async () => {
    const xai = named('xai', { system: 'Be brief.' });
    const thought: Part = { type: 'thinking', text: 'hm', encrypted: opaque('xai', 1), itemId: 'rs_1' };
    const history = [user('q'), answer('xai', thought, { type: 'text', text: 'a', itemId: 'msg_1' }), user('n')];
    const body = await sent(history, xai);
    expect((body.input as Item[])[0]).toMatchObject({ role: 'system' });
    expect(kinds(body.input as Item[])).toContain('reasoning rs_1');
    expect(body.reasoning).toEqual({ effort: 'high' });
    expect(body.store).toBe(false);
  });
});
