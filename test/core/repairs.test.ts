import {
  array,
  assert,
  asyncProperty,
  constantFrom,
  integer,
  nat,
  property,
  record,
  shuffledSubarray,
} from 'fast-check';
import { describe, expect, it } from 'vitest';
import { classifyError } from '#core/errors/classify-error.ts';
import type { HistoryMessage, Part } from '#core/message.ts';
import { isModelFact, overlaysFor } from '#core/normalize/base/overlays.ts';
import { normalizeRequest } from '#core/normalize/normalize-request.ts';
import { targetWithLearned } from '#core/normalize/with-learned-facts.ts';
import { asOverlay, compileStrict } from '#core/repairs/compile-strict.ts';
import { decideRepairs } from '#core/repairs/decide-repairs.ts';
import { type Failure, failureOfViolation } from '#core/repairs/failure.ts';
import type { Decision, NormalizedRequest, Overlay, Target } from '#core/request.ts';
import { lintBody } from '#test/core/lint-body.ts';
import { omitFields } from '#core/wire/omit-fields.ts';
import type { Violation } from '#core/wire/rule.ts';
import { loadService } from '#vendors/registry.ts';
import { runs } from '#test/runs.ts';
import { anyHistory, cleanHistory, opaque, originOf } from './arbitrary-history.ts';
import { ERROR_TEXTS } from './error-texts.ts';
import { TARGETS } from './targets.ts';

const RUNS = runs(150);
const deps = { fetch: () => Promise.reject(new Error('no network in tests')) };

const TOOLS = [
  { name: 'fs__read_file', inputSchema: { type: 'object', properties: { path: { type: 'string' } } } },
  { name: 'web.search/v2', inputSchema: { type: 'object' } },
];

function named(name: string, rest: Partial<Target> = {}): Target {
  const target = TARGETS[name];
  if (!target) throw new Error(`no target ${name}`);
  return { ...target, tools: TOOLS, window: { messages: 1_000_000 }, system: 'Be brief.', ...rest };
}

const targetName = constantFrom(...Object.keys(TARGETS));
const errorTexts = constantFrom(...ERROR_TEXTS.map(([text]) => text));
const places = record(
  { messageIndex: nat(9), toolIndex: nat(3), toolName: constantFrom('fs__read_file', 'web_search_v2', 'nobody') },
  { requiredKeys: [] },
);

/** A window is a budget, not a list of excluded messages: if something gets shorter, something older fits again. */
const wordsOfShape = errorTexts.filter((text) => classifyError(text)?.kind !== 'context_overflow');

function failureOf(text: string, more: Partial<Failure>): Failure {
  const found = classifyError(text);
  if (!found) throw new Error(`nothing is known about ${text}`);
  return { ...found, ...more, reason: text };
}

function deepFreeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    for (const inner of Object.values(value)) deepFreeze(inner);
  }
  return value;
}

/** A vendor that keeps refusing: all decisions, one refusal after another. */
function refuse(
  history: readonly HistoryMessage[],
  target: Target,
  failures: readonly Failure[],
  seen: (decisions: readonly Decision[], overlays: readonly Overlay[]) => void = () => undefined,
): Overlay[] {
  const overlays: Overlay[] = [];
  for (const failure of failures) {
    const { request, report } = normalizeRequest(history, overlays, target);
    const decisions = decideRepairs(failure, { history, overlays, target, request, report });
    seen(decisions, overlays);
    overlays.push(...decisions.map((decision, index) => asOverlay(decision, overlays.length + index)));
  }
  return overlays;
}

const identity = ({ kind, target, data }: Pick<Overlay, 'kind' | 'target' | 'data'>) =>
  JSON.stringify([kind, target, data]);

const partsOf = ({ messages }: NormalizedRequest): Part[] => messages.flatMap(({ parts }) => parts);

/** Everything in a request that a repair may remove. */
function taken(request: NormalizedRequest): string[] {
  return [
    ...request.tools.map(({ name }) => `tool ${name}`),
    ...partsOf(request).flatMap((part): string[] => {
      if (part.type === 'thinking') {
        // The mark that a call stands after a thought, which some servers ask for (A39), holds nothing.
        const thought = part.signature ?? part.encrypted ?? part.text;
        return thought ? [`thinking ${thought}`] : [];
      }
      if (part.type === 'redacted_thinking') return [`redacted ${part.data}`];
      if (part.type === 'tool_call') return [`call ${part.id}`];
      if (part.type === 'tool_result') return (part.images ?? []).map(({ data }) => `media ${data}`);
      return part.type === 'image' || part.type === 'file' ? [`media ${part.data}`] : [];
    }),
  ];
}

