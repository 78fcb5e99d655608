import { argsOf, linkedFile } from '../base/blocks.ts';
import { fieldsOf, names, type Fields } from '../base/fields.ts';
import {
  importedOrigin,
  rawPart,
  textPart,
  type ImportedFile,
  type ImportedMessage,
  type ImportedPart,
} from '../base/imported.ts';
import { count, firstText, isShape, shape, shapes, text, time, type Shape } from '../base/shape.ts';

/** Of version 1: `{ info, parts }`. */
export const IGNORED_IN_MESSAGES: readonly string[] = [
  ...fieldsOf(
    'info',
    'time agent mode path cost model variant summary tools format fallbackModels finish modelID providerID tokens.total',
  ),
  ...names('info.error.data'),
  ...fieldsOf(
    'parts[]',
    'id sessionID messageID type time cost reason snapshot hash files auto overflow tail_start_id attempt error mime url filename',
    'source tokens metadata name description agent model command synthetic ignored callID tool',
  ),
  ...fieldsOf('parts[].state', 'title metadata time raw status'),
  ...fieldsOf('parts[].state.attachments[]', 'id sessionID messageID type mime source'),
];

/** The messages of a session, in order. Each follows the one before. */
export function messagesOf(values: readonly Shape[], fields: Fields): ImportedMessage[] {
  let before: string | null = null;
  return inOrder(values).flatMap((value) => {
    const made = messageOf(value, before, fields);
    before = made.at(-1)?.id ?? before;
    return made;
  });
}

/** Ids grow with time, too; those of the first versions don't. */
function inOrder(values: readonly Shape[]): Shape[] {
  const placed = values.map((value) => {
    const info = shape(value.info);
    return { value, at: time(shape(info.time).created) ?? 0, id: text(info.id) };
  });
  return placed.toSorted((a, b) => a.at - b.at || (a.id < b.id ? -1 : 1)).map(({ value }) => value);
}

/** A message of version 1, and the results of its calls. */
export function messageOf(value: Shape, parentId: string | null, fields: Fields): ImportedMessage[] {
  const message = fields.watch('message', value);
  const info = shape(message.info);
  const place = { id: text(info.id), parentId, createdAt: time(shape(info.time).created) };
  const parts = shapes(message.parts);
  if (info.role !== 'assistant') {
    // The text of these files is in parts that the program added.
    const isRead = parts.some(({ synthetic }) => synthetic === true);
    const said = parts.flatMap((part) => userParts(part, isRead));
    return [{ ...place, role: 'user', parts: said, hollow: said.length === 0 }];
  }
  const error = errorOf(info.error);
  const steps = stepsOf(parts);
  return answerOf(place, steps, {
    provider: text(info.providerID),
    model: text(info.modelID),
    error: error.isAborted ? '' : error.message,
    isAborted: error.isAborted || (info.time !== undefined && shape(info.time).completed === undefined && !info.finish),
    finish: text(info.finish),
    usage: usageOf(info.tokens),
  });
}

function errorOf(value: unknown): { message: string; isAborted: boolean } {
  const error = shape(value);
  const name = text(error.name);
  const message = firstText(shape(error.data).message, error.message, name);
  return { message, isAborted: name === 'MessageAbortedError' };
}

/** What a model said in one request, and what came back from the tools that it called. */
export interface Step {
  said: ImportedPart[];
  results: ImportedPart[];
  usage?: ImportedMessage['usage'];
}

export interface AnswerFacts {
  provider: string;
  model: string;
  error: string;
  isAborted: boolean;
  /** Why the last step ended, in the words of the AI SDK. */
  finish: string;
  usage: ImportedMessage['usage'];
}

