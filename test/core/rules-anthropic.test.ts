import { describe, expect, it } from 'vitest';
import type { HistoryMessage, Part } from '#core/message.ts';
import type { ThinkingLevel } from '#core/model.ts';
import { opaque } from './arbitrary-history.ts';
import { accepted, answer, call, named, result, text, user } from './history-builders.ts';
import { target } from './targets.ts';

/** vendor-rules section 1, rule by rule, on the body that is sent. */

type Body = Record<string, unknown>;
interface Message {
  role: string;
  content: { type: string; [key: string]: unknown }[];
}

const at = named('anthropic-adaptive');
const sent = async (history: HistoryMessage[], to = at) => (await accepted(history, to)).body;
const messages = (body: Body) => body.messages as Message[];
const roles = async (history: HistoryMessage[]) => messages(await sent(history)).map(({ role }) => role);
const types = ({ content }: Message | undefined = { role: '', content: [] }) => content.map(({ type }) => type);
const signed = (n: number, content = 'so'): Part => ({
  type: 'thinking',
  text: content,
  signature: opaque('anthropic-adaptive', n),
});
const own = (...parts: Part[]) => answer('anthropic-adaptive', ...parts);

describe('roles and content', () => {
  it('A1, A3: no sampling parameter, whatever is asked', async () => {
    const body = await sent([user('q')]);
    for (const key of ['temperature', 'top_p', 'top_k']) expect(body).not.toHaveProperty(key);
  });

  it('A4, A4b: begins with the user, and takes turns', async () => {
    expect(await roles([own(text('a')), own(text('b')), user('q'), user('r')])).toEqual(['user', 'assistant', 'user']);
  });

  it('A4c: the system prompt is never a message', async () => {
    const body = await sent([user('q'), own(text('a')), user('n')], { ...at, system: 'Be brief.' });
    expect(body.system).toMatchObject([{ type: 'text', text: 'Be brief.' }]);
    expect(messages(body).map(({ role }) => role)).not.toContain('system');
  });

  it.each<[string, HistoryMessage[]]>([
    ['no message at all', []],
    ['nothing but failures', [{ role: 'assistant', parts: [], stop: 'error' }]],
    ['nothing but thinking', [own(signed(1))]],
  ])('A4d, A6: %s still makes a request', async (_, history) => {
    expect(messages(await sent(history))).toMatchObject([{ role: 'user', content: [{ text: '[Continuing...]' }] }]);
  });

  it('A5: blank text goes, around it everything stays', async () => {
    const body = await sent([user('q', ' \n'), own(text(''), text('a'), text('\t')), user('n')]);
    expect(messages(body).map(types)).toEqual([['text'], ['text'], ['text']]);
  });

  it('A7, A7b: ends with the user', async () => {
    expect(await roles([user('q'), own(text('a '))])).toEqual(['user', 'assistant', 'user']);
  });
});

describe('tools', () => {
  it('A8, A9: ids are legal and unique, and kept where they are both', async () => {
    const history = [user('q'), own(call('toolu_1'), call('a|b'), call('toolu_1')), user('n')];
    const [, round] = messages(await sent(history));
    const ids = round?.content.map(({ id }) => id);
    expect(ids?.[0]).toBe('toolu_1');
    expect(new Set(ids).size).toBe(3);
    for (const id of ids ?? []) expect(id).toMatch(/^[a-zA-Z0-9_-]+$/);
  });

  it('A10, A11, A12: one message with every result first, what was said after them', async () => {
    const history = [user('q'), own(call('a'), call('b')), result('gone'), result('b'), user('hurry')];
    const [, , results] = messages(await sent(history));
    expect(results?.content.map(({ type, tool_use_id: id, text }) => text ?? `${type} ${String(id)}`)).toEqual([
      'tool_result a',
      'tool_result b',
      expect.stringContaining('result of gone'),
      'hurry',
    ]);
    expect(results?.content[0]).toMatchObject({ is_error: true });
  });

  it('A14: a call that was cut is not replayed, one that was finished is', async () => {
    const cut = { ...own(call('a'), call('b', 'read', { args: {}, rawArgs: '{"x' })), stop: 'length' as const };
    expect(types(messages(await sent([user('q'), cut, user('n')]))[1])).toEqual(['tool_use']);
  });

  it.each([['[1]'], ['null'], ['"text"'], ['7'], ['{"a": tru']])('A15: arguments %s become an object', async (json) => {
    const history = [user('q'), own(call('a', 'read', { args: {}, rawArgs: json })), result('a')];
    expect(messages(await sent(history))[1]?.content).toMatchObject([{ input: expect.objectContaining({}) as object }]);
  });

  it('A17: an error result holds text only, its image follows', async () => {
    const image = { mime: 'image/png', data: 'iVBORw0KGgo=' };
    const failed: HistoryMessage = {
      role: 'tool',
      parts: [{ type: 'tool_result', callId: 'a', text: '', isError: true, images: [image] }],
    };
    const [, , results] = messages(await sent([user('q'), own(call('a')), failed]));
    expect(results?.content).toMatchObject([
      { type: 'tool_result', is_error: true, content: '(see the attached image)' },
      { type: 'text' },
      { type: 'image' },
    ]);
  });

  it('A18: no tool is ever forced', async () => {
    const tools = [{ name: 'read', inputSchema: { type: 'object' } }];
    expect(await sent([user('q')], { ...at, tools })).not.toHaveProperty('tool_choice');
  });
});

