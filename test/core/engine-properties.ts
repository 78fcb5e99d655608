import { type Arbitrary, assert, asyncProperty, constantFrom, integer, nat, tuple } from 'fast-check';
import { ListStart, SplitList } from '#core/list-start.ts';
import type { HistoryMessage, Part } from '#core/message.ts';
import { STAND_IN_EXTRAS, STAND_IN_SIGNATURE } from '#core/vendors/base/stand-in-signature.ts';
import { prefixDigest } from '#core/normalize/base/prefix-digest.ts';
import { normalizeRequest } from '#core/normalize/normalize-request.ts';
import { PREVENTIVE_HOOKS } from '#core/preventive-hook.ts';
import type { CompileReport, NormalizedRequest, Overlay, Target } from '#core/request.ts';
import type { Protocol } from '#core/vendors/base/protocol.ts';
import { MESSAGE_TOKENS } from '#core/window/estimate-request.ts';
import type { ServiceDeps } from '#vendors/base/base-ai-service.ts';
import { bodyDigest } from '#vendors/base/body-text.ts';
import { loadService } from '#vendors/registry.ts';
import {
  anyHistory,
  cleanHistory,
  cutHistory,
  messyHistory,
  opaque,
  SOURCES,
  withBlocks,
} from './arbitrary-history.ts';
import { anyTarget } from './arbitrary-target.ts';
import { anyBreaks, brokenBy, halfPairs, leftHalf } from './half-pairs.ts';
import { named } from './history-builders.ts';
import { anyMoments } from './incremental-compile.ts';
import { lintBody } from './lint-body.ts';
import { TARGETS } from './targets.ts';
import { renderBody } from './wire-body.ts';
import { withCounts } from './with-counts.ts';

/**
 * Properties that must be true for every history and every target. Each one throws with a message if violated. The
 * suite runs each for a share of the histories, `node test/core/fuzz.ts` for any number.
 */
export interface EngineProperty {
  name: string;
  /** Number of histories out of a hundred that this property gets. */
  share: number;
  /** Rejects with the counterexample, its seed and its path. */
  check: (parameters: { numRuns: number; seed?: number }) => Promise<void>;
}

function property<T extends unknown[]>(
  name: string,
  share: number,
  arbitraries: { [K in keyof T]: Arbitrary<T[K]> },
  holds: (...values: T) => void | Promise<void>,
): EngineProperty {
  const values = tuple(...arbitraries) as Arbitrary<T>;
  const predicate = asyncProperty(values, async (given) => {
    await holds(...given);
  });
  return { name, share, check: (parameters) => assert(predicate, parameters) };
}

function demand(holds: boolean, message: string, ...seen: unknown[]): asserts holds {
  if (!holds) throw new Error(`${message}\n${seen.map((value) => JSON.stringify(value, null, 1)).join('\n')}`);
}

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

export function deepFreeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    for (const inner of Object.values(value)) deepFreeze(inner);
  }
  return value;
}

/** The path of the first place where two values differ, with both. */
function firstDifference(a: unknown, b: unknown, path = ''): unknown {
  if (same(a, b)) return null;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return { path, a, b };
  const keys = [...new Set([...Object.keys(a), ...Object.keys(b)])];
  const at = (value: object, key: string): unknown => (value as Record<string, unknown>)[key];
  const key = keys.find((one) => !same(at(a, one), at(b, one)));
  return key === undefined ? { path, a, b } : firstDifference(at(a, key), at(b, key), `${path}.${key}`);
}

const partsOf = (messages: readonly HistoryMessage[]): Part[] => messages.flatMap(({ parts }) => parts);
const isThinking = ({ type }: Part): boolean => type === 'thinking' || type === 'redacted_thinking';
/** Where a request sets how much is read, the context length of the user is a limit, too. */
const wide = ({ window: _limit, ...to }: Target): Target =>
  to.model.protocol === 'ollama' ? { ...to, model: { ...to.model, contextWindow: null } } : to;
/** Tokens that the window keeps free for what later rules add. */
const PLACEHOLDERS = 32;
const targetName = constantFrom(...Object.keys(TARGETS));

