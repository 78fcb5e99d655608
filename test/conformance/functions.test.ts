import { inspect } from 'node:util';
import {
  anything,
  type Arbitrary,
  array,
  assert,
  constantFrom,
  integer,
  oneof,
  property,
  record,
  string,
} from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isBlank } from '#core/text.ts';
import { anyHistory } from '../core/arbitrary-history.ts';
import adapter from './adapter.ts';
import type { SeedMessage, SeedPart } from './contract.ts';

describe('classifyError', () => {
  it('answers with the kinds that were agreed on, also for what the page tells apart', () => {
    const missing = { status: 404, error: { type: 'not_found_error', message: 'model: claude-9' } };
    expect(adapter.classifyError(missing)).toEqual({ kind: 'unknown', retryable: false });
    expect(adapter.classifyError({ status: 529 })).toMatchObject({ kind: 'overloaded', retryable: true });
    expect(adapter.classifyError('no such thing')).toBeNull();
  });
});

const wild = anything({ maxDepth: 3, withNullPrototype: true });
const TYPES = ['text', 'thinking', 'reasoning', 'redacted_thinking', 'tool', 'tool_use', 'tool_result', 'step-start'];
const sometimesBlank = oneof(constantFrom('', ' \n', '\u200b', 'said'), string({ maxLength: 8 }));
const part = record(
  {
    type: oneof(constantFrom(...TYPES), string()),
    text: sometimesBlank,
    thinking: sometimesBlank,
    signature: sometimesBlank,
  },
  { requiredKeys: ['type'] },
) as Arbitrary<SeedPart>;
const message = record({
  info: record({ id: string(), role: constantFrom('user', 'assistant') }),
  parts: array(part, { maxLength: 4 }),
}) as Arbitrary<SeedMessage>;
const messages = array(message, { maxLength: 8 });

/** A part of the right shape, or of none. */
const oddPart = oneof(
  record(
    {
      type: oneof(constantFrom(...TYPES, 'tool_call'), wild),
      text: wild,
      thinking: wild,
      id: wild,
      callId: wild,
      name: wild,
      args: wild,
    },
    { requiredKeys: [] },
  ),
  wild,
);
const oddParts = oneof(array(oddPart, { maxLength: 4 }), wild);
const oddInfo = oneof(record({ id: wild, role: oneof(constantFrom('user', 'assistant'), wild) }), wild);
const oddMessages = oneof(array(oneof(record({ info: oddInfo, parts: oddParts }), wild), { maxLength: 5 }), wild);
const oddRole = oneof(constantFrom('user', 'assistant', 'tool'), wild);
const oddHistory = oneof(array(oneof(record({ role: oddRole, parts: oddParts }), wild), { maxLength: 5 }), wild);

/** All functions except those that keep time, each with the arguments it may get. */
const FUNCTIONS: Readonly<Record<string, readonly Arbitrary<unknown>[]>> = {
  isExtendedThinkingModel: [oneof(constantFrom('claude-3', 'x-high'), wild)],
  hasContentParts: [oddParts],
  startsWithThinkingBlock: [oddParts],
  findPreviousThinkingContent: [oddMessages, numberLike()],
  prependThinkingBlock: [oneof(message, record({ info: oddInfo, parts: oddParts })), sometimesBlank],
  messageHasContent: [oddParts],
  validateThinking: [oddMessages, oneof(constantFrom('claude-sonnet-4', 'gpt-4o'), wild)],
  sanitizeEmptyMessages: [oddMessages],
  classifyError: [wild],
  outputBudget: [record({ limit: numberLike(), used: numberLike(), toolCap: numberLike() }, { requiredKeys: [] })],
  truncateOutput: [oneof(string(), wild), record({ maxTokens: numberLike() })],
  prune: [oddHistory, oneof(constantFrom({ enabled: true, turn_protection: { turns: 1 } }), wild)],
  nonInteractiveEnv: [wild],
  bannedCommand: [oneof(string(), wild)],
  loadConfig: [oneof(array(oneof(record({ origin: wild, text: oneof(string(), wild) }), wild)), wild)],
};

function numberLike(): Arbitrary<unknown> {
  return oneof(integer(), constantFrom(Number.NaN, Infinity, -Infinity, 0.5, undefined, null, '7', true));
}

