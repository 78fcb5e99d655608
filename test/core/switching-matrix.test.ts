import { describe, expect, it } from 'vitest';
import type { HistoryMessage, Part } from '#core/message.ts';
import { lintBody } from '#test/core/lint-body.ts';
import { opaque, originOf, SOURCES } from './arbitrary-history.ts';
import { TARGETS } from './targets.ts';
import { compileBody } from './wire-body.ts';

/**
 * Every ordered pair of vendor-rules 8.5 and of the refinements by model, with every kind of part a vendor can produce.
 */

const STATE: Readonly<Record<string, (source: string) => Part>> = {
  anthropic: (source) => ({ type: 'thinking', text: 'secret thought', signature: opaque(source, 1) }),
  'openai-responses': (source) => ({
    type: 'thinking',
    text: 'secret thought',
    encrypted: opaque(source, 1),
    itemId: 'rs_1',
  }),
  'openai-chat': (source) => ({
    type: 'thinking',
    text: 'secret thought',
    ...(source === 'openrouter' && { details: '[{"type":"reasoning.encrypted","data":"secret thought"}]' }),
  }),
  gemini: () => ({ type: 'thinking', text: 'secret thought' }),
};

function said(source: string): HistoryMessage[] {
  const protocol = TARGETS[source]?.model.protocol ?? 'openai-chat';
  const state = STATE[protocol]?.(source);
  const signature = protocol === 'gemini' ? { signature: opaque(source, 2) } : {};
  const origin = originOf(source);
  return [
    { role: 'user', parts: [{ type: 'text', text: 'question one' }] },
    {
      role: 'assistant',
      origin,
      stop: 'tool',
      parts: [
        ...(state ? [state] : []),
        { type: 'text', text: 'let me look' },
        { type: 'tool_call', id: 'functions.read:0', name: 'fs.read', args: { path: 'first' }, ...signature },
        { type: 'tool_call', id: 'functions.read:0', name: 'fs.read', args: { path: 'second' } },
      ],
    },
    {
      role: 'tool',
      parts: [{ type: 'tool_result', callId: 'functions.read:0', name: 'fs.read', text: 'content one' }],
    },
    {
      role: 'tool',
      parts: [{ type: 'tool_result', callId: 'functions.read:0', name: 'fs.read', text: 'content two' }],
    },
    { role: 'assistant', origin, stop: 'refusal', parts: [{ type: 'refusal', text: 'not this' }] },
    { role: 'user', parts: [{ type: 'text', text: 'question two' }] },
    { role: 'assistant', origin, stop: 'end', parts: [{ type: 'text', text: 'answer two' }] },
  ];
}

const WORDS = [
  'question one',
  'let me look',
  'first',
  'second',
  'content one',
  'content two',
  'not this',
  'answer two',
  'go on',
];
const ask: HistoryMessage = { role: 'user', parts: [{ type: 'text', text: 'go on' }] };
const isOwn = (source: string, target: string) =>
  source === target || [source, target].every((name) => name.startsWith('anthropic') && name !== 'anthropic-gateway');

describe.each(SOURCES)('from %s', (source) => {
  it.each(Object.keys(TARGETS))('to %s', async (name) => {
    const target = TARGETS[name];
    if (!target) throw new Error(name);
    const wide = {
      ...target,
      window: { messages: 1_000 },
      tools: [{ name: 'fs.read', inputSchema: { type: 'object' } }],
    };
    const closed = await compileBody([...said(source), ask], wide);
    expect(lintBody(closed.body, wide)).toEqual([]);
    const sent = JSON.stringify(closed.body);
    for (const expected of WORDS) expect(sent).toContain(expected);
    expect(sent.indexOf('content one')).toBeLessThan(sent.indexOf('content two'));
    if (isOwn(source, name)) return;
    expect(sent).not.toContain('secret thought');
    expect(sent).not.toContain(opaque(source, 1).slice(0, 12));

    // The same switch in the middle of the tool loop (8.4).
    const open = await compileBody(said(source).slice(0, 4), wide);
    expect(lintBody(open.body, wide)).toEqual([]);
    expect(JSON.stringify(open.body)).toContain('content two');
  });
});