/** Requirements on the first rendering: the linter finds nothing, and calls and results are paired. */
async function accepted(history: readonly HistoryMessage[], to: Target) {
  const compiled = await renderBody(history, to);
  const { body, request, report } = compiled;
  // The service says what it repaired, or couldn't repair, and leaves out what it takes to be sound.
  demand(
    report.problem !== undefined || lintBody(body, to).length === 0,
    'refused by the linter',
    report,
    to.model,
    body,
  );
  demand(!report.notes.some(({ rule }) => rule === 'lint-repair'), 'needed the linter', report, to.model, body);
  const expected = saysNothing(history) ? 'empty_content' : 'context_overflow';
  demand((report.problem?.kind ?? expected) === expected, 'a problem', report, to.model, body);
  checkPairs(request);
  // A34: nobody counts the pages of the bytes again, and what was read says how many there are.
  const most = PAGES[to.model.protocol]?.(to.model.contextWindow ?? 0) ?? Number.POSITIVE_INFINITY;
  const lastPage = (text = '') => Number(/^\[Pages \d+ to (\d+) are left out\]$/m.exec(text)?.[1] ?? 0);
  for (const part of partsOf(request.messages))
    demand(part.type !== 'file' || lastPage(part.text) <= most, 'pages', part);
  demand(request.messages.length > 0 && request.messages.at(-1)?.role !== 'assistant', 'ends with the assistant', body);
  return compiled;
}

/** The pages of a PDF that a vendor reads, by the model's window (vendor-rules A34). */
const PAGES: Readonly<Partial<Record<Protocol, (window: number) => number>>> = {
  anthropic: (window) => (window >= 1_000_000 ? 600 : 100),
  gemini: () => 1000,
};

/** Nothing in it needs an answer, and the user wrote it. */
function saysNothing(history: readonly HistoryMessage[]): boolean {
  const kinds = new Set(['thinking', 'redacted_thinking', 'vendor_block']);
  const blank = (part: Part) =>
    kinds.has(part.type) ||
    ((part.type === 'text' || part.type === 'refusal') && !/[^\s\p{Cc}\p{Cf}]/u.test(part.text));
  return history.some(({ role }) => role === 'user') && partsOf(history).every(blank);
}

function checkPairs({ messages }: NormalizedRequest): void {
  const ids = new Set<string>();
  for (const [index, { role, parts }] of messages.entries()) {
    const calls = parts.filter((part) => part.type === 'tool_call').map(({ id }) => id);
    const next = messages[index + 1];
    const answered = next?.role === 'tool' ? next.parts : [];
    demand(
      same(
        calls,
        answered.map((part) => (part.type === 'tool_result' ? part.callId : null)),
      ),
      'calls and results differ',
      calls,
      next,
    );
    for (const id of calls) {
      demand(!ids.has(id), 'an id is used twice', id);
      ids.add(id);
    }
    demand(role !== 'tool' || messages[index - 1]?.role === 'assistant', 'results without calls', messages);
  }
}

/** Texts, arguments and results, found by the markers that the histories contain. */
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
function isHomeOf(source: string, to: Target): boolean {
  const from = TARGETS[source];
  if (from?.vendor !== to.vendor || from.endpoint !== to.endpoint) return false;
  return from.model.id === to.model.id || to.vendor === 'anthropic';
}

function noteless({ notes, droppedByWindow }: CompileReport, message: number, part: number): boolean {
  if (droppedByWindow.includes(message)) return false;
  return !notes.some((note) => note.message === message && (note.part === part || note.part === undefined));
}

/** A result is the same under another id and name; the note about its call mentions both. */
function withoutNames(part: Part): string {
  if (part.type !== 'tool_result') return '';
  const { text, isError, images } = part;
  return JSON.stringify([text, isError, images]);
}

/** Places at which a request was made: after the user or after tool results, with an answer following. */
function requestPoints(history: readonly HistoryMessage[]): number[] {
  return history.flatMap((message, index) =>
    message.role !== 'assistant' && (history[index + 1]?.role ?? 'assistant') === 'assistant' ? [index + 1] : [],
  );
}

/**
 * Messages of a body without parts that may change: cache markers, placeholders, and thinking where manual models drop
 * it.
 */
function prefixOf(body: Record<string, unknown>, to: Target): unknown[] {
  const { thinking, protocol } = to.model;
  const manual = thinking.kind === 'anthropic' && !thinking.adaptive;
  const list = body.messages ?? body.input ?? body.contents;
  const text = JSON.stringify(list, (key, value: unknown) => {
    // Chat Completions has a text in a part where it carries a marker.
    if (key === 'content' && protocol === 'openai-chat' && isOneText(value)) return value[0].text;
    if (key === 'cache_control' || value === STAND_IN_SIGNATURE) return undefined;
    if (key === 'extra_content' && JSON.stringify(value) === STAND_IN_EXTRAS) return undefined;
    if (manual && Array.isArray(value)) return value.filter((one: { type?: string } | null) => !isBlock(one));
    return value;
  });
  return JSON.parse(text) as unknown[];
}