const picture = (value: unknown): string => inspect(value, { depth: null, maxArrayLength: null });

describe('every function by itself', () => {
  it.each(Object.entries(FUNCTIONS))(
    '%s answers whatever it is given, twice the same, and leaves it alone',
    (name, given) => {
      const call: unknown = Reflect.get(adapter, name);
      if (typeof call !== 'function') throw new Error(`no function ${name}`);
      const [first = wild, second = wild] = given;
      assert(
        property(first, second, (one, two) => {
          const before = picture([one, two]);
          const answer: unknown = Reflect.apply(call, adapter, [one, two]);
          expect(picture(Reflect.apply(call, adapter, [one, two]))).toBe(picture(answer));
          expect(picture([one, two])).toBe(before);
        }),
        { numRuns: 200 },
      );
    },
  );
});

describe('the views of a history', () => {
  it('begin every answer on a thinking model with thinking, add nothing else, and are stable', () => {
    assert(
      property(messages, constantFrom('claude-opus-4-1', 'x-high', 'gpt-4o'), (given, model) => {
        const view = adapter.validateThinking(given, model);
        expect(view).toHaveLength(given.length);
        for (const [index, { info, parts }] of view.entries()) {
          const own = given[index]?.parts ?? [];
          const added = parts.length - own.length;
          const needs = model !== 'gpt-4o' && info.role === 'assistant' && adapter.hasContentParts(own);
          expect(added).toBe(needs && !adapter.startsWithThinkingBlock(own) ? 1 : 0);
          expect(parts.slice(added)).toEqual(own);
          const thinking = adapter.findPreviousThinkingContent(given, index) || '[Continuing from previous reasoning]';
          const synthetic = { type: 'thinking', id: 'prt_0000000000_synthetic_thinking', thinking, synthetic: true };
          expect(parts.slice(0, added)).toEqual([synthetic].slice(0, added));
        }
        expect(adapter.validateThinking(view, model)).toEqual(view);
      }),
    );
  });

  it('hold no empty message, lose none that says something, and bring no two of a role together', () => {
    assert(
      property(messages, (given) => {
        const view = adapter.sanitizeEmptyMessages(given);
        const saying = given.filter(({ parts }) => adapter.messageHasContent(parts));
        expect(view.every(({ parts }) => adapter.messageHasContent(parts))).toBe(true);
        expect(view.filter((one) => given.includes(one))).toEqual(saying);
        for (const { parts } of view.filter((one) => !given.includes(one)))
          expect(parts.filter(({ synthetic }) => synthetic)).toEqual([
            expect.objectContaining({ type: 'text', text: '[user interrupted]' }),
          ]);
        const roles = given.map(({ info }) => info.role);
        const alternates = roles.every((role, index) => index === 0 || role !== roles[index - 1]);
        const left = view.map(({ info }) => info.role);
        const stays = left.every((role, index) => index === 0 || role !== left[index - 1]);
        expect(stays || !alternates).toBe(true);
        expect(adapter.sanitizeEmptyMessages(view)).toEqual(view);
      }),
    );
  });

  it('prune keeps every message, text and signature, says what it changed, and is stable', () => {
    const config = {
      enabled: true,
      turn_protection: { enabled: true, turns: 1 },
      strategies: { supersede_writes: { aggressive: true }, purge_errors: { turns: 1 } },
    };
    assert(
      property(anyHistory, (given) => {
        const { history, pruned } = adapter.prune(given, config);
        expect(history).toHaveLength(given.length);
        const named = new Set(pruned.map((one) => `${one.message}.${one.part}`));
        expect(named.size).toBe(pruned.length);
        for (const [index, { parts }] of history.entries())
          for (const [at, one] of parts.entries()) {
            const own = given[index]?.parts[at];
            expect(one === own).toBe(!named.has(`${index}.${at}`));
            expect(one === own || own?.type === 'tool_call' || own?.type === 'tool_result').toBe(true);
          }
        expect(adapter.prune(history, config).pruned).toEqual([]);
      }),
    );
  });

  it('blank words are no content, whatever they are made of', () => {
    assert(
      property(string({ maxLength: 5 }), (text) => {
        expect(adapter.messageHasContent([{ type: 'text', text }])).toBe(!isBlank(text));
      }),
    );
  });
});