const isThought = (one: string): boolean => /^(thinking|redacted) /.test(one);

/** A model that is asked for thinking in another form has other rules for what goes back to it. */
const isReformed = (before: NormalizedRequest | undefined, { learned }: NormalizedRequest): boolean =>
  JSON.stringify(before?.learned?.thinking) !== JSON.stringify(learned?.thinking);

describe('decideRepairs', () => {
  it('ends, never asks for the same twice, and leaves what it is given as it is', () => {
    assert(
      property(anyHistory, targetName, errorTexts, places, (history, name, text, more) => {
        deepFreeze(history);
        const target = named(name);
        const failure = failureOf(text, more);
        const asked = new Set<string>();
        const counts: number[] = [];
        refuse(
          history,
          target,
          Array.from({ length: 16 }, () => failure),
          (decisions) => {
            for (const decision of decisions) {
              expect(asked).not.toContain(identity(decision));
              asked.add(identity(decision));
              expect(decision.reason).toBe(text);
            }
            counts.push(decisions.length);
          },
        );
        expect(counts.at(-1)).toBe(0);
        expect(counts.slice(counts.indexOf(0))).toEqual(counts.slice(counts.indexOf(0)).map(() => 0));
      }),
      { numRuns: RUNS },
    );
  });

  it('only ever takes away: no tool, thinking, call or picture comes back with a later repair', () => {
    assert(
      property(
        cleanHistory,
        targetName,
        array(wordsOfShape, { minLength: 1, maxLength: 5 }),
        (history, name, texts) => {
          const target = named(name);
          const failures = texts.map((text) => failureOf(text, {}));
          const requests: NormalizedRequest[] = [];
          const overlays = refuse(history, target, failures, (_decisions, so) =>
            requests.push(normalizeRequest(history, so, target).request),
          );
          requests.push(normalizeRequest(history, overlays, target).request);
          for (const [index, request] of requests.entries()) {
            const before = requests[index - 1];
            const had = new Set(taken(before ?? request));
            const back = taken(request).filter((one) => !had.has(one));
            expect(isReformed(before, request) ? back.filter((one) => !isThought(one)) : back).toEqual([]);
            expect(request.maxOutputTokens).toBeLessThanOrEqual((before ?? request).maxOutputTokens);
            expect(request.learned?.omit ?? []).toEqual(
              expect.arrayContaining([...(before?.learned?.omit ?? [])]) as unknown,
            );
          }
        },
      ),
      { numRuns: RUNS },
    );
  });

  it('leads to requests that the vendor’s rules accept, whatever was refused before', async () => {
    await assert(
      asyncProperty(
        anyHistory,
        targetName,
        array(errorTexts, { minLength: 1, maxLength: 6 }),
        async (history, name, texts) => {
          const target = named(name);
          const overlays = refuse(
            deepFreeze(history),
            target,
            texts.map((text) => failureOf(text, {})),
          );
          const service = await loadService(target.model.protocol, deps);
          const { request, report } = service.sanitizeMessages(history, overlays, target);
          expect([undefined, 'context_overflow', 'empty_content']).toContain(report.problem?.kind);
          const { body } = service.prepare(request, target);
          expect(lintBody(body, targetWithLearned(target, request.learned))).toEqual([]);
        },
      ),
      { numRuns: RUNS },
    );
  });

  it('does not send a field again that was refused, though the server then asks for it', async () => {
    const target = named('groq', { system: 'Be brief.' });
    const texts = [
      'messages: roles must alternate between "user" and "assistant", but found multiple "user" roles in a row',
      "messages.2.assistant.reasoning_content: property 'messages.2.assistant.reasoning_content' is unsupported",
      'The `reasoning_content` in the thinking mode must be passed back to the API.',
    ];
    const history: HistoryMessage[] = [{ role: 'user', parts: [{ type: 'text', text: 'q' }] }];
    const overlays = refuse(
      history,
      target,
      texts.map((text) => failureOf(text, {})),
    );
    const service = await loadService(target.model.protocol, deps);
    const { request } = service.sanitizeMessages(history, overlays, target);
    const { body } = service.prepare(request, target);
    expect(lintBody(body, targetWithLearned(target, request.learned))).toEqual([]);
    expect(JSON.stringify(body)).not.toContain('reasoning_content');
  });

  it('gives Azure the reasoning of the newest answer only, whatever follows (R16)', async () => {
    const target = named('openai-responses');
    const origin = originOf('openai-responses');
    const round = (n: number): HistoryMessage[] => [
      { role: 'user', parts: [{ type: 'text', text: `q${n}` }] },
      {
        role: 'assistant',
        origin,
        stop: 'end',
        parts: [
          { type: 'thinking', text: '', encrypted: opaque('openai-responses', n), itemId: `rs_${n}` },
          { type: 'text', text: `a${n}`, itemId: `msg_${n}` },
        ],
      },
    ];
    const last: HistoryMessage = { role: 'user', parts: [{ type: 'text', text: 'n' }] };
    const history = [...round(1), ...round(2)];
    const refusal = failureOf('Conflicting authenticated continuation identities.', {});
    const overlays = refuse([...history, last], target, [refusal]);
    const service = await loadService(target.model.protocol, deps);
    for (const [told, kept] of [
      [history, 2],
      [[...history, ...round(3)], 3],
    ] as const) {
      const { request } = service.sanitizeMessages([...told, last], overlays, target);
      const { body } = service.prepare(request, target);
      const { input } = body as { input: { type: string; id?: string }[] };
      expect(lintBody(body, targetWithLearned(target, request.learned))).toEqual([]);
      expect(input.flatMap(({ id = [] }) => id)).toEqual([`rs_${kept}`, `msg_${kept}`]);
    }
  });

  it('offers every tool without what llama.cpp can’t make a grammar of, and without tools only if it must (Z6)', async () => {
    const inputSchema = (more: object) => ({
      type: 'object',
      properties: { pattern: { type: 'string', ...more } },
      required: ['pattern'],
    });
    const tools = [{ name: 'grep', inputSchema: inputSchema({ pattern: '(?=a)', maxLength: 65_536 }) }];
    const target = named('openai-compatible', { tools });
    const history: HistoryMessage[] = [{ role: 'user', parts: [{ type: 'text', text: 'q' }] }];
    const refusal = failureOf('Failed to initialize samplers: failed to parse grammar', {});
    const service = await loadService(target.model.protocol, deps);
    const offered = (times: number) => {
      const overlays = refuse(history, target, Array<Failure>(times).fill(refusal));
      return service.prepare(service.sanitizeMessages(history, overlays, target).request, target).body;
    };
    expect(offered(1)).toMatchObject({ tools: [{ function: { name: 'grep' } }] });
    expect(JSON.stringify(offered(1))).toContain(JSON.stringify(inputSchema({})));
    expect(offered(2)).not.toHaveProperty('tools');
  });

  it.each([
    `Invalid JSON payload received. Unknown name "type" at 'tools[0].function_declarations[0].parameters.properties[0].value': Proto field is not repeating, cannot start list.`,
    `Invalid JSON payload received. Unknown name "$schema" at 'tools[0].function_declarations[0].parameters': Cannot find field.`,
    // new-api hides the word (kilocode#5333, 2026-01).
    `429 Invalid JSON payload received. Unknown name "type" at 'tools[0].function_declarations[0].***.properties[0].value': Proto field is not repeating, cannot start list.`,
    `1 validation error for GenerateContentConfig tools.0.Tool.function_declarations.0.parameters.properties.q.type Input should be 'STRING' [type=enum, input_value=['string', 'null'], input_type=list]`,
    "Unable to submit request because `find` functionDeclaration `parameters.q` schema didn't specify the schema type field.",
  ])('offers every tool as Google’s parameters can be, and without the tool only if it must: %s (Z9)', async (text) => {
    const inputSchema = { type: 'object', properties: { q: { type: ['string', 'null'], default: null } } };
    const target = named('openai-compatible', { tools: [{ name: 'find', inputSchema }] });
    const history: HistoryMessage[] = [{ role: 'user', parts: [{ type: 'text', text: 'q' }] }];
    const service = await loadService(target.model.protocol, deps);
    const offered = (times: number) => {
      const overlays = refuse(history, target, Array<Failure>(times).fill(failureOf(text, {})));
      return service.prepare(service.sanitizeMessages(history, overlays, target).request, target).body;
    };
    const parameters = { type: 'object', properties: { q: { type: 'string', nullable: true } } };
    expect(offered(1)).toMatchObject({ tools: [{ function: { name: 'find' } }] });
    expect(JSON.stringify(offered(1))).toContain(JSON.stringify(parameters));
    expect(offered(2)).not.toHaveProperty('tools');
  });

  it('leaves out a field of Chat Completions that a gateway passed on to Google (Z5)', async () => {
    const target = named('openai-chat');
    const history: HistoryMessage[] = [{ role: 'user', parts: [{ type: 'text', text: 'q' }] }];
    const service = await loadService(target.model.protocol, deps);
    // unity-gateway#491, 2026-09.
    const refusal = failureOf(
      `Invalid JSON payload received. Unknown name "stream_options" at 'generation_config': Cannot find field.`,
      {},
    );
    const sent = (failures: Failure[]) => {
      const overlays = refuse(history, target, failures);
      const { request } = service.sanitizeMessages(history, overlays, target);
      return service.prepare(request, targetWithLearned(target, request.learned)).body;
    };
    expect(sent([])).toHaveProperty('stream_options');
    expect(sent([refusal])).not.toHaveProperty('stream_options');
  });

  it.each([
    'The `content[].thinking` in the thinking mode must be passed back to the API.',
    'thinking is enabled but reasoning_content is missing in assistant tool call message at index 1',
  ])('marks calls of other models as made without thinking: %s (A39)', async (refusal) => {
    const { model } = named('anthropic-off');
    const target: Target = {
      ...named('anthropic-gateway', { endpoint: 'https://deepseek.example/anthropic' }),
      model: { ...model, id: 'deepseek-v4-pro', thinking: { kind: 'none' } },
    };
    const history: HistoryMessage[] = [
      { role: 'user', parts: [{ type: 'text', text: 'q' }] },
      { role: 'assistant', origin: originOf('groq'), parts: [{ type: 'tool_call', id: 'c', name: 'a', args: {} }] },
      { role: 'tool', parts: [{ type: 'tool_result', callId: 'c', name: 'a', text: 'r' }] },
      { role: 'assistant', origin: originOf('groq'), parts: [{ type: 'text', text: 'a' }] },
      { role: 'user', parts: [{ type: 'text', text: 'n' }] },
    ];
    const overlays = refuse(history, target, [failureOf(refusal, {})]);
    const service = await loadService(target.model.protocol, deps);
    const { request, report } = service.sanitizeMessages(history, overlays, target);
    const { body } = service.prepare(request, target);
    expect(lintBody(body, targetWithLearned(target, request.learned))).toEqual([]);
    expect(body).toMatchObject({
      messages: [
        {},
        { content: [{ type: 'thinking', thinking: '', signature: '' }, { type: 'tool_use' }] },
        {},
        { content: [{ type: 'text' }] },
        {},
      ],
    });
    expect(report.notes).toContainEqual({ rule: 'empty-reasoning', message: 1 });
  });

  it('makes one request of the same overlays in any order, and nothing of those of other vendors', () => {
    const cases = record({
      history: cleanHistory,
      name: targetName,
      texts: array(errorTexts, { maxLength: 4 }),
      seed: nat(),
    });
    assert(
      property(cases, shuffledSubarray([0, 1, 2, 3, 4, 5, 6, 7]), ({ history, name, texts }, order) => {
        const target = named(name);
        const overlays = refuse(
          history,
          target,
          texts.map((text) => failureOf(text, {})),
        );
        const first = overlays.slice(0, 8);
        const shuffled = [...order.flatMap((at) => first[at] ?? []), ...first.filter((_, at) => !order.includes(at))];
        const once = normalizeRequest(history, first, target);
        expect(normalizeRequest(history, shuffled, target).request).toEqual(once.request);
        const elsewhere = named(name.startsWith('gemini') ? 'anthropic-adaptive' : 'gemini-3');
        expect(normalizeRequest(history, overlays, elsewhere)).toEqual(normalizeRequest(history, [], elsewhere));
      }),
      { numRuns: RUNS / 2 },
    );
  });

  it.each<[message: string, sent: string[], omitted: string[]]>([
    [
      "messages.1.content.0: Input tag 'hologram' found using 'type' does not match any of the expected tags",
      ['hologram', 'web_ghost'],
      ['hologram'],
    ],
    // A location in words that name no type.
    ['messages.1.content.1: does not match any of the expected tags', ['hologram', 'web_ghost'], ['web_ghost']],
    // Nothing can be read, so what Baton doesn't know is removed first.
    ['does not match any of the expected tags', ['server_tool_use', 'hologram', 'ghost'], ['hologram', 'ghost']],
    ['does not match any of the expected tags', ['compaction'], ['compaction']],
    // About something else.
    ['messages.1.content.2: does not match any of the expected tags', ['hologram', 'ghost'], []],
    ["thinking: Input tag 'adaptive' found using 'type' does not match any of the expected tags", ['hologram'], []],
    ["messages.1.content.2: Input tag 'text' found using 'type' does not match any of the expected tags", [], []],
  ])('%s, with %j, leaves out %j', (reason, kinds, omitted) => {
    const parts: Part[] = kinds.map((kind) => ({
      type: 'vendor_block',
      kind,
      data: JSON.stringify({ type: kind, id: 'b1' }),
    }));
    const found: Part[] = kinds.includes('server_tool_use')
      ? [
          {
            type: 'vendor_block',
            kind: 'web_search_tool_result',
            data: '{"type":"web_search_tool_result","tool_use_id":"b1"}',
          },
        ]
      : [];
    const target = named('anthropic-adaptive');
    const history: HistoryMessage[] = [
      { role: 'user', parts: [{ type: 'text', text: 'q' }] },
      {
        role: 'assistant',
        parts: [...parts, ...found, { type: 'text', text: 'a' }],
        origin: originOf('anthropic-adaptive'),
      },
      { role: 'user', parts: [{ type: 'text', text: 'n' }] },
    ];
    const { request, report } = normalizeRequest(history, [], target);
    const body = {
      messages: [
        { content: 'q' },
        { content: [...kinds.map((type) => ({ type })), { type: 'text' }] },
        { content: 'n' },
      ],
    };
    const decisions = decideRepairs(failureOf(reason, {}), { history, overlays: [], target, request, report, body });
    const blocks = decisions
      .filter(({ kind }) => kind === 'omit-block')
      .map(({ data }) => (data as { block: string }).block);
    expect(blocks).toEqual(omitted);
    const again = normalizeRequest(history, decisions.map(asOverlay), target);
    const left = partsOf(again.request).flatMap((part) => (part.type === 'vendor_block' ? [part.kind] : []));
    expect(left.filter((kind) => blocks.includes(kind))).toEqual([]);
    expect(again.report.notes.filter(({ rule }) => rule === 'omit-block')).toHaveLength(omitted.length);
  });

  it('leaves all own reasoning out where a server does not know items of that type', () => {
    const target = named('openai-responses');
    const thought: Part = { type: 'thinking', text: 'hm', encrypted: 'Z0FBQQ==', itemId: 'rs_1' };
    const history: HistoryMessage[] = [
      { role: 'user', parts: [{ type: 'text', text: 'q' }] },
      {
        role: 'assistant',
        parts: [thought, { type: 'text', text: 'a', itemId: 'msg_1' }],
        origin: originOf('openai-responses'),
      },
      { role: 'user', parts: [{ type: 'text', text: 'n' }] },
    ];
    const words =
      "Invalid value: 'reasoning'. Supported values are: 'message', 'function_call', and 'function_call_output'.";
    const overlays = refuse(history, target, [failureOf(words, { messageIndex: 1 })]);
    expect(overlays).toMatchObject([{ kind: 'omit-block', data: { block: 'thinking' } }]);
    const again = [...history, ...history].map((message) => structuredClone(message));
    const sent = JSON.stringify(normalizeRequest(again, overlays, target).request.messages);
    for (const opaque of ['Z0FBQQ==', 'rs_1', 'msg_1']) expect(sent).not.toContain(opaque);
  });

  it.each<[data: Record<string, unknown>, holds: boolean]>([
    [{}, true],
    [{ vendor: 'ollama' }, true],
    [{ vendor: 'groq' }, false],
    [{ vendor: 'ollama', endpoint: 'http://127.0.0.1:11434/v1/' }, true],
    [{ vendor: 'ollama', endpoint: 'http://other:11434/v1' }, false],
    [{ vendor: 'ollama', endpoint: 'http://127.0.0.1:11434/v1', model: 'llama3.3' }, true],
    [{ vendor: 'ollama', endpoint: 'http://127.0.0.1:11434/v1', model: 'llama3.4' }, false],
    [{ model: 'llama3.4' }, false],
  ])('an overlay about %j holds for Llama 3.3 at Ollama: %s', (data, holds) => {
    const overlay = asOverlay({ kind: 'no-tools', target: { message: '*' }, reason: '', data }, 0);
    expect(overlaysFor([overlay], named('ollama'))).toEqual(holds ? [overlay] : []);
    expect(normalizeRequest([], [overlay], named('ollama')).request.tools).toHaveLength(holds ? 0 : 2);
  });

  it('names messages without an id by their place', () => {
    const history: HistoryMessage[] = [
      { role: 'user', parts: [{ type: 'text', text: 'q' }] },
      { role: 'assistant', parts: [{ type: 'text', text: 'a' }] },
      { role: 'user', parts: [{ type: 'text', text: 'q' }] },
    ];
    const target = named('anthropic-adaptive');
    const failure = failureOf('messages.1.content.0: Invalid `signature` in `thinking` block', {});
    const overlays = refuse(history, target, [failure, failure]);
    expect(overlays).toMatchObject([{ kind: 'strip-state', target: { message: '#1' } }]);
  });

  it('knows which decisions are about a model and which about a conversation', () => {
    const history: HistoryMessage[] = [
      { id: 'u', role: 'user', parts: [{ type: 'text', text: 'long '.repeat(3_000) }] },
      { id: 'a', role: 'assistant', parts: [{ type: 'text', text: 'a' }] },
      { id: 'v', role: 'user', parts: [{ type: 'text', text: 'q' }] },
    ];
    const factsOf = (name: string, text: string) =>
      refuse(history, named(name), [failureOf(text, {})])
        .filter(isModelFact)
        .map(({ kind }) => kind);
    expect(factsOf('anthropic-adaptive', 'messages.1.content.0: Invalid `signature` in `thinking` block')).toEqual([]);
    expect(factsOf('ollama', 'registry.ollama.ai/library/x does not support tools')).toEqual(['no-tools']);
    expect(factsOf('anthropic-adaptive', 'tools: Tool names must be unique.')).toEqual([]);
    expect(factsOf('anthropic-adaptive', 'prompt is too long: 213462 tokens > 200000 maximum')).toContain(
      'model-window',
    );
    const unknown = named('openai-compatible');
    expect(unknown.model.contextWindow).toBeNull();
  });
});