const isOneText = (value: unknown): value is [{ text: string }] =>
  Array.isArray(value) && value.length === 1 && (value[0] as { type?: string } | null)?.type === 'text';

const isBlock = (value: { type?: string } | null): boolean =>
  value?.type === 'thinking' || value?.type === 'redacted_thinking';

const asked = (history: readonly HistoryMessage[]): HistoryMessage[] => [
  ...history,
  { role: 'user', parts: [{ type: 'text', text: 'newest 1.' }] },
];

function checkWindow(history: readonly HistoryMessage[], { request, report }: Compiled): void {
  const sent = new Set(partsOf(request.messages));
  const dropped = new Set(report.droppedByWindow);
  demand(
    same(
      report.droppedByWindow,
      [...dropped].sort((a, b) => a - b),
    ),
    'not in order',
    report,
  );
  demand(!dropped.has(history.length - 1), 'the newest message is dropped', report);
  // The same message may appear in a history twice.
  const inside = new Set(partsOf(history.filter((_, index) => !dropped.has(index))));
  for (const index of dropped) {
    const left = history[index]?.parts.some((part) => sent.has(part) && !inside.has(part)) ?? false;
    demand(!left, 'dropped and sent', index, report);
  }
  const remaining = partsOf(history.filter((_, index) => !dropped.has(index)));
  const own = new Set(remaining);
  let place = 0;
  for (const part of partsOf(request.messages).filter((one) => one.type === 'text' && own.has(one))) {
    const found = remaining.indexOf(part, place);
    demand(found >= 0 || history.some(speaksAsTool), 'out of order', part, report);
    place = found + 1;
  }
}

/** Text stored with results comes after all of them. */
const speaksAsTool = ({ role, parts }: HistoryMessage): boolean =>
  role === 'tool' && parts.some(({ type }) => type !== 'tool_result');

type Compiled = { request: NormalizedRequest; report: CompileReport };

