import { describe, expect, it } from 'vitest';
import type { HistoryMessage, Part } from '#core/message.ts';
import type { Target } from '#core/request.ts';
import { VENDORS } from '#core/vendor.ts';
import { accepted, answer, call, named, result, text, user } from './history-builders.ts';
import { TARGETS } from './targets.ts';

/** vendor-rules section 5, rule by rule, on the body that is sent. */

type Json = Record<string, unknown>;

const CHAT = Object.keys(TARGETS).filter((name) => TARGETS[name]?.model.protocol === 'openai-chat');
const sent = async (history: HistoryMessage[], to: Target) => (await accepted(history, to)).body;
const messages = async (history: HistoryMessage[], to: Target) => (await sent(history, to)).messages as Json[];
const thought: Part = {
  type: 'thinking',
  text: 'hm',
  signature: 'c2ln',
  details: '[{"type":"reasoning.text","text":"hm","signature":"c2ln"}]',
};
const round = (source: string) => [user('q'), answer(source, thought, text('a'), call('c1')), result('c1'), user('n')];
const fieldsOf = (list: readonly Json[], role: string) =>
  new Set(list.filter((message) => message.role === role).flatMap((message) => Object.keys(message)));

describe('channels of gpt-oss that were stored as text (Z8)', () => {
  const raw =
    '<|channel|>analysis<|message|>Well.<|end|><|start|>assistant<|channel|>commentary<|message|>Let me see.<|end|>' +
    '<|start|>assistant<|channel|>final<|message|>Four.<|return|>';

  it.each(['openai-compatible', 'groq', 'mistral', 'ollama', 'openrouter'])(
    'send what was said to %s',
    async (name) => {
      const list = await messages([user('q'), answer(name, text(raw)), user('n')], named(name));
      expect(list.find(({ role }) => role === 'assistant')?.content).toBe('Let me see.\n\nFour.');
    },
  );

  it('are no answer where nothing was said', async () => {
    const list = await messages(
      [user('q'), answer('groq', text('<|channel|>analysis<|message|>Well.')), user('n')],
      named('groq'),
    );
    expect(list.map(({ role }) => role)).not.toContain('assistant');
  });

  it('stay in a text that is about them', async () => {
    const about = 'A message begins with <|channel|>analysis<|message|>.';
    const list = await messages([user(raw), answer('groq', text(about)), user('n')], named('groq'));
    expect(list.map(({ content }) => content)).toEqual([raw, about, 'n']);
  });
});

describe('fields (Q1, C1, Z1)', () => {
  /** What an assistant message of another vendor may contain, and one of the same origin. */
  it.each<[string, string[], string[]]>([
    ['openai-chat', [], []],
    ['openai-compatible', [], []],
    ['groq', [], []],
    ['cerebras', [], ['reasoning']],
    ['fireworks', ['reasoning_content'], ['reasoning_content']],
    ['deepseek', ['reasoning_content'], ['reasoning_content']],
    ['deepseek-off', [], []],
    ['mistral', [], []],
    ['openrouter', [], ['reasoning_details']],
    ['ollama', [], []],
  ])('%s', async (name, foreign, home) => {
    const plain = ['role', 'content', 'tool_calls'];
    const abroad = await messages(round('xai'), named(name));
    expect(fieldsOf(abroad, 'assistant')).toEqual(new Set([...plain, ...foreign]));
    expect(fieldsOf(await messages(round(name), named(name)), 'assistant')).toEqual(new Set([...plain, ...home]));
    expect(fieldsOf(abroad, 'user')).toEqual(new Set(['role', 'content']));
    expect(fieldsOf(abroad, 'tool')).toEqual(
      new Set(['role', 'content', 'tool_call_id', ...(name === 'mistral' ? ['name'] : [])]),
    );
    expect(JSON.stringify(abroad)).not.toMatch(/hm|c2ln/);
  });

  it('D1, F1: foreign answers carry it empty, own ones as they were', async () => {
    for (const name of ['deepseek', 'fireworks']) {
      expect((await messages(round('xai'), named(name)))[1]).toMatchObject({ reasoning_content: '' });
      expect((await messages(round(name), named(name)))[1]).toMatchObject({ reasoning_content: 'hm' });
    }
  });

  it('Z5: no parameter that is not known to be taken', async () => {
    const body = await sent([user('q')], named('openai-compatible', { system: 'S', thinking: 'high' }));
    expect(Object.keys(body).sort()).toEqual(['max_tokens', 'messages', 'model', 'stream']);
    for (const name of CHAT) {
      const taken = await sent([user('q')], named(name, { tools: [{ name: 'a', inputSchema: { type: 'object' } }] }));
      for (const key of ['store', 'parallel_tool_calls', 'temperature', 'top_p', 'functions', 'metadata'])
        expect(taken).not.toHaveProperty(key);
      expect(JSON.stringify(taken)).not.toContain('"strict"');
    }
  });
});

