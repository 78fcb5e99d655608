import { assert, asyncProperty, constantFrom, dictionary, jsonValue, letrec, oneof, tuple, array } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { jsonValues } from '#archive/import/base/json-values.ts';
import { runs } from '#test/runs.ts';
import { pieces } from '../memory-files.ts';
import { read } from './reading.ts';

const values = async (text: string, longest?: number) => {
  const found: unknown[] = [];
  for await (const one of jsonValues(pieces(new TextEncoder().encode(text), 3), longest))
    found.push(one.ok ? one.value : one.reason);
  return found;
};

/**
 * V8 13.6 mistakes the key `"` for `\` if any other test of the same worker used that one at the same place: it
 * compares the escaped text with the keys it has seen.
 */
const KEYS = constantFrom('a', 'b"', '\\x', '한', ']');

describe('values of a file', () => {
  it('are found in arrays, alone and by line, wherever the pieces are cut', async () => {
    await assert(
      asyncProperty(array(dictionary(KEYS, jsonValue())), async (items) => {
        const same = JSON.parse(JSON.stringify(items));
        expect(await values(JSON.stringify(items))).toEqual(same);
        expect(await values(JSON.stringify(items, null, 2))).toEqual(same);
        expect(await values(`\uFEFF${items.map((one) => JSON.stringify(one)).join('\r\n')}`)).toEqual(same);
      }),
    );
  });

  it('are told one by one when they are damaged', async () => {
    expect(await values('[{"a":1},{"a":},{"a":2}]')).toEqual([{ a: 1 }, 'not JSON', { a: 2 }]);
    // Cut between two entries, too.
    expect(await values('[{"a":1},')).toEqual([{ a: 1 }, 'the file ends in the middle']);
    // A line that was cut off takes no other line with it.
    const lines = ['{"a":1}', '{"a":"x', '{"a":3}', '{"a":[{"b":4', '{"a":5}', '{"a":{"a":6}', '{"a":7}'];
    expect(await values(lines.join('\n'))).toEqual([
      { a: 1 },
      'not JSON',
      { a: 3 },
      'not JSON',
      { a: 5 },
      'not JSON',
      { a: 7 },
    ]);
    expect(await values('{"a":1}\n{"a":')).toEqual([{ a: 1 }, 'the file ends in the middle']);
    expect(await values('no JSON at all')).toEqual([]);
    expect(await values(`[${'['.repeat(5_000)}${']'.repeat(5_000)}]`)).toEqual(['nested more than 1000 deep']);
  });

  it('are refused when one is longer than any conversation', async () => {
    await expect(values(`{"a":"${'x'.repeat(100)}"}`, 50)).rejects.toThrow('more than 50');
  });
});

const LOOKED_FOR = `mapping message messages chat_messages content parts role author sender id uuid parent parentId
parentUuid current_node type text title details history chat data state sessions topics swipes mes conversation_id
conversationId tool_calls attachments files __proto__ constructor sessionId version`.split(/\s/);

/** Keys that importers look for, with any values. */
const junk = letrec((tie) => ({
  value: oneof(
    { depthSize: 'small' },
    jsonValue(),
    tie('object'),
    array(tie('object'), { maxLength: 3 }),
    constantFrom('user', 'assistant', 'tool', 'a', 'b', 1e9),
  ),
  object: dictionary(constantFrom(...LOOKED_FOR), tie('value'), { maxKeys: 8 }),
})).object;

describe('an export made to hurt', () => {
  it('never throws, never pollutes, and always ends in a receipt', async () => {
    const openings = constantFrom<object>(
      { mapping: {} },
      { uuid: 'u', chat_messages: [] },
      { messages: [{ role: 'user', content: 'x' }] },
      { title: 'Prompted x', time: '2025-01-01T00:00:00Z', products: ['Gemini Apps'] },
      { conversationId: 'c', messages: [] },
      { id: 'c', chat: { history: { messages: {} } } },
      { localStorage: {}, indexedDB: { topics: [], message_blocks: [] } },
      { 'chat-sessions-list': [] },
      { exportType: 'all', state: { messages: [] } },
      { user_name: 'u', character_name: 'c', chat_metadata: {} },
      { type: 'user', uuid: 'u', parentUuid: null, sessionId: 's', message: { role: 'user', content: 'x' } },
      { type: 'session', version: 3, id: 's' },
      { id: 'ses_1', title: 'x', time: {} },
      { type: 'session_meta', payload: { id: 's' } },
      { sessionId: 's', projectHash: 'p', messages: [{ id: 'm', type: 'gemini', toolCalls: [{}] }] },
      { history: [{ role: 'model', parts: [{ functionCall: {} }] }] },
      { type: 'response_item', payload: { type: 'reasoning', summary: [{}] } },
      { session: { id: 's' }, items: [{ type: 'function_call' }] },
      {
        info: { id: 'ses_1' },
        messages: [
          { info: {}, parts: [{ type: 'tool' }] },
          { type: 'assistant', content: [{}] },
        ],
      },
    );
    await assert(
      asyncProperty(tuple(openings, array(junk, { maxLength: 4 })), async ([opening, rest]) => {
        const merged = rest[0] === undefined ? opening : { ...opening, ...rest[0], ...opening };
        const lines = [merged, ...rest].map((one) => JSON.stringify(one));
        const { receipt } = await read({ 'a.json': `[${lines.join(',')}]`, 'b.jsonl': lines.join('\n') });
        expect(receipt.skipped.length + Object.keys(receipt.sources).length).toBeGreaterThan(0);
        expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
      }),
      { numRuns: runs(300) },
    );
  });

  it('cannot name files outside', async () => {
    await expect(read({ '../../etc/passwd': '[]' })).rejects.toThrow('not safe');
  });

  it('keeps ids that mean something to objects as mere texts', async () => {
    const mapping = `{"__proto__":{"id":"__proto__","parent":null,"message":{"author":{"role":"user"},"content":{"content_type":"text","parts":["x"]}}},"constructor":{"id":"constructor","parent":null,"message":{"author":{"role":"user"},"content":{"content_type":"text","parts":["y"]}}}}`;
    const { all } = await read({ 'a.json': `[{"conversation_id":"__proto__","mapping":${mapping}}]` });
    expect(all[0]?.history.messages.map(({ id }) => id)).toEqual(['chatgpt:__proto__:constructor']);
  });
});
