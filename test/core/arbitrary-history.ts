import { type Arbitrary, array, boolean, constantFrom, integer, nat, oneof, option, record, tuple } from 'fast-check';
import type { HistoryMessage, Part, ToolCallPart, ToolResultPart } from '#core/message.ts';
import type { Origin } from '#core/vendor.ts';
import { TARGETS } from './targets.ts';

/** Possible authors of answers: every target, with its own kind of opaque state and of call ids. */
export const SOURCES = Object.keys(TARGETS).filter((name) => name !== 'no-tools');

interface Round {
  thinks: boolean;
  speaks: boolean;
  calls: number;
  images: boolean;
}

interface Turn {
  source: string;
  ask: number;
  rounds: Round[];
  answer: boolean;
}

/** A conversation with these authors, as the services themselves would store it. */
const planOf = (sources: readonly string[]): Arbitrary<Turn[]> =>
  array(
    record({
      source: constantFrom(...sources),
      ask: nat(3),
      rounds: array(
        record({ thinks: boolean(), speaks: boolean(), calls: integer({ min: 1, max: 3 }), images: boolean() }),
        { maxLength: 3 },
      ),
      answer: boolean(),
    }),
    { minLength: 1, maxLength: 7 },
  );

export function originOf(source: string): Origin {
  const target = TARGETS[source];
  if (!target) throw new Error(`no target ${source}`);
  return {
    vendor: target.vendor,
    model: target.model.id,
    endpoint: target.endpoint,
    ...(target.account !== undefined && { account: target.account }),
  };
}

/** Opaque values name their origin, so a test can check where each one may appear. */
export function opaque(source: string, count: number): string {
  return Buffer.from(`opaque ${source} ${String(count).padStart(6, '0')}`).toString('base64');
}

function thought(source: string, n: number): Part[] {
  const state = TARGETS[source]?.model.protocol;
  const text = `thought ${n}`;
  if (source.startsWith('anthropic'))
    return n % 5 === 0
      ? [{ type: 'redacted_thinking', data: opaque(source, n) }]
      : [{ type: 'thinking', text, signature: opaque(source, n) }];
  if (state === 'openai-responses')
    return [{ type: 'thinking', text, encrypted: opaque(source, n), itemId: `rs_${n}` }];
  if (source === 'openrouter')
    return [
      {
        type: 'thinking',
        text,
        details: JSON.stringify([{ type: 'reasoning.text', text, signature: opaque(source, n) }]),
      },
    ];
  return [{ type: 'thinking', text }];
}

function callId(source: string, n: number, ordinal: number): string {
  const ids: Partial<Record<string, string>> = {
    mistral: `m${String(n).padStart(8, '0')}`,
    fireworks: `functions.read:${ordinal}`,
    'gemini-2.5': '',
    ollama: `call_${ordinal}`,
    'gemini-3': `fc-${n}`,
    'openai-responses': `call_${'x'.repeat(24)}${n}`,
    xai: `call_${n}|fc_${n}`,
    'openai-compatible': `chatcmpl-tool-${'0'.repeat(30)}-${n}`,
  };
  return ids[source] ?? `toolu_${n}`;
}

const TOOL_NAMES = ['fs__read_file', 'web.search/v2', 'builtin_planning_server__create_goal', '2fast', 'x'.repeat(70)];

function addRound(
  history: HistoryMessage[],
  { thinks, speaks, calls, images }: Round,
  source: string,
  next: () => number,
): void {
  const origin = originOf(source);
  const responses = TARGETS[source]?.model.protocol === 'openai-responses';
  const parts: Part[] = thinks ? thought(source, next()) : [];
  if (speaks) {
    const n = next();
    parts.push({ type: 'text', text: `say ${n}.`, ...(responses && { itemId: `msg_${n}`, phase: 'commentary' }) });
    if (thinks && responses) parts.push(...thought(source, next()));
  }
  const results: ToolResultPart[] = [];
  for (let ordinal = 0; ordinal < calls; ordinal++) {
    const n = next();
    const id = callId(source, n, ordinal);
    const name = TOOL_NAMES[n % TOOL_NAMES.length] ?? 'x';
    const call: ToolCallPart = { type: 'tool_call', id, name, args: { n, path: `/tmp/arg${n}.` } };
    if (responses) call.itemId = `fc_${n}`;
    if (source === 'gemini-3' && ordinal === 0) call.signature = opaque(source, n);
    if (source === 'openai-compatible' && ordinal === 0)
      call.signature = JSON.stringify({ google: { thought_signature: opaque(source, n) } });
    parts.push(call);
    results.push({
      type: 'tool_result',
      ...(id !== '' && { callId: id }),
      name,
      text: `result ${n}.`,
      ...(n % 7 === 0 && { isError: true }),
      ...(images && { images: [{ mime: 'image/png', data: PIXEL }] }),
    });
  }
  history.push({ role: 'assistant', parts, origin, stop: 'tool' });
  if (source.startsWith('anthropic')) history.push({ role: 'tool', parts: results });
  else for (const result of results) history.push({ role: 'tool', parts: [result] });
}

