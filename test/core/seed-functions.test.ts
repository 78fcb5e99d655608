import { describe, expect, it } from 'vitest';
import type { HistoryMessage } from '#core/message.ts';
import { messageHasContent, sanitizeEmptyMessages } from '#test/conformance/seed/empty-message-sanitizer.ts';
import {
  convertMCPToolsToProviderTools,
  sanitizeMessagesForProvider,
  selectMessagesWithinContext,
  validateGeminiMessageStack,
} from '#test/conformance/seed/provider-messages.ts';
import type { SeedMessage, SeedPart } from '#test/conformance/seed/seed-message.ts';
import {
  findPreviousThinkingContent,
  hasContentParts,
  isExtendedThinkingModel,
  prependThinkingBlock,
  startsWithThinkingBlock,
  validateThinking,
} from '#test/conformance/seed/thinking-block-validator.ts';
import { fixAnthropicToolCallChain } from '#test/conformance/seed/tool-call-chain.ts';
import { target } from './targets.ts';

function say(role: 'user' | 'assistant', ...parts: SeedPart[]): SeedMessage {
  return { info: { id: `${role}-${parts.length}`, role }, parts };
}
const text = (content: string): SeedPart => ({ type: 'text', text: content });
const thought = (content: string): SeedPart => ({ type: 'thinking', thinking: content });

describe('thinking block validator', () => {
  it.each([
    ['claude-opus-4.5-thinking', true],
    ['gpt-5-high', true],
    ['gpt-5-highest', false],
    ['claude-sonnet-4.5', true],
    ['CLAUDE-OPUS-4', true],
    ['claude-3-opus', true],
    ['claude-3-sonnet', true],
    ['gpt-4o', false],
    ['', false],
    [undefined, false],
  ])('isExtendedThinkingModel(%s) is %s', (id, expected) => {
    expect(isExtendedThinkingModel(id)).toBe(expected);
  });

  it('hasContentParts counts tools and text, not thinking or markers', () => {
    for (const type of ['tool', 'tool_use', 'text']) expect(hasContentParts([{ type }])).toBe(true);
    for (const type of ['thinking', 'reasoning', 'step-start', 'step-finish', 'tool_result'])
      expect(hasContentParts([{ type }])).toBe(false);
    expect(hasContentParts([])).toBe(false);
    expect(hasContentParts(undefined)).toBe(false);
  });

  it('startsWithThinkingBlock looks at the first part only', () => {
    expect(startsWithThinkingBlock([{ type: 'reasoning' }, text('a')])).toBe(true);
    expect(startsWithThinkingBlock([text('a'), { type: 'thinking' }])).toBe(false);
    expect(startsWithThinkingBlock(undefined)).toBe(false);
  });

  it('findPreviousThinkingContent walks back over answers and skips blank thinking', () => {
    const messages = [
      say('assistant', thought('old')),
      say('assistant', thought(' '), { type: 'reasoning', text: 'newer' }),
      say('user', thought('not mine')),
      say('assistant', text('x')),
    ];
    expect(findPreviousThinkingContent(messages, 3)).toBe('newer');
    expect(findPreviousThinkingContent(messages, 1)).toBe('old');
    expect(findPreviousThinkingContent(messages, 0)).toBe('');
    expect(findPreviousThinkingContent(messages, 99)).toBe('newer');
    expect(findPreviousThinkingContent(messages, -1)).toBe('');
    const blank = [
      say('assistant', thought('kept')),
      say('assistant', { type: 'thinking', thinking: '', text: 'words' }),
    ];
    expect(findPreviousThinkingContent(blank, 2)).toBe('words');
  });

  it('prepends a marked part with the fixed id and leaves its input alone', () => {
    const message = Object.freeze(say('assistant', text('x')));
    expect(prependThinkingBlock(message, 'why').parts).toEqual([
      { type: 'thinking', id: 'prt_0000000000_synthetic_thinking', thinking: 'why', synthetic: true },
      text('x'),
    ]);
    expect(message.parts).toHaveLength(1);
  });

  it('validateThinking fills the view on thinking models only, once', () => {
    const messages = [say('user', text('q')), say('assistant', text('a')), say('assistant', thought('t'), text('b'))];
    const view = validateThinking(messages, 'claude-sonnet-4.5');
    expect(view[1]?.parts[0]).toMatchObject({ thinking: '[Continuing from previous reasoning]', synthetic: true });
    expect(view[2]).toBe(messages[2]);
    expect(validateThinking(view, 'claude-sonnet-4.5')).toEqual(view);
    expect(validateThinking(messages, 'gpt-4o')).toEqual(messages);
    const reused = validateThinking([...messages, say('assistant', { type: 'tool_use' })], 'claude-opus-4');
    expect(reused[3]?.parts[0]).toMatchObject({ thinking: 't' });
  });

  it('what it makes never reaches Anthropic (X-01)', () => {
    const history: HistoryMessage[] = [
      { role: 'user', parts: [{ type: 'text', text: 'q' }] },
      {
        role: 'assistant',
        origin: { vendor: 'anthropic', model: 'claude-opus-4-5' },
        parts: [
          { type: 'thinking', text: '[Continuing from previous reasoning]' },
          { type: 'text', text: 'a' },
        ],
      },
      { role: 'user', parts: [{ type: 'text', text: 'next' }] },
    ];
    const sent = sanitizeMessagesForProvider(history, target('anthropic', 'claude-opus-4-5', { thinking: 'high' }));
    expect(JSON.stringify(sent)).not.toContain('Continuing from previous');
  });
});