describe('Groq and Cerebras', () => {
  it('Q2: the history names no tool that is not offered', async () => {
    const body = await sent(
      round('xai'),
      named('groq', { tools: [{ name: 'other', inputSchema: { type: 'object' } }] }),
    );
    expect((body.tools as { function: Json }[]).map(({ function: { name } }) => name)).toEqual(['other', 'read']);
  });

  it('Q3: reasoning is asked for in its own field, never raw', async () => {
    const body = await sent([user('q')], named('groq'));
    expect(body).toMatchObject({ reasoning_format: 'parsed', reasoning_effort: 'low' });
    expect(body).not.toHaveProperty('include_reasoning');
  });

  it('C2, C4: a system role, and a schema of the strict subset', async () => {
    const inputSchema = {
      $schema: 'x',
      type: 'object',
      properties: {
        n: { type: 'integer', minimum: 1, default: 2 },
        s: { type: 'string', pattern: '^a', format: 'uri' },
      },
      required: ['n'],
    };
    const body = await sent([user('q')], named('cerebras', { system: 'S', tools: [{ name: 'a', inputSchema }] }));
    expect((body.messages as Json[])[0]).toEqual({ role: 'system', content: 'S' });
    expect((body.tools as { function: Json }[])[0]?.function.parameters).toEqual({
      type: 'object',
      properties: { n: { type: 'integer' }, s: { type: 'string' } },
      required: ['n'],
      additionalProperties: false,
    });
  });
});

describe('Fireworks and DeepSeek', () => {
  it('F4: ids that repeat in every turn become unique', async () => {
    const turn = (n: number) => [answer('fireworks', call('functions.read:0')), result('functions.read:0', `r${n}`)];
    const list = await messages([user('q'), ...turn(1), ...turn(2), user('n')], named('fireworks'));
    const ids = list.flatMap(({ tool_calls: calls = [] }) => (calls as Json[]).map(({ id }) => id));
    expect(new Set(ids).size).toBe(2);
    expect(list.filter(({ role }) => role === 'tool').map(({ tool_call_id: id, content }) => [id, content])).toEqual([
      [ids[0], 'r1'],
      [ids[1], 'r2'],
    ]);
  });

  it('D3: thinking is switched by type, with an effort beside it', async () => {
    expect(await sent([user('q')], named('deepseek'))).toMatchObject({
      thinking: { type: 'enabled' },
      reasoning_effort: 'high',
    });
    expect((await sent([user('q')], named('deepseek-off'))).thinking).toEqual({ type: 'disabled' });
  });
});