describe('a smaller window', () => {
  const history: HistoryMessage[] = Array.from({ length: 60 }, (_, index) => ({
    id: `m${index}`,
    role: index % 2 === 0 ? 'user' : 'assistant',
    parts: [{ type: 'text', text: `message ${index} ${'and so on '.repeat(80)}` }],
  }));
  history.push({ id: 'last', role: 'user', parts: [{ type: 'text', text: 'the newest' }] });

  it.each([
    ['prompt is too long: 9000 tokens > 8000 maximum', 8_000],
    ["This model's maximum context length is 6000 tokens. However, your messages resulted in 30000 tokens.", 6_000],
    ['Range of input length should be [1, 5000]', 5_000],
    ['Your input exceeds the context window of this model.', null],
    ['413 status code (no body)', null],
  ])('after %j', (text, max) => {
    const target = named('openai-compatible');
    const before = normalizeRequest(history, [], target);
    const overlays = refuse(history, target, [failureOf(text, {})]);
    const { request, report } = normalizeRequest(history, overlays, target);
    const current = classifyError(text)?.current ?? before.report.tokens;
    // What the vendor would count now, based on its earlier count.
    const counted = report.tokens * (current / before.report.tokens);
    expect(counted + (max === null ? 0 : request.maxOutputTokens)).toBeLessThanOrEqual(max ?? current * 0.75);
    expect(report.tokens).toBeLessThan(before.report.tokens);
    expect(report.problem).toBeUndefined();
    expect(JSON.stringify(request.messages)).toContain('the newest');
  });

  // vLLM's two wordings (Step-Audio-R1#3, 2025-12; vllm#42474, 2026-05) and the one before, OpenRouter's and Anthropic's.
  it.each([
    "'max_tokens' or 'max_completion_tokens' is too large: 8192. This model's maximum context length is 24000 tokens and your request has 16500 input tokens (8192 > 24000 - 16500).",
    "This model's maximum context length is 24000 tokens. However, you requested 8192 output tokens and your prompt contains at least 15809 input tokens, for a total of at least 24001 tokens.",
    "This model's maximum context length is 24000 tokens. However, you requested 24692 tokens (16500 in the messages, 8192 in the completion). Please reduce the length of the messages or completion.",
    "This endpoint's maximum context length is 24000 tokens. However, you requested about 24692 tokens (16000 of text input, 500 of tool input, 8192 in the output).",
    'input length and `max_tokens` exceed context limit: 16500 + 8192 > 24000, decrease input length or `max_tokens` and try again',
  ])('leaves nothing out when a shorter answer is enough: %s', (text) => {
    const target = named('openai-compatible');
    const overlays = refuse(history, target, [failureOf(text, {})]);
    const { request, report } = normalizeRequest(history, overlays, target);
    expect(report.droppedByWindow).toEqual([]);
    expect(16_500 + request.maxOutputTokens).toBeLessThanOrEqual(24_000);
    // Refused once more, the messages are shortened, too.
    const again = refuse(history, target, [failureOf(text, {}), failureOf(text, {})]);
    expect(normalizeRequest(history, again, target).report.droppedByWindow).not.toEqual([]);
  });

  it('leaves out what the messages are too long by, without the answer', () => {
    const target = named('openai-compatible');
    const parts = '(30000 in the messages, 8192 in the completion)';
    const text = `This model's maximum context length is 32000 tokens. However, you requested 38192 tokens ${parts}.`;
    const { request, report } = normalizeRequest(history, refuse(history, target, [failureOf(text, {})]), target);
    const before = normalizeRequest(history, [], target).report.tokens;
    expect(report.tokens).toBeGreaterThan(before * 0.45);
    expect(30_000 * (report.tokens / before) + request.maxOutputTokens).toBeLessThanOrEqual(32_000);
  });

  it('is worth the same whatever the calibration', () => {
    const sizes = [1, 1.5, 2].map((tokenFactor) => {
      const target = named('openai-compatible', { tokenFactor });
      const overlays = refuse(history, target, [failureOf('context_length_exceeded', {})]);
      return normalizeRequest(history, overlays, target).request.messages.length;
    });
    expect(new Set(sizes).size).toBe(1);
  });
});