/** A model gets all results of a step after all of its calls. */
export function answerOf(
  place: Pick<ImportedMessage, 'id' | 'parentId' | 'createdAt'>,
  steps: readonly Step[],
  { provider, model, error, isAborted, finish, usage }: AnswerFacts,
): ImportedMessage[] {
  const made: ImportedMessage[] = [];
  const origin = originOf(provider, model);
  const next = () => ({
    ...place,
    ...(made.length > 0 && { id: `${place.id}~${made.length}`, parentId: made.at(-1)?.id ?? null }),
  });
  for (const [index, step] of steps.entries()) {
    const isLast = index === steps.length - 1;
    const used = step.usage ?? (isLast ? usage : undefined);
    const calls = step.said.some(({ type }) => type === 'tool_call');
    if (step.said.length > 0 || (isLast && error !== ''))
      made.push({
        ...next(),
        role: 'assistant',
        parts: step.said,
        ...(origin && { origin }),
        ...(used && { usage: used }),
        ...(isLast && error !== ''
          ? { error }
          : { stop: isLast && isAborted ? 'aborted' : calls ? 'tool' : (STOPS[finish] ?? 'end') }),
      });
    if (step.results.length > 0) made.push({ ...next(), role: 'tool', parts: step.results });
  }
  return made.length > 0 ? made : [{ ...place, role: 'assistant', parts: [], hollow: true }];
}

const STOPS: Readonly<Partial<Record<string, NonNullable<ImportedMessage['stop']>>>> = {
  length: 'length',
  'content-filter': 'refusal',
};

/** Signatures of Anthropic's own models may be sent back to it, as those of Claude Code. Anthropic decides. */
function originOf(provider: string, model: string): ImportedMessage['origin'] {
  if (provider === 'anthropic' && model !== '')
    return { vendor: 'anthropic', model, endpoint: 'https://api.anthropic.com' };
  return importedOrigin('opencode', model, provider);
}

/**
 * `output` is without thinking. Versions before 1.0 counted it in, and had no `total`.
 */
export function usageOf(value: unknown): ImportedMessage['usage'] {
  if (!isShape(value)) return undefined;
  const cache = shape(value.cache);
  const [cacheRead, cacheWrite, thinking] = [count(cache.read), count(cache.write), count(value.reasoning)];
  const input = count(value.input) + cacheRead + cacheWrite;
  const said = count(value.output);
  const output = input + said === count(value.total) ? said : said + thinking;
  if (input + output === 0) return undefined;
  return { input, output, cacheRead, cacheWrite, ...(thinking > 0 && { thinking }) };
}

function userParts(part: Shape, isRead: boolean): ImportedPart[] {
  const kind = text(part.type);
  switch (kind) {
    case 'text':
      // Shown in the program, and never sent to a model.
      return part.ignored === true ? rawPart('opencode', 'ignored', { text: part.text }) : textPart(text(part.text));
    case 'file':
      return isRead && (part.mime === 'text/plain' || part.mime === 'application/x-directory') ? [] : [fileOf(part)];
    case 'subtask':
      return textPart(text(part.prompt));
    // A mention in the text, and the place where the context was summarized.
    case 'agent':
    case 'compaction':
      return [];
    default:
      return MARKS.has(kind) ? [] : rawPart('opencode', kind, part);
  }
}

/** What surrounds the parts of an answer: where a step begins and ends, and what was saved of the files. */
const MARKS: ReadonlySet<string> = new Set(['step-start', 'step-finish', 'snapshot', 'patch', 'retry']);

function stepsOf(parts: readonly Shape[]): Step[] {
  const steps: Step[] = [{ said: [], results: [] }];
  for (const part of parts) {
    if (part.type === 'step-start') steps.push({ said: [], results: [] });
    const step = steps.at(-1);
    if (!step) continue;
    if (part.type === 'step-finish') {
      const usage = usageOf(part.tokens);
      if (usage) step.usage = usage;
    } else if (part.type === 'tool') {
      const { call, results } = callOf(part);
      step.said.push(call);
      step.results.push(...results);
    } else step.said.push(...answerParts(part));
  }
  const [first, ...rest] = steps;
  return rest.length > 0 && first?.said.length === 0 && first.results.length === 0 ? rest : steps;
}

function answerParts(part: Shape): ImportedPart[] {
  if (part.type !== 'reasoning') return userParts(part, false);
  const { start, end } = shape(part.time);
  return thinkingOf(text(part.text), stateIn(part.metadata), (time(end) ?? 0) - (time(start) ?? 0));
}