export const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

function build(turns: readonly Turn[]): HistoryMessage[] {
  const history: HistoryMessage[] = [];
  let count = 0;
  const next = () => ++count;
  for (const { source, ask, rounds, answer } of turns) {
    const parts: Part[] = [{ type: 'text', text: `ask ${next()}.` }];
    if (ask === 1) parts.push({ type: 'image', mime: 'image/png', data: PIXEL });
    if (ask === 2) {
      const more = next() % 4 === 0 ? '\n\n[Pages 2 to 700 are left out]' : '';
      const read = count % 2 === 0 ? { text: `[Page 1]\nread ${count}${more}` } : {};
      parts.push({ type: 'file', mime: 'application/pdf', name: 'a.pdf', data: 'JVBERi0xLjQK', ...read });
    }
    history.push({ role: 'user', parts });
    for (const round of rounds) addRound(history, round, source, next);
    if (!answer) continue;
    const n = next();
    const thinking = n % 2 === 0 ? thought(source, n) : [];
    const responses = TARGETS[source]?.model.protocol === 'openai-responses';
    const signature = source === 'gemini-3' ? { signature: opaque(source, n) } : {};
    const ids = responses && thinking.length > 0 ? { itemId: `msg_a${n}` } : {};
    history.push({
      role: 'assistant',
      parts: [...thinking, { type: 'text', text: `answer ${n}.`, ...signature, ...ids }],
      origin: originOf(source),
      stop: 'end',
    });
  }
  return history;
}

const cleanHistoryOf = (sources: readonly string[]): Arbitrary<HistoryMessage[]> => planOf(sources).map(build);

export const cleanHistory = cleanHistoryOf(SOURCES);