export const ENGINE_PROPERTIES: readonly EngineProperty[] = [
  property('clean histories are accepted by every model', 16, [cleanHistory, anyTarget], async (history, to) => {
    await accepted(deepFreeze(history), to);
  }),
  property('messy histories are accepted by every model', 24, [messyHistory, anyTarget], async (history, to) => {
    await accepted(deepFreeze(history), to);
  }),
  property('cut histories are accepted by every model', 12, [cutHistory, anyTarget], async (history, to) => {
    await accepted(deepFreeze(history), to);
  }),
  property(
    'no body holds half a surrogate pair, whichever string of the history or the target had one',
    12,
    [halfPairs(withBlocks(anyHistory)), anyTarget, anyBreaks],
    async (history, given, list) => {
      const { system, tools } = given;
      const to = { ...given, ...brokenBy({ ...(system && { system }), ...(tools && { tools }) }, list) };
      const { body, report } = await accepted(deepFreeze(history), to);
      demand(leftHalf(body) === null, 'half a pair is left', leftHalf(body), body);
      for (const [index, { role, parts }] of history.entries())
        for (const [at, part] of parts.entries()) {
          // Reasoning sent as plain text in its own field is handled separately from opaque blocks. The note about a call
          // mentions the id of its result, too.
          const own = part.type === 'tool_result' ? [part.text, part.images] : part;
          if (leftHalf(own) === null || part.type === 'thinking') continue;
          demand(!noteless(report, index, at), 'no note', { index, at, role, part, report });
        }
    },
  ),
  property(
    'histories of up to 5,000 messages too',
    0.1,
    [anyHistory, anyTarget, nat(5_000)],
    async (given, to, length) => {
      const times = Math.ceil(length / Math.max(1, given.length));
      await accepted(Array.from({ length: times }, () => given).flat(), to);
    },
  ),
  property(
    'without the preventive rules the last check mends what they leave',
    4,
    [anyHistory, anyTarget],
    async (history, to) => {
      const { report } = await renderBody(history, to);
      const off = await renderBody(history, { ...to, rulesOff: PREVENTIVE_HOOKS });
      demand(report.problem !== undefined || off.report.problem === undefined, 'unsendable', off.report);
    },
  ),
  property('no text, call or result is lost without a window', 8, [anyHistory, anyTarget], async (history, to) => {
    const { body, report } = await accepted(history, wide(to));
    demand(report.droppedByWindow.length === 0, 'dropped', report);
    const sent = JSON.stringify(body);
    for (const part of partsOf(history))
      for (const mark of marksOf(part)) demand(sent.includes(mark), `lost ${mark}`, part, body);
  }),
  property(
    'without a limit of the user nothing is left out while the whole of it fits',
    8,
    [anyHistory, anyTarget, integer({ min: 300, max: 20_000 })],
    (history, { window: _limit, ...free }, contextWindow) => {
      const { report } = normalizeRequest(history, [], { ...free, model: { ...free.model, contextWindow } });
      const full = normalizeRequest(history, [], { ...free, model: { ...free.model, contextWindow: null } }).report;
      demand(full.droppedByWindow.length === 0, 'left out without a window', full);
      if (report.droppedByWindow.length === 0) return;
      // The window counts messages before neighbors are merged.
      const merged = full.notes.filter(({ rule }) => rule === 'merge-messages').length * MESSAGE_TOKENS;
      const most = full.tokens + merged + PLACEHOLDERS;
      demand(most > (report.budget ?? 0), 'left out, and it would have fitted', report, full);
    },
  ),
  property('nothing is changed without a note', 10, [anyHistory, anyTarget], (history, to) => {
    const { request, report } = normalizeRequest(history, [], to);
    const sent = partsOf(request.messages);
    const places = new Set(sent);
    const results = new Set(sent.map(withoutNames));
    const reasoning = request.messages.map(({ reasoning = '', reasoningDetails = '' }) => reasoning + reasoningDetails);
    for (const [index, { parts }] of history.entries())
      for (const [at, part] of parts.entries()) {
        if (places.has(part) || !noteless(report, index, at) || results.has(withoutNames(part))) continue;
        const thought = part.type === 'thinking' ? part.text : null;
        demand(thought !== null && reasoning.join().includes(thought), 'no note', { index, at, part, report, request });
      }
    if (report.notes.length > 0 || report.droppedByWindow.length > 0 || reasoning.some((own) => own !== '')) return;
    demand(same(partsOf(history), sent), 'changed without a note', request.messages);
  }),
  property('opaque state goes to nobody but its maker', 6, [anyHistory, anyTarget], async (history, to) => {
    const { body } = await renderBody(history, to);
    const sent = JSON.stringify(body);
    for (const source of SOURCES) {
      const mark = opaque(source, 0).slice(0, 12 + Math.floor((source.length * 4) / 3));
      demand(isHomeOf(source, to) || !sent.includes(mark), `state of ${source} at ${to.model.id}`, body);
    }
  }),
  property(
    'the same input gives the same request, and a compiled one itself',
    8,
    [anyHistory, anyTarget],
    (history, to) => {
      const first = normalizeRequest(deepFreeze(history), [], to);
      demand(same(normalizeRequest(structuredClone(history), [], to), first), 'differs the second time', first);
      const { messages, tools } = first.request;
      const again = normalizeRequest(messages, [], wide({ ...to, tools })).request.messages;
      const shown = (list: readonly HistoryMessage[]) => list.map(({ role, parts }) => ({ role, parts }));
      demand(same(shown(again), shown(messages)), 'differs when compiled again', messages, again);
    },
  ),
  property(
    'a longer history begins with the bytes of the shorter one',
    3,
    [cleanHistory, anyTarget],
    async (history, to) => {
      let before: { sent: unknown[]; dropped: number } = { sent: [], dropped: 0 };
      for (const point of requestPoints(history).slice(-5)) {
        const { body, report } = await renderBody(history.slice(0, point), to);
        const now = { sent: prefixOf(body, to), dropped: report.droppedByWindow.length };
        if (now.dropped === before.dropped)
          demand(same(now.sent.slice(0, before.sent.length), before.sent), 'another prefix', before.sent, now.sent);
        before = now;
      }
    },
  ),
  property(
    'who comes back sends its own bytes again',
    4,
    [cleanHistory, cleanHistory, targetName],
    async (home, away, name) => {
      const to = named(name);
      const point = requestPoints(home).at(-1);
      const first = await renderBody(home.slice(0, point), to);
      const answered = away.findIndex(({ role }) => role === 'assistant');
      const excursion = answered < 0 ? [] : away.slice(answered);
      const back = await renderBody([...home.slice(0, point), ...excursion], to);
      const [sent = [], again = []] = [first.body, back.body].map((body) => prefixOf(body, to));
      demand(same(again.slice(0, sent.length), sent), 'other bytes', sent, again);
    },
  ),
  property(
    'what was stripped once stays away',
    3,
    [cleanHistory, targetName, integer({ min: 2, max: 30 })],
    (given, name, size) => {
      const history = given.map((message, index) => ({ ...message, id: `m${index}` }));
      const overlays: Overlay[] = [];
      const stripped = new Set<number>();
      for (const [turn, point] of requestPoints(history).entries()) {
        const to = named(name, { system: `Be brief. ${turn % 2}`, window: { messages: size } });
        const { request, report } = normalizeRequest(history.slice(0, point), overlays, to);
        const sent = new Set(partsOf(request.messages));
        for (const index of stripped)
          demand(!history[index]?.parts.some((part) => isThinking(part) && sent.has(part)), 'came back', index, report);
        for (const decision of report.decisions ?? [])
          overlays.push({ ...decision, id: `o${overlays.length}`, sessionId: 's', at: 0 });
        for (const { rule, message } of report.notes)
          if (rule === 'strip-bound-thinking' && message !== undefined) stripped.add(message);
      }
    },
  ),
  property(
    'a window of any number of messages leaves a whole request with the newest message',
    6,
    [anyHistory, anyTarget, integer({ min: 0, max: 60 })],
    async (history, to, messages) => {
      const all = asked(history);
      const compiled = await accepted(all, { ...to, window: { messages } });
      demand(JSON.stringify(compiled.body).includes('newest 1.'), 'the newest message is missing', compiled.body);
      checkWindow(all, compiled);
    },
  ),
  property(
    'a window of any number of tokens is kept, or said to be impossible',
    5,
    [anyHistory, anyTarget, integer({ min: 0, max: 4_000 })],
    async (history, to, tokens) => {
      const all = asked(history);
      const { body, report, request } = await renderBody(all, { ...to, window: { messages: 1_000_000, tokens } });
      if (report.problem) demand(report.problem.kind === 'context_overflow', 'another problem', report);
      else demand(report.tokens <= tokens && report.tokens <= (report.budget ?? 0), 'too long', report);
      demand(JSON.stringify(body).includes('newest 1.'), 'the newest message is missing', body);
      checkWindow(all, { request, report });
    },
  ),
  property('a request is the same, whatever was compiled before', 25, [anyMoments], async (moments) => {
    const services = { fetch: () => Promise.reject(new Error('no network')) };
    let known = ListStart.of<HistoryMessage>();
    for (const [index, { history: given, overlays, target }] of moments.entries()) {
      const to = { ...target, cacheKey: 'a session' };
      // As they are stored, with their tokens counted.
      const history = given.map(withCounts);
      // As an array, or with a start that is known to be the one of before.
      let shared = 0;
      while (shared < known.length && known.at(shared) === history[shared]) shared++;
      known = known.first(shared);
      const split = new SplitList(known, history.slice(shared));
      known = known.with(split.rest);
      const compile = async (deps: ServiceDeps, messages: readonly HistoryMessage[] | SplitList<HistoryMessage>) => {
        const service = await loadService(to.model.protocol, deps);
        // At once, or in pieces.
        if (index % 2 === 1)
          for (let at = service.advance(messages, overlays, to, { count: index }); at !== null;)
            at = service.advance(messages, overlays, to, { from: at, count: index });
        const { request, report } = service.sanitizeMessages(messages, overlays, to);
        const { body, digest } = service.prepare(request, to);
        return { service, compiled: { request, names: [...request.toolNames], report, body, digest } };
      };
      const { service, compiled } = await compile(services, index % 3 === 0 ? history : split);
      const { compiled: fresh } = await compile({ ...services }, given);
      const isSame = same(compiled, fresh);
      demand(isSame, 'differs', isSame ? null : firstDifference(compiled, fresh));
      demand(fresh.digest === bodyDigest(fresh.body), 'another digest', fresh.body);
      const { request } = compiled;
      demand(prefixDigest(request) === prefixDigest({ ...request }), 'another prefix', request);
      if (fresh.report.problem) continue;
      const sent = await service.capture(request, to);
      demand(same(sent.body, fresh.body), 'another text', sent.body);
    }
  }),
];
