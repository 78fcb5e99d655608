import { array, assert, constantFrom, property, record } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { matchEarlierImport } from '#archive/import/base/match-earlier-import.ts';
import type { ImportedMessage, ImportedPart } from '#archive/import/base/imported.ts';
import { chainOf } from '#archive/import/base/separate-results.ts';
import { planMerge } from '#archive/merge/plan-merge.ts';
import { without } from '#core/without.ts';
import { NOTHING_ELSE } from '../merged.ts';
import { read, said } from './reading.ts';

const TEXT: ImportedPart = { type: 'text', text: 'Said' };
const CALL: ImportedPart = { type: 'tool_call', id: 'c', name: 'f', args: {} };
const RESULT: ImportedPart = { type: 'tool_result', callId: 'c', text: 'R' };
const USAGE = { input: 4, output: 5 };

describe('an answer with its results in it', () => {
  it('keeps its parts, what it cost, and how it ended, wherever its results are', () => {
    const message = record(
      {
        parts: array(constantFrom(TEXT, CALL, RESULT), { minLength: 1, maxLength: 6 }),
        usage: constantFrom(USAGE),
        stop: constantFrom('length' as const, 'aborted' as const),
        error: constantFrom('Overloaded', ''),
      },
      { requiredKeys: ['parts'] },
    );
    assert(
      property(message, (one) => {
        const whole: ImportedMessage = { id: 'a', parentId: 'q', role: 'assistant', ...one };
        const chain = chainOf(whole);
        const ids = chain.map(({ id }) => id);
        expect(chain.map(({ parentId }) => parentId)).toEqual(['q', ...ids.slice(0, -1)]);
        expect(chain.flatMap(({ parts }) => parts)).toEqual(one.parts);
        const answers = chain.filter(({ role }) => role === 'assistant');
        expect(chain.filter(({ role }) => role !== 'assistant').every(({ stop, usage }) => !stop && !usage)).toBe(true);
        const of = <K extends 'usage' | 'error'>(key: K) => answers.flatMap((answer) => answer[key] ?? []);
        expect(of('usage')).toEqual(one.usage ? [one.usage] : []);
        expect(of('error')).toEqual(one.error === undefined ? [] : [one.error]);
        const ends = answers.flatMap(({ stop }) => (stop === undefined || stop === 'tool' ? [] : [stop]));
        expect(ends).toEqual(one.stop && answers.length > 0 ? [one.stop] : []);
        // The error is after everything that came before it.
        expect(chain.at(-1)?.error).toBe(one.error);
      }),
    );
  });
});

describe('Cherry Studio', () => {
  const exported = (...more: object[]) => ({
    'data.json': {
      localStorage: {
        'persist:cherry-studio': JSON.stringify({
          assistants: JSON.stringify({ assistants: [{ id: 'as', topics: [{ id: 't', name: 'T' }] }] }),
        }),
      },
      indexedDB: {
        topics: [
          {
            id: 't',
            messages: [
              { id: 'q', role: 'user', blocks: ['b0'], createdAt: '2025-01-01T00:00:00Z' },
              {
                id: 'a',
                role: 'assistant',
                askId: 'q',
                createdAt: '2025-01-01T00:00:01Z',
                blocks: ['b1', 'b2', ...more.map((_, index) => `m${index}`)],
                usage: { prompt_tokens: 4, completion_tokens: 5 },
              },
            ],
          },
        ],
        message_blocks: [
          { id: 'b0', type: 'main_text', content: 'Hi' },
          { id: 'b1', type: 'main_text', content: 'I look.' },
          { id: 'b2', type: 'tool', toolId: 'c', toolName: 'f', arguments: {}, content: 'R' },
          ...more.map((block, index) => ({ id: `m${index}`, ...block })),
        ],
      },
    },
  });

  it('has the tokens of an answer that ends with a result, and its error after it', async () => {
    const { of } = await read(exported({ type: 'error', error: { message: 'Overloaded' } }));
    const { messages } = of('t');
    expect(messages.map(said)).toEqual(['user: Hi', 'assistant: I look. | f{}#c', 'tool: #c = R', 'assistant: ']);
    expect(messages.flatMap(({ usage }) => usage ?? [])).toEqual([USAGE]);
    expect(messages.at(-1)).toMatchObject({ stop: 'error', error: { message: 'Overloaded' } });
  });

  it('adds nothing to such an answer that an earlier version imported without its tokens', async () => {
    const { all } = await read(exported());
    const [found] = all;
    if (!found) throw new Error('not read');
    expect(found.history.messages[1]).toMatchObject({ usage: USAGE, stop: 'tool' });
    const messages = found.history.messages.map((message) => without(message, 'usage'));
    const stored = { ...found.history, messages };
    expect(planMerge(matchEarlierImport(stored, found), stored, NOTHING_ELSE).kind).toBe('same');
  });
});