/** Damage found in real stores. Each function damages the history at some place and returns a new one. */
export const DEFECTS: Readonly<Record<string, (history: HistoryMessage[], at: number) => HistoryMessage[]>> = {
  'drop a message': (history, at) => history.toSpliced(at, 1),
  'repeat a message': (history, at) => history.toSpliced(at, 0, ...history.slice(at, at + 1)),
  'swap two messages': (history, at) => [
    ...history.slice(0, at),
    ...history.slice(at, at + 2).toReversed(),
    ...history.slice(at + 2),
  ],
  'user speaks in between': (history, at) =>
    history.toSpliced(at, 0, { role: 'user', parts: [{ type: 'text', text: `between ${at}.` }] }),
  'empty user message': (history, at) => history.toSpliced(at, 0, { role: 'user', parts: [] }),
  'blank user message': (history, at) =>
    history.toSpliced(at, 0, { role: 'user', parts: [{ type: 'text', text: ' \n' }] }),
  'empty answer': (history, at) => history.toSpliced(at, 0, { role: 'assistant', parts: [], stop: 'aborted' }),
  'thinking only': (history, at) =>
    history.toSpliced(at, 0, {
      role: 'assistant',
      parts: [{ type: 'thinking', text: 'half a thought' }],
      stop: 'aborted',
    }),
  'answer without origin': (history, at) =>
    history.toSpliced(at, 0, { role: 'assistant', parts: [{ type: 'text', text: `nobody ${at}.` }] }),
  'refusal only': (history, at) =>
    history.toSpliced(at, 0, {
      role: 'assistant',
      parts: [{ type: 'refusal', text: `refused ${at}.` }],
      stop: 'refusal',
    }),
  'stray result': (history, at) =>
    history.toSpliced(at, 0, { role: 'tool', parts: [{ type: 'tool_result', callId: 'gone', text: `stray ${at}.` }] }),
  'stray result without id': (history, at) =>
    history.toSpliced(at, 0, { role: 'tool', parts: [{ type: 'tool_result', text: `stray ${at}.` }] }),
  'call never answered': (history, at) =>
    history.toSpliced(at, 0, {
      role: 'assistant',
      parts: [{ type: 'tool_call', id: `open${at}`, name: 'open', args: {} }],
      stop: 'aborted',
    }),
  'call cut short': (history, at) =>
    history.toSpliced(at, 0, {
      role: 'assistant',
      parts: [
        { type: 'text', text: `cut ${at}.` },
        { type: 'tool_call', id: `cut${at}`, name: 'cut', args: {}, rawArgs: '{"a":' },
      ],
      stop: 'length',
    }),
  'images in an error result': changeParts((part) =>
    part.type === 'tool_result' ? { ...part, isError: true, images: [{ mime: 'image/png', data: PIXEL }] } : part,
  ),
  'blank result': changeParts((part) => (part.type === 'tool_result' ? { ...part, text: '  ' } : part)),
  'blank text in an answer': changeMessage((message) =>
    message.role === 'assistant' ? { ...message, parts: [{ type: 'text', text: '\t' }, ...message.parts] } : message,
  ),
  'half a surrogate': changeParts((part) =>
    part.type === 'text' || part.type === 'tool_result' ? { ...part, text: `${part.text}\ud83d` } : part,
  ),
  'half a surrogate in arguments': changeParts((part) =>
    part.type === 'tool_call' ? { ...part, args: { '\udc00': ['\ud800'] } } : part,
  ),
  'arguments as text': changeParts((part) => (part.type === 'tool_call' ? { ...part, args: '{"a": 1}' } : part)),
  'arguments as a list': changeParts((part) => (part.type === 'tool_call' ? { ...part, args: [1] } : part)),
  'malformed arguments': changeParts((part) =>
    part.type === 'tool_call' ? { ...part, args: {}, rawArgs: '{"a": tru' } : part,
  ),
  'one constant id': (history) => history.map((message) => ({ ...message, parts: message.parts.map(withConstantId) })),
  'illegal id': changeParts((part) =>
    part.type === 'tool_call' ? { ...part, id: `${part.id}|é ${'z'.repeat(300)}` } : part,
  ),
  'no signature': changeParts((part) => {
    if (part.type !== 'thinking') return part;
    const { text } = part;
    return { type: 'thinking', text };
  }),
  'empty signature': changeParts((part) => (part.type === 'thinking' ? { ...part, signature: '' } : part)),
  'foreign signature': changeParts((part) =>
    part.type === 'tool_call' || part.type === 'text' ? { ...part, signature: 'not~base64' } : part,
  ),
  'item id of another kind': changeParts((part) => (part.type === 'tool_call' ? { ...part, itemId: 'call_1' } : part)),
  'results as user message': (history) =>
    history.map((message) => (message.role === 'tool' ? { ...message, role: 'user' } : message)),
  aborted: changeMessage((message) => (message.role === 'assistant' ? { ...message, stop: 'aborted' } : message)),
  'image in an answer': changeMessage((message) =>
    message.role === 'assistant'
      ? { ...message, parts: [...message.parts, { type: 'image', mime: 'image/png', data: PIXEL }] }
      : message,
  ),
  'picture of its own': changeMessage((message) => ({
    ...message,
    parts: [
      { type: 'image', mime: 'image/png', data: PIXEL, prompt: 'a cat', signature: 'c2ln', itemId: 'ig_1' },
      ...message.parts,
    ],
  })),
  'picture with odd state': changeMessage((message) => ({
    ...message,
    parts: [...message.parts, { type: 'image', mime: 'image/png', data: PIXEL, signature: 'not~base64', itemId: 'x' }],
  })),
  'call in a user message': changeMessage((message) =>
    message.role === 'user'
      ? { ...message, parts: [...message.parts, { type: 'tool_call', id: 'u', name: 'u', args: {} }] }
      : message,
  ),
  'image nobody reads': changeParts((part) => (part.type === 'image' ? { ...part, mime: 'image/tiff' } : part)),
  'broken image': changeParts((part) => (part.type === 'image' ? { ...part, data: '%%%' } : part)),
  'trailing thinking': changeMessage((message) =>
    message.role === 'assistant' && message.parts.some((part) => part.type === 'thinking')
      ? { ...message, parts: message.parts.toReversed() }
      : message,
  ),
};