/** What each provider's part of the metadata says. */
const stateIn = (metadata: unknown): Shape =>
  Object.assign({}, ...Object.values(shape(metadata)).filter(isShape)) as Shape;

/** Opaque values by the names that the AI SDK has for them. */
export function thinkingOf(said: string, state: Shape, durationMs: number): ImportedPart[] {
  const redacted = text(state.redactedData);
  if (redacted !== '') return [{ type: 'redacted_thinking', data: redacted }];
  const signature = firstText(state.signature, state.thoughtSignature);
  const [encrypted, itemId] = [text(state.reasoningEncryptedContent), text(state.itemId)];
  if (said.trim() === '' && signature === '' && encrypted === '') return [];
  return [
    {
      type: 'thinking',
      text: said,
      ...(signature !== '' && { signature }),
      ...(encrypted !== '' && { encrypted }),
      ...(itemId !== '' && { itemId }),
      ...(durationMs > 0 && { durationMs }),
    },
  ];
}

export interface CallParts {
  call: ImportedPart;
  results: ImportedPart[];
}

/** A call that was still waiting or running has no result. */
function callOf(part: Shape): CallParts {
  const [id, name] = [text(part.callID), text(part.tool)];
  const state = shape(part.state);
  const status = text(state.status);
  const signature = text(stateIn(part.metadata).thoughtSignature);
  const input = isShape(state.input) && Object.keys(state.input).length > 0 ? state.input : text(state.raw);
  const call: ImportedPart = {
    type: 'tool_call',
    id,
    name,
    ...argsOf(input),
    ...(signature !== '' && { signature }),
  };
  if (status !== 'completed' && status !== 'error') return { call, results: [] };
  // What a tool had said when it was stopped.
  const partly = status === 'error' ? text(shape(state.metadata).output) : '';
  const failed = status === 'error' ? [partly, text(state.error)].filter(Boolean).join('\n\n') : '';
  return {
    call,
    results: resultOf(
      { callId: id, name, ...(status === 'error' && { isError: true }) },
      status === 'error' ? failed : text(state.output),
      shapes(state.attachments).map(fileOf),
    ),
  };
}

/** Files whose bytes aren't there are named in the text of the result. */
export function resultOf(
  about: { callId: string; name: string; isError?: true },
  said: string,
  files: readonly ImportedFile[],
): ImportedPart[] {
  const names = files.flatMap(({ content, name }) => (content === null ? [`[${name}]`] : []));
  return [
    { type: 'tool_result', ...about, text: [said, ...names].filter(Boolean).join('\n') },
    ...files.filter(({ content }) => content !== null).map((file) => ({ ...file, ofResult: true as const })),
  ];
}

/** Bytes are in the address, or in a file of that computer. */
function fileOf(part: Shape): ImportedFile {
  const file = linkedFile(text(part.url), text(part.filename), 'file');
  return { ...file, ...(text(part.mime) !== '' && !file.mime && { mime: text(part.mime) }) };
}

/** A message of the first versions (until summer 2025) in the form of those after. */
export function currentForm(message: Shape): Shape {
  const { metadata, parts, ...rest } = message;
  const { time: times, assistant, error, tool: _shown, sessionID, snapshot: _saved, ...others } = shape(metadata);
  return {
    info: { ...rest, ...shape(assistant), ...others, sessionID, time: times, ...(error !== undefined && { error }) },
    parts: shapes(parts).map(currentPart),
  };
}

function currentPart(part: Shape): Shape {
  const { providerMetadata, mediaType, toolInvocation, ...rest } = part;
  if (rest.type === 'file') return { ...rest, mime: mediaType };
  if (rest.type === 'reasoning') return { ...rest, metadata: providerMetadata };
  if (rest.type === 'source-url')
    return { type: 'text', text: [text(rest.title), text(rest.url)].filter(Boolean).join(' ') };
  if (rest.type !== 'tool-invocation') return part;
  const { toolCallId, toolName, args, state, result } = shape(toolInvocation);
  return {
    type: 'tool',
    callID: toolCallId,
    tool: toolName,
    state: { status: state === 'result' ? 'completed' : 'pending', input: args, output: result },
  };
}