describe('compileStrict', () => {
  const history: HistoryMessage[] = [
    { id: 'u', role: 'user', parts: [{ type: 'text', text: 'q' }] },
    {
      id: 'a',
      role: 'assistant',
      origin: { vendor: 'anthropic', model: 'claude-opus-4-8', account: 'key-anthropic' },
      parts: [
        { type: 'thinking', text: 't', signature: 'c2ln' },
        { type: 'text', text: 'a' },
      ],
    },
    { id: 'v', role: 'user', parts: [{ type: 'text', text: 'q' }] },
  ];
  const target = named('anthropic-adaptive');
  const violation = (rule: string, path: string): Violation => ({ rule, path, message: 'not so' });

  it('looks once at a request that is right', () => {
    let looks = 0;
    const { report } = compileStrict(history, [], target, () => {
      looks += 1;
      return { body: {}, violations: [] };
    });
    expect(looks).toBe(1);
    expect(report.notes.filter(({ rule }) => rule === 'lint-repair')).toEqual([]);
    expect(report.decisions).toBeUndefined();
  });

  it('repairs what the linter finds, tells it, and asks for it to be kept', () => {
    const { request, report } = compileStrict(history, [], target, (so) => {
      const signed = JSON.stringify(so.messages).includes('c2ln');
      return { body: so, violations: signed ? [violation('A21', 'messages.1.content.0')] : [] };
    });
    expect(JSON.stringify(request.messages)).not.toContain('c2ln');
    expect(report.problem).toBeUndefined();
    expect(report.notes).toContainEqual({ rule: 'lint-repair', detail: 'A21 messages.1.content.0: not so' });
    expect(report.decisions).toMatchObject([{ kind: 'strip-state', target: { message: 'a' } }]);
    const overlays = (report.decisions ?? []).map(asOverlay);
    const again = compileStrict(history, overlays, target, (so) => ({ body: so, violations: [] }));
    expect(again.request).toEqual(request);
  });

  it('keeps what it takes of a model’s fields to itself', () => {
    const { request, report } = compileStrict(history, [], target, (so) => ({
      body: so,
      violations: so.learned ? [] : [violation('A30', 'output_config.effort')],
    }));
    expect(request.learned?.omit).toEqual(['output_config.effort']);
    expect(report.problem).toBeUndefined();
    expect(report.decisions).toBeUndefined();
  });

  it.each(['A10', 'A21', 'A99', 'render'])('gives up after three looks when %s stays', (rule) => {
    let looks = 0;
    const { report } = compileStrict(history, [], target, (so) => {
      looks += 1;
      return { body: so, violations: [violation(rule, 'messages.1')] };
    });
    expect(looks).toBeLessThanOrEqual(3);
    expect(report.problem).toEqual({ kind: 'invalid_parameter', message: `${rule} messages.1: not so` });
  });

  it('takes the tool that a rule is about, and no other', () => {
    const bad = violation('A16', 'tools.1');
    const { request } = compileStrict(history, [], target, (so) => ({
      body: so,
      violations: so.tools.length > 1 ? [bad] : [],
    }));
    expect(request.tools.map(({ name }) => name)).toEqual(['fs__read_file']);
    expect(failureOfViolation(violation('G7', 'tools.0.functionDeclarations.3.parameters')).toolIndex).toBe(3);
  });

  it('does not ask twice for the same rendering', async () => {
    const { AnthropicService } = await import('#vendors/anthropic/anthropic-service.ts');
    let renders = 0;
    class Counted extends AnthropicService {
      override renderBody(...given: Parameters<InstanceType<typeof AnthropicService>['renderBody']>) {
        renders += 1;
        return super.renderBody(...given);
      }
    }
    const service = new Counted(deps);
    const { request } = service.sanitizeMessages(history, [], target);
    const prepared = service.prepare(request, target);
    for await (const event of prepared.stream(new AbortController().signal)) expect(event.type).toBe('end');
    await service.capture(request, target);
    expect(renders).toBe(1);
    service.prepare(request, { ...target, system: 'other' });
    expect(renders).toBe(2);
  });

  it('says so, and does not throw, when a request cannot be written at all', async () => {
    const { AnthropicService } = await import('#vendors/anthropic/anthropic-service.ts');
    class Broken extends AnthropicService {
      protected override renderMessages(): never {
        throw new Error('no such part');
      }
    }
    const { report } = new Broken(deps).sanitizeMessages(history, [], target);
    expect(report.problem).toEqual({ kind: 'invalid_parameter', message: 'render : no such part' });
  });
});