function changeMessage(change: (message: HistoryMessage) => HistoryMessage) {
  return (history: HistoryMessage[], at: number): HistoryMessage[] =>
    history.map((message, index) => (index === at ? change(message) : message));
}

/** Changes the parts of one message and of the next one that has the kind. */
function changeParts(change: (part: Part) => Part) {
  return (history: HistoryMessage[], at: number): HistoryMessage[] =>
    history.map((message, index) =>
      index === at || index === at + 1 ? { ...message, parts: message.parts.map(change) } : message,
    );
}

function withConstantId(part: Part): Part {
  if (part.type === 'tool_call') return { ...part, id: 'call_0' };
  return part.type === 'tool_result' ? { ...part, callId: 'call_0' } : part;
}

const defect = tuple(constantFrom(...Object.keys(DEFECTS)), nat(60));

const damaged = (histories: Arbitrary<HistoryMessage[]>): Arbitrary<HistoryMessage[]> =>
  tuple(histories, array(defect, { minLength: 1, maxLength: 4 })).map(([history, defects]) =>
    defects.reduce((messy, [name, at]) => DEFECTS[name]?.(messy, at % (messy.length + 1)) ?? messy, history),
  );

export const messyHistory = damaged(cleanHistory);

/** Removes a random range from the middle. */
const cut = (histories: Arbitrary<HistoryMessage[]>): Arbitrary<HistoryMessage[]> =>
  tuple(histories, nat(40), option(nat(40))).map(([history, from, length]) => {
    const start = from % Math.max(1, history.length);
    return history.slice(start, length === null ? undefined : start + 1 + length);
  });

export const cutHistory = cut(oneof(cleanHistory, messyHistory));

/** Any history whose answers are by these authors. */
export function historyOf(sources: readonly string[]): Arbitrary<HistoryMessage[]> {
  const clean = cleanHistoryOf(sources);
  const messy = damaged(clean);
  return oneof(clean, messy, cut(oneof(clean, messy)));
}

export const anyHistory = historyOf(SOURCES);

/** What tools of vendors leave in an answer: whole pairs, halves, and citations, of the origin's own and of others. */
function ownTools(index: number): Part[] {
  const block = (kind: string, fields: object): Part => ({
    type: 'vendor_block',
    kind,
    data: JSON.stringify({ type: kind, ...fields }),
  });
  const id = `srvtoolu_${index}`;
  const call = block('server_tool_use', { id, name: 'web_search', input: { query: `tea ${index}` } });
  const result = block('web_search_tool_result', {
    tool_use_id: id,
    content: [
      { type: 'web_search_result', url: `https://tea.example/${index}`, title: 'Tea', encrypted_content: 'eA==' },
    ],
  });
  const item = block('web_search_call', {
    id: `ws_${index}`,
    status: 'completed',
    action: { type: 'search', query: 'x' },
  });
  const code: Part = {
    type: 'vendor_block',
    kind: 'executableCode',
    data: JSON.stringify({ executableCode: { language: 'PYTHON', code: 'print(1)' } }),
  };
  const cited: Part[] = [
    { type: 'text', text: 'cited' },
    block('citations', { citations: [{ type: 'page_location', document_title: 'a.pdf', cited_text: 'x' }] }),
  ];
  return [[call, result, ...cited], [call], [result, item], [call, code, result], [item, ...cited]][index % 5] ?? [];
}

/** The same with images, files and vendor blocks, with the same origin and with others. */
export function withBlocks(histories: Arbitrary<HistoryMessage[]>): Arbitrary<HistoryMessage[]> {
  return histories.map((history) =>
    history.map((message, index) => {
      if (message.role === 'user')
        return {
          ...message,
          parts: [
            ...message.parts,
            { type: 'file', mime: 'text/plain', name: `notes ${index}.txt`, data: 'bm90ZXM=' },
            { type: 'image', mime: 'image/tiff', data: PIXEL },
          ],
        };
      if (message.role !== 'assistant') return message;
      const data = JSON.stringify({ type: 'compaction', content: `block ${index}` });
      return {
        ...message,
        parts: [{ type: 'vendor_block', kind: 'compaction', data }, ...ownTools(index), ...message.parts],
      };
    }),
  );
}