describe('thinking', () => {
  it('A21, A32: what lacks its signature stays at home, the rest of the turn goes', async () => {
    const blocks: Part[] = [
      { type: 'thinking', text: 'half' },
      { type: 'thinking', text: 'half', signature: '' },
    ];
    const [, turn] = messages(await sent([user('q'), own(...blocks, signed(1), text('a')), user('n')]));
    expect(types(turn)).toEqual(['thinking', 'text']);
  });

  it('A22, A23: blocks go back as they came, redacted ones between them, none at the end', async () => {
    const redacted: Part = { type: 'redacted_thinking', data: opaque('anthropic-adaptive', 2) };
    const [, turn] = messages(await sent([user('q'), own(signed(1), redacted, text('a'), signed(3)), user('n')]));
    expect(turn?.content).toEqual([
      { type: 'thinking', thinking: 'so', signature: opaque('anthropic-adaptive', 1) },
      { type: 'redacted_thinking', data: opaque('anthropic-adaptive', 2) },
      { type: 'text', text: 'a' },
    ]);
  });

  it('A22: a copy of a block in another place goes', async () => {
    const [, , , second] = messages(
      await sent([user('q'), own(signed(1), text('a')), user('r'), own(signed(1), text('b')), user('n')]),
    );
    expect(types(second)).toEqual(['text']);
  });

  it('A31: a block of nothing but a signature is whole on newer models, and refused by older ones', async () => {
    const history = [user('q'), own(signed(1, ''), text('a')), user('n')];
    expect(types(messages(await sent(history))[1])).toEqual(['thinking', 'text']);
    const older = { ...named('anthropic-manual'), account: 'key-anthropic' };
    expect(types(messages(await sent(history, older))[1])).toEqual(['text']);
  });

  const LEVELS = ['off', 'low', 'high'] as const satisfies ThinkingLevel[];
  /** `thinking.type` for off, low and high, by model. */
  it.each([
    ['claude-fable-5-2', 'adaptive', 'adaptive', 'adaptive'],
    ['claude-fable-5', 'adaptive', 'adaptive', 'adaptive'],
    ['claude-mythos-5-1', 'adaptive', 'adaptive', 'adaptive'],
    ['claude-mythos-preview', 'adaptive', 'adaptive', 'adaptive'],
    ['claude-opus-5-5', 'adaptive', 'adaptive', 'adaptive'],
    ['claude-sonnet-5-5', 'adaptive', 'adaptive', 'adaptive'],
    ['claude-haiku-5-5', 'disabled', 'adaptive', 'adaptive'],
    ['claude-opus-5', 'disabled', 'adaptive', 'adaptive'],
    ['claude-sonnet-5', 'disabled', 'adaptive', 'adaptive'],
    ['claude-opus-4-8', 'disabled', 'adaptive', 'adaptive'],
    ['claude-opus-4-7', 'disabled', 'adaptive', 'adaptive'],
    ['claude-opus-4-6', 'disabled', 'adaptive', 'adaptive'],
    ['claude-sonnet-4-6', 'disabled', 'adaptive', 'adaptive'],
    ['claude-opus-4-5', undefined, 'enabled', 'enabled'],
    ['claude-haiku-4-5', undefined, 'enabled', 'enabled'],
    ['claude-3-7-sonnet-20250219', undefined, 'enabled', 'enabled'],
    ['claude-3-5-haiku-latest', undefined, undefined, undefined],
  ])('A27: %s', async (id, ...expected) => {
    const found = LEVELS.map(async (thinking) => {
      const body = await sent([user('q')], target('anthropic', id, { thinking }));
      return (body.thinking as { type: string } | undefined)?.type;
    });
    expect(await Promise.all(found)).toEqual(expected);
  });

  it.each([
    [64_000, 24_576],
    [5_000, 3_976],
    [1_500, 1_024],
    [1_024, null],
    [1, null],
  ])('A28: an answer of %i tokens thinks with %s', async (maxOutputTokens, budget) => {
    const body = await sent([user('q')], target('anthropic', 'claude-opus-4-5', { thinking: 'high', maxOutputTokens }));
    expect(body.thinking ?? null).toEqual(budget === null ? null : { type: 'enabled', budget_tokens: budget });
  });

  it.each([
    ['claude-opus-4-8', 'high', 'high'],
    ['claude-opus-4-5', 'medium', 'medium'],
    ['claude-haiku-4-5', 'high', undefined],
    ['claude-opus-4-8', 'off', undefined],
  ] as const)('A30: %s thinking %s has the effort %s', async (id, thinking, effort) => {
    const body = await sent([user('q')], target('anthropic', id, { thinking }));
    expect(body.output_config).toEqual(effort && { effort });
  });
});