describe('omitFields', () => {
  it('takes the field, at any place it names, and nothing else', () => {
    const body = {
      model: 'm',
      reasoning: { effort: 'high' },
      thinking: { type: 'adaptive', block_binding: { prefix_mismatch_behavior: 'drop_block' } },
      tools: [{ name: 't', strict: true, input_schema: { properties: { strict: { type: 'boolean' } } } }],
      messages: [
        { role: 'user', content: 'say cache_control' },
        { role: 'assistant', reasoning_content: 'x', content: [{ type: 'tool_use', input: { cache_control: 1 } }] },
        { role: 'user', content: [{ type: 'text', text: 't', cache_control: { type: 'ephemeral' } }] },
      ],
    };
    const before = structuredClone(deepFreeze(body));
    expect(omitFields(body, ['reasoning.effort'])).toEqual({ ...before, reasoning: undefined });
    expect('reasoning' in omitFields(body, ['reasoning.effort'])).toBe(false);
    expect(omitFields(body, ['thinking.block_binding']).thinking).toEqual({ type: 'adaptive' });
    expect(omitFields(body, ['messages.*.reasoning_content']).messages[1]).toEqual({
      role: 'assistant',
      content: before.messages[1]?.content,
    });
    expect(JSON.stringify(omitFields(body, ['**.cache_control']))).not.toContain('ephemeral');
    expect(JSON.stringify(omitFields(body, ['**.cache_control']))).toContain('"input":{"cache_control":1}');
    expect(omitFields(body, ['**.strict']).tools).toEqual([{ name: 't', input_schema: before.tools[0]?.input_schema }]);
    expect(omitFields(body, ['nothing', 'model.name', 'messages.*.nothing'])).toBe(body);
    expect(body).toEqual(before);
  });

  it('leaves any body a body', () => {
    assert(
      property(array(constantFrom('*', '**', 'a', 'b'), { minLength: 1, maxLength: 4 }), integer(), (steps, value) => {
        const body = { a: [{ b: value }, [value]], b: { a: null, b: { a: 'x' } } };
        expect(typeof omitFields(body, [steps.join('.')])).toBe('object');
      }),
    );
  });
});
