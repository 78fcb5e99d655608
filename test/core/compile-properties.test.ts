import { array, assert, asyncProperty, constantFrom, integer, property, tuple } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lintRequest } from '#core/wire/lint-request.ts';
import type { HistoryMessage, Part } from '#core/message.ts';
import { normalizeRequest } from '#core/normalize/normalize-request.ts';
import { STAND_IN_SIGNATURE } from '#core/normalize/texts.ts';
import type { NormalizedMessage, Target } from '#core/request.ts';
import { anyHistory, cleanHistory, cutHistory, messyHistory, opaque, SOURCES } from './arbitrary-history.ts';
import { TARGETS } from './targets.ts';
import { compileBody } from './wire-body.ts';

/** Histories per suite; a longer run sets it to a million. */
const RUNS = Number(process.env.HISTORIES ?? 3_400);
const FEWER = Math.max(100, Math.floor(RUNS / 10));
const TIMEOUT = 600_000;

const WIDE = { messages: 1_000_000 };
const TOOLS = [
  {
    name: 'fs__read_file',
    description: 'Read',
    inputSchema: { type: 'object', properties: { path: { type: 'string' } } },
  },
  { name: 'web.search/v2', inputSchema: { anyOf: [{ properties: { q: { type: 'string' } } }] } },
];

const targetName = constantFrom(...Object.keys(TARGETS));

function named(name: string, rest: Partial<Target> = {}): Target {
  const target = TARGETS[name];
  if (!target) throw new Error(`no target ${name}`);
  return { ...target, tools: TOOLS, window: WIDE, system: 'Be brief.', ...rest };
}

function deepFreeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    for (const inner of Object.values(value)) deepFreeze(inner);
  }
  return value;
}

function partsOf(messages: readonly HistoryMessage[]): Part[] {
  return messages.flatMap((message) => message.parts);
}

describe.each([
  ['clean', cleanHistory],
  ['messy', messyHistory],
  ['cut', cutHistory],
])('%s histories', (_, histories) => {
  it(
    'are accepted by every vendor',
    async () => {
      await assert(
        asyncProperty(histories, targetName, async (history, name) => {
          const target = named(name);
          const { body, request } = await compileBody(deepFreeze(history), target);
          expect(lintRequest(body, target)).toEqual([]);
          const calls = partsOf(request.messages).filter((part) => part.type === 'tool_call');
          const results = partsOf(request.messages).filter((part) => part.type === 'tool_result');
          expect(results.map(({ callId }) => callId)).toEqual(calls.map(({ id }) => id));
        }),
        { numRuns: RUNS },
      );
    },
    TIMEOUT,
  );

  it(
    'lose no word, no call and no result that a vendor takes',
    async () => {
      await assert(
        asyncProperty(histories, targetName, async (history, name) => {
          const { body } = await compileBody(history, named(name));
          const sent = JSON.stringify(body);
          for (const part of partsOf(history)) for (const mark of marksOf(part)) expect(sent).toContain(mark);
        }),
        { numRuns: FEWER },
      );
    },
    TIMEOUT,
  );

  it(
    'send opaque state to nobody but its maker',
    async () => {
      await assert(
        asyncProperty(histories, targetName, async (history, name) => {
          const { body } = await compileBody(history, named(name));
          const sent = JSON.stringify(body);
          for (const source of SOURCES) {
            if (isHomeOf(source, name)) continue;
            expect(sent).not.toContain(opaque(source, 0).slice(0, 12 + Math.floor((source.length * 4) / 3)));
          }
        }),
        { numRuns: FEWER },
      );
    },
    TIMEOUT,
  );

  it(
    'compile to the same request every time, and a compiled one to itself',
    () => {
      assert(
        property(histories, targetName, (history, name) => {
          const first = normalizeRequest(deepFreeze(history), [], named(name));
          expect(normalizeRequest(history, [], named(name))).toEqual(first);
          const again = normalizeRequest(first.request.messages, [], named(name, { tools: first.request.tools }));
          expect(shown(again.request.messages)).toEqual(shown(first.request.messages));
        }),
        { numRuns: FEWER },
      );
    },
    TIMEOUT,
  );
});

/** What must be found again in a request, whoever it goes to. */
function marksOf(part: Part): string[] {
  switch (part.type) {
    case 'text':
    case 'refusal':
    case 'tool_result':
      return part.text.match(/\w+ \d+\./g) ?? [];
    case 'tool_call':
      return part.rawArgs === undefined ? (JSON.stringify(part.args).match(/\/tmp\/arg\d+\./g) ?? []) : [];
    default:
      return [];
  }
}

/** Anthropic reads its own blocks across models on its own endpoint (A25). */
function isHomeOf(source: string, name: string): boolean {
  const direct = (one: string) => one.startsWith('anthropic') && one !== 'anthropic-gateway';
  if (direct(source) && direct(name)) return true;
  return source === name;
}

function shown(messages: readonly NormalizedMessage[]): unknown {
  return messages.map(({ role, parts }) => ({ role, parts }));
}