describe('limits', () => {
  it('A33: at most four cache markers, none on thinking, none twice', async () => {
    const history = Array.from({ length: 9 }, (_, n) => [user(`q${n}`), own(signed(n), text('a'))]).flat();
    const tools = [{ name: 'read', inputSchema: { type: 'object' } }];
    const body = await sent([...history, user('n')], { ...at, tools, system: 'S' });
    expect(JSON.stringify(body).match(/cache_control/g)?.length).toBeLessThanOrEqual(4);
    for (const block of messages(body).flatMap(({ content }) => content))
      expect(block.type === 'thinking' && 'cache_control' in block).toBe(false);
  });

  it('A34: the oldest images give way when the body would be too long', async () => {
    const image = (n: number): Part => ({
      type: 'image',
      mime: 'image/png',
      data: `iVBORw0K${`${n}`.repeat(9 * 1024 * 1024)}`,
    });
    const history = [1, 2, 3, 4, 5].flatMap((n) => [user(`q${n}`, image(n)), own(text('a'))]);
    const { body, report } = await accepted([...history, user('n')], at);
    const images = messages(body).flatMap(({ content }) => content.filter(({ type }) => type === 'image'));
    expect(images).toHaveLength(3);
    expect(JSON.stringify(body).length).toBeLessThan(32 * 1024 * 1024);
    expect(report.notes.filter(({ rule }) => rule === 'image-to-placeholder').map(({ message }) => message)).toEqual([
      2, 0,
    ]);
  });

  it.each([
    ['claude-haiku-4-5', 100, true],
    ['claude-haiku-4-5', 101, false],
    ['claude-opus-4-8', 400, true],
    ['claude-opus-4-8', 601, false],
  ])('A34: %s gets a PDF of %d pages as a file: %s', async (model, pages, isFile) => {
    // A long one is only read to some page, and says how many there are.
    const read = Math.min(pages, 90);
    const marks = Array.from({ length: read }, (_, n) => `[Page ${n + 1}]\nsaid`);
    const rest = read < pages ? [`[Pages ${read + 1} to ${pages} are left out]`] : [];
    const given = [...marks, ...rest].join('\n\n');
    const file: Part = { type: 'file', mime: 'application/pdf', name: 'a.pdf', data: 'JVBERi0xLjQK', text: given };
    const { body, report } = await accepted([user('q', file)], target('anthropic', model, { maxOutputTokens: 1_000 }));
    expect(report.problem).toBeUndefined();
    expect(types(messages(body)[0]).includes('document')).toBe(isFile);
    expect(JSON.stringify(body).includes('[Page 90]')).toBe(!isFile);
    expect(report.notes.map(({ rule }) => rule)).toEqual(isFile ? [] : ['file-to-text']);
  });

  it('A35: question and answer fit the window together', async () => {
    const long = 'word '.repeat(150_000);
    const { body, report } = await accepted([user(long)], target('anthropic', 'claude-haiku-4-5'));
    expect(report.problem?.kind ?? 'fits').toBe('fits');
    expect(report.tokens + Number(body.max_tokens)).toBeLessThanOrEqual(200_000);
  });
});