describe('empty messages', () => {
  it('messageHasContent ignores thinking, markers and blank text', () => {
    expect(messageHasContent([thought('x'), { type: 'step-start' }, text(' \n')])).toBe(false);
    for (const type of ['tool', 'tool_use', 'tool_result']) expect(messageHasContent([{ type }])).toBe(true);
    expect(messageHasContent([text('a')])).toBe(true);
    // No vendor accepts zero-width white space as text.
    expect(messageHasContent([text('\u200b')])).toBe(false);
    expect(messageHasContent([])).toBe(false);
  });

  it('leaves an empty message out where the roles still take turns', () => {
    const messages = [say('user', text('a')), say('assistant', text('b')), say('user', text('')), say('assistant')];
    expect(sanitizeEmptyMessages(messages)).toEqual(messages.slice(0, 2));
  });

  it('fills it in where two messages of one role would meet', () => {
    const messages = [say('user', text('a')), say('assistant', thought('t')), say('user', text('b'))];
    const [, filled] = sanitizeEmptyMessages(messages);
    expect(filled?.parts[1]).toMatchObject({ type: 'text', text: '[user interrupted]', synthetic: true });
    expect(sanitizeEmptyMessages(messages)).toEqual(sanitizeEmptyMessages(messages));
    expect(sanitizeEmptyMessages(sanitizeEmptyMessages(messages))).toEqual(sanitizeEmptyMessages(messages));
  });

  it('puts nothing between two messages of the role of the empty one', () => {
    const messages = [say('user', text('a')), say('user', text(' ')), say('user', text('b'))];
    expect(sanitizeEmptyMessages(messages)).toEqual([messages[0], messages[2]]);
  });

  it('writes into an empty text part instead of adding another', () => {
    const messages = [
      say('user', text('a')),
      say('assistant', { type: 'text', id: 'p1', text: ' ' }),
      say('user', text('b')),
    ];
    expect(sanitizeEmptyMessages(messages)[1]?.parts).toEqual([
      { type: 'text', id: 'p1', text: '[user interrupted]', synthetic: true },
    ]);
  });
});

describe('tool chains and windows', () => {
  const call = (id: string) => ({ type: 'tool_call' as const, id, name: 't', args: {} });
  const result = (id: string) => ({ type: 'tool_result' as const, callId: id, text: id });

  it('keeps every parallel call that has its result, in order (X-10, X-13)', () => {
    const history: HistoryMessage[] = [
      { role: 'tool', parts: [result('lost')] },
      { role: 'user', parts: [{ type: 'text', text: 'q' }] },
      { role: 'assistant', parts: [call('a'), call('b'), call('c')] },
      { role: 'user', parts: [{ type: 'text', text: 'wait' }] },
      { role: 'tool', parts: [result('b'), result('a'), result('a')] },
      { role: 'assistant', parts: [call('d')] },
    ];
    expect(fixAnthropicToolCallChain(history)).toEqual([
      { role: 'user', parts: [{ type: 'text', text: 'q' }] },
      { role: 'assistant', parts: [call('a'), call('b')] },
      { role: 'tool', parts: [result('a'), result('b')] },
      { role: 'user', parts: [{ type: 'text', text: 'wait' }] },
    ]);
  });

  it('selects the newest exchanges in order (X-11) and always the newest', () => {
    const history = Array.from({ length: 40 }, (_, index): HistoryMessage => ({
      role: index % 2 === 0 ? 'user' : 'assistant',
      parts: [{ type: 'text', text: `${index} ${'word '.repeat(4_000)}` }],
    }));
    const selected = selectMessagesWithinContext(history, target('groq', 'openai/gpt-oss-20b'));
    expect(selected.length).toBeLessThan(40);
    expect(history.slice(40 - selected.length)).toEqual(selected);
    expect(selected[0]?.role).toBe('user');
  });

  it('converts tools without throwing on a bad one (8.6)', () => {
    const tools = [
      {
        name: 'good.one',
        description: 'd',
        inputSchema: { type: 'object', properties: { n: { type: 'integer', minimum: 1 } } },
      },
      { name: 'bad', inputSchema: 'nonsense' },
    ];
    expect(convertMCPToolsToProviderTools(tools, target('cerebras', 'gpt-oss-120b'))).toEqual([
      {
        name: 'good_one',
        description: 'd',
        inputSchema: { type: 'object', properties: { n: { type: 'integer' } }, additionalProperties: false },
      },
    ]);
  });

  it('gives Gemini a stack that begins and ends with the user', () => {
    const { model } = target('gemini', 'gemini-3.8-flash');
    const stack = validateGeminiMessageStack([{ role: 'assistant', parts: [call('a')] }], model);
    expect(stack.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool']);
  });
});