describe('a longer history', () => {
  /** Places at which a request was made: behind the user or behind tool results, with an answer following. */
  function requestPoints(history: readonly HistoryMessage[]): number[] {
    return history.flatMap((message, index) =>
      message.role !== 'assistant' && (history[index + 1]?.role ?? 'assistant') === 'assistant' ? [index + 1] : [],
    );
  }

  it(
    'begins with the bytes of the shorter one',
    () => {
      assert(
        property(cleanHistory, targetName, (history, name) => {
          let before: unknown[] = [];
          for (const point of requestPoints(history)) {
            const { request } = normalizeRequest(history.slice(0, point), [], named(name));
            const now = request.messages.map((message) => stable(message, name));
            expect(now.slice(0, before.length)).toEqual(before);
            before = now;
          }
        }),
        { numRuns: FEWER },
      );
    },
    TIMEOUT,
  );

  /** Leaves out what may differ while a foreign tool loop is open: stand-in signatures, thinking of manual models. */
  function stable({ role, parts, reasoning }: NormalizedMessage, name: string): unknown {
    const kept = parts.flatMap((part): Part[] => {
      if (part.type === 'tool_call' && part.signature === STAND_IN_SIGNATURE) {
        const { id, args } = part;
        return [{ type: 'tool_call', id, name: part.name, args }];
      }
      const thinking = part.type === 'thinking' || part.type === 'redacted_thinking';
      return thinking && (name === 'anthropic-manual' || name === 'anthropic-off') ? [] : [part];
    });
    return { role, parts: kept, reasoning };
  }

  it(
    'sends the first vendor its own bytes again after a stay elsewhere',
    async () => {
      await assert(
        asyncProperty(
          cleanHistory,
          cleanHistory,
          constantFrom('anthropic-adaptive', 'openai-responses', 'gemini-3', 'xai', 'deepseek', 'mistral'),
          async (home, excursion, name) => {
            const point = requestPoints(home).at(-1);
            const target = named(name);
            const first = await compileBody(home.slice(0, point), target);
            const back = await compileBody([...home.slice(0, point), ...withoutLeadingUser(excursion)], target);
            const [sent, again] = [first.body, back.body].map(wireMessages);
            expect(again?.slice(0, sent?.length)).toEqual(sent);
          },
        ),
        { numRuns: FEWER },
      );
    },
    TIMEOUT,
  );

  function withoutLeadingUser(history: readonly HistoryMessage[]): HistoryMessage[] {
    const first = history.findIndex(({ role }) => role === 'assistant');
    return first < 0 ? [] : history.slice(first);
  }

  /** Messages of a body without cache markers, which are not part of the prefix, and without stand-ins. */
  function wireMessages(body: Record<string, unknown>): unknown[] {
    const list = body.messages ?? body.input ?? body.contents;
    const text = JSON.stringify(list, (key, value: unknown) =>
      key === 'cache_control' || value === STAND_IN_SIGNATURE ? undefined : value,
    );
    return JSON.parse(text) as unknown[];
  }
});

describe('windows', () => {
  it(
    'of every size leave a request that is accepted, in order, with the newest message',
    async () => {
      await assert(
        asyncProperty(anyHistory, targetName, integer({ min: 1, max: 60 }), async (history, name, messages) => {
          const target = named(name, { window: { messages } });
          const asked: HistoryMessage[] = [...history, { role: 'user', parts: [{ type: 'text', text: 'newest 1.' }] }];
          const { body, report } = await compileBody(asked, target);
          expect(lintRequest(body, target)).toEqual([]);
          expect(JSON.stringify(body)).toContain('newest 1.');
          expect(report.droppedByWindow).not.toContain(asked.length - 1);
          expect(report.droppedByWindow).toEqual([...report.droppedByWindow].sort((a, b) => a - b));
          // A message that was stored twice is sent once.
          const answers = (value: unknown) => [...new Set(JSON.stringify(value).match(/answer \d+\./g))];
          const sent = answers(body);
          expect(sent).toEqual(
            answers(asked)
              .slice(-sent.length || undefined)
              .slice(0, sent.length),
          );
        }),
        { numRuns: FEWER * 3 },
      );
    },
    TIMEOUT,
  );

  it(
    'of every token size stay within it or say why not',
    async () => {
      await assert(
        asyncProperty(anyHistory, targetName, integer({ min: 1, max: 4_000 }), async (history, name, tokens) => {
          const target = named(name, { window: { ...WIDE, tokens } });
          const { body, report } = await compileBody(history, target);
          expect(lintRequest(body, target)).toEqual([]);
          expect(report.problem?.kind === 'context_overflow' || report.tokens <= tokens).toBe(true);
        }),
        { numRuns: FEWER * 3 },
      );
    },
    TIMEOUT,
  );

  it('move in large steps and stay in between', () => {
    const target = named('anthropic-adaptive', { window: { messages: 20 } });
    const history: HistoryMessage[] = [];
    const starts: number[] = [];
    for (let turn = 0; turn < 60; turn++) {
      history.push({ role: 'user', parts: [{ type: 'text', text: `ask ${turn}.` }] });
      starts.push(normalizeRequest(history, [], target).report.droppedByWindow.length);
      history.push({ role: 'assistant', parts: [{ type: 'text', text: `answer ${turn}.` }] });
    }
    expect(starts).toEqual([...starts].sort((a, b) => a - b));
    const moves = starts.filter((start, index) => start !== (starts[index - 1] ?? 0)).length;
    expect(moves).toBeLessThan(60 / 3);
    expect(Math.max(...starts.map((start, turn) => 2 * turn + 1 - start))).toBeLessThanOrEqual(20);
  });
});

describe('any input', () => {
  it(
    'is survived',
    () => {
      const names = array(targetName, { minLength: 1, maxLength: 3 });
      assert(
        property(tuple(anyHistory, anyHistory), names, ([a, b], targets) => {
          for (const name of targets) {
            const { request } = normalizeRequest([...a, ...b, ...a], [], named(name));
            expect(request.messages.length).toBeGreaterThan(0);
            expect(request.messages.at(-1)?.role).not.toBe('assistant');
          }
        }),
        { numRuns: FEWER },
      );
    },
    TIMEOUT,
  );
});