describe('Mistral', () => {
  const at = named('mistral');

  it('M1: every id is nine letters and digits, the same ones every time', async () => {
    const history = [user('q'), answer('xai', call('call_1|fc_1'), call('abcDEF123')), user('n')];
    const list = await messages(history, at);
    const ids = ((list[1]?.tool_calls ?? []) as Json[]).map(({ id }) => id);
    expect(ids[0]).toMatch(/^[A-Za-z0-9]{9}$/);
    expect(ids[1]).toBe('abcDEF123');
    expect(await messages(history, at)).toEqual(list);
  });

  it('M2, M3: no user right behind a tool, the last word is not the assistant’s', async () => {
    const roles = (list: readonly Json[]) => list.map(({ role }) => role);
    expect(roles(await messages([user('q'), answer('xai', call('a')), result('a'), user('stop')], at))).toEqual([
      'user',
      'assistant',
      'tool',
      'assistant',
      'user',
    ]);
    expect(roles(await messages([user('q'), answer('mistral', text('a'))], at))).toEqual(['user', 'assistant', 'user']);
    expect(roles(await messages([user('q'), answer('xai', call('a')), result('a')], at))).toEqual([
      'user',
      'assistant',
      'tool',
    ]);
  });

  it('M4: own thinking is a chunk of the content, foreign thinking nowhere', async () => {
    const [, own] = await messages([user('q'), answer('mistral', thought, text('a')), user('n')], at);
    expect(own?.content).toEqual([
      { type: 'thinking', thinking: [{ type: 'text', text: 'hm' }], signature: 'c2ln', closed: true },
      { type: 'text', text: 'a' },
    ]);
    const [, foreign] = await messages([user('q'), answer('groq', thought, text('a')), user('n')], at);
    expect(foreign?.content).toBe('a');
  });

  it('M4, M5: as many results as calls, each with its name', async () => {
    const history = [user('q'), answer('xai', call('a'), call('b', 'look')), result('b'), result('b'), user('n')];
    const tools = (await messages(history, at)).filter(({ role }) => role === 'tool');
    expect(tools.map(({ name }) => name)).toEqual(['read', 'look']);
  });
});

describe('local and unknown servers', () => {
  it('L1, L2: a model without tools reads the loop as text, and is asked for no thinking', async () => {
    const body = await sent(round('xai'), {
      ...named('no-tools'),
      tools: [{ name: 'read', inputSchema: {} }],
      thinking: 'high',
    });
    expect(body).not.toHaveProperty('tools');
    for (const key of ['think', 'reasoning_effort', 'thinking']) expect(body).not.toHaveProperty(key);
    expect(JSON.stringify(body)).toMatch(/Called the tool read with .*Result of the tool read.*result of c1/);
    expect((body.messages as Json[]).map(({ role }) => role)).toEqual(['user', 'assistant', 'user']);
  });

  it.each(CHAT)('Z2: %s gets user and assistant in turn, the system prompt first', async (name) => {
    const history = [
      answer('xai', text('a')),
      user('q'),
      user('r'),
      answer('groq', text('b')),
      answer('xai', text('c')),
    ];
    const roles = (await messages(history, named(name, { system: 'S' }))).map(({ role }) => role);
    const conversation = roles.slice(1);
    expect(['system', 'developer']).toContain(roles[0]);
    expect(conversation).not.toContain('system');
    expect(conversation.some((role, index) => role === conversation[index - 1])).toBe(false);
  });

  it('Z4: images and files only where the model reads them, named elsewhere', async () => {
    const parts: Part[] = [
      { type: 'image', mime: 'image/png', data: 'iVBORw0KGgo=' },
      { type: 'file', mime: 'application/pdf', name: 'a.pdf', data: 'JVBERi0xLjQK' },
    ];
    for (const name of CHAT) {
      const to = named(name);
      const json = JSON.stringify(await messages([user('look', ...parts)], to));
      expect(json.includes('iVBORw0KGgo=')).toBe(to.model.images);
      expect(json.includes('a.pdf')).toBe(true);
    }
  });
});

describe('every vendor', () => {
  it('is one of the eleven that have a target here', () => {
    expect(new Set(Object.values(TARGETS).map(({ vendor }) => vendor))).toEqual(new Set(VENDORS));
  });
});
