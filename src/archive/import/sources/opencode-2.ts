import { argsOf, linkedFile } from '../base/blocks.ts';
import { fieldsOf, names, type Fields } from '../base/fields.ts';
import {
  givenName,
  textPart,
  type ImportedFile,
  type ImportedMessage,
  type ImportedPart,
  rawPart,
} from '../base/imported.ts';
import { fenced } from '../base/links.ts';
import { firstText, isShape, shape, shapes, text, time, type Shape } from '../base/shape.ts';
import { answerOf, messageOf, resultOf, thinkingOf, usageOf, type CallParts, type Step } from './opencode-messages.ts';

/** Of version 2: `{ type, … }`. */
export const IGNORED_IN_ROWS: readonly string[] = [
  ...names(
    'id type time agent agents skills skill name snapshot finish rawFinish cost native providerState retry status exit',
    'reason recent providerContext outcome previous location projectID subpath shellID shell callID sessionID',
    'references metadata description model.variant tokens.total error.type error.status',
    'output.cursor output.size output.truncated',
  ),
  ...fieldsOf('files[]', 'mime source mention'),
  ...fieldsOf('content[]', 'type id time executed native state providerState providerResultState'),
  ...fieldsOf('content[].state', 'status metadata structured'),
  ...fieldsOf('content[].state.error', 'type status'),
  ...fieldsOf('content[].state.content[]', 'type mime'),
];

/**
 * The messages of version 2. `first`: what version 1 stored of the same session. It stays when version 2 takes the
 * session over, with the ids, and says more of its messages.
 */
export function rowMessages(rows: readonly Shape[], first: readonly Shape[], fields: Fields): ImportedMessage[] {
  const ids = new Set(first.map((value) => text(shape(value.info).id)));
  const last = first.reduce((most, value) => Math.max(most, createdAt(value.info)), 0);
  // Taking over also made notices, and messages of its own for what the program had added to others.
  const isNew = (row: Shape): boolean =>
    !ids.has(text(row.id)) && (createdAt(row) > last || !['synthetic', 'system'].includes(text(row.type)));
  const all = [
    ...first.map((value) => ({ at: createdAt(value.info), id: text(shape(value.info).id), value, of: 1 })),
    ...rows.filter(isNew).map((value, index) => ({ at: createdAt(value), id: `~${index}`, value, of: 2 })),
  ];
  // Rows are in order already, and a row may have the time of the one before.
  const sorted = first.length === 0 ? all : all.toSorted((a, b) => a.at - b.at || a.of - b.of);
  let before: string | null = null;
  return sorted.flatMap(({ value, of }) => {
    const made = of === 1 ? messageOf(value, before, fields) : [messageOfRow(value, before, fields)].flat();
    before = made.at(-1)?.id ?? before;
    return made;
  });
}

const createdAt = (value: unknown): number => time(shape(shape(value).time).created) ?? 0;

function messageOfRow(value: Shape, parentId: string | null, fields: Fields): ImportedMessage | ImportedMessage[] {
  const row = fields.watch('message', value);
  const place = { id: text(row.id), parentId, createdAt: time(shape(row.time).created) };
  const user = (parts: ImportedPart[]): ImportedMessage => ({
    ...place,
    role: 'user',
    parts,
    hollow: parts.length === 0,
  });
  switch (text(row.type)) {
    case 'user':
      return user([...textPart(text(row.text)), ...shapes(row.files).map(attached)]);
    // What the program said to the model in the user's name.
    case 'synthetic':
    case 'skill':
      return user(textPart(text(row.text)));
    case 'system':
      return user(rawPart('opencode', 'system', { text: row.text }));
    case 'shell':
      return user(shellParts(row));
    case 'assistant':
      return answer(row, place);
    case 'compaction':
      return summary(row, place);
    default:
      return user(MARKS.has(text(row.type)) ? [] : rawPart('opencode', text(row.type), row));
  }
}

const MARKS: ReadonlySet<string> = new Set(['idle', 'agent-switched', 'model-switched', 'location-switched']);

/** A command that the user ran. */
function shellParts(row: Shape): ImportedPart[] {
  const command = firstText(row.command, shape(row.shell).command);
  const output = firstText(row.output, shape(row.output).output);
  return command === '' && output === '' ? [] : textPart(fenced([`$ ${command}`, output].filter(Boolean).join('\n')));
}

function summary(row: Shape, place: Pick<ImportedMessage, 'id' | 'parentId' | 'createdAt'>): ImportedMessage[] {
  const model = shape(row.model);
  return answerOf(place, [{ said: textPart(text(row.summary)), results: [] }], {
    provider: text(model.providerID),
    model: text(model.id),
    error: text(shape(row.error).message),
    isAborted: row.status === 'running',
    finish: '',
    usage: usageOf(row.tokens),
  });
}

function answer(row: Shape, place: Pick<ImportedMessage, 'id' | 'parentId' | 'createdAt'>): ImportedMessage[] {
  const step: Step = { said: [], results: [] };
  for (const item of shapes(row.content)) {
    const state = shape(item.native ?? item.state);
    if (item.type === 'text') step.said.push(...textPart(text(item.text)));
    else if (item.type === 'reasoning') {
      const { created, completed } = shape(item.time);
      step.said.push(...thinkingOf(text(item.text), state, (time(completed) ?? 0) - (time(created) ?? 0)));
    } else if (item.type === 'tool') {
      const { call, results } = callOf(item);
      step.said.push(call);
      step.results.push(...results);
    } else step.said.push(...rawPart('opencode', text(item.type), item));
  }
  const model = shape(row.model);
  const error = shape(row.error);
  const isAborted = error.type === 'aborted';
  return answerOf(place, [step], {
    provider: text(model.providerID),
    model: text(model.id),
    error: isAborted ? '' : firstText(error.message, error.type),
    isAborted: isAborted || (shape(row.time).completed === undefined && !row.finish),
    finish: text(row.finish),
    usage: usageOf(row.tokens),
  });
}

/** A call that was still written or running has no result. */
function callOf(item: Shape): CallParts {
  const [id, name] = [text(item.id), text(item.name)];
  const state = shape(item.state);
  const signature = text(shape(item.native ?? item.providerState).thoughtSignature);
  const call: ImportedPart = {
    type: 'tool_call',
    id,
    name,
    ...argsOf(state.input),
    ...(signature !== '' && { signature }),
  };
  if (state.status !== 'completed' && state.status !== 'error') return { call, results: [] };
  const blocks = shapes(state.content);
  const said = blocks.flatMap(({ type, text: words }) => (type === 'text' ? [text(words)] : []));
  const failed = state.status === 'error' ? firstText(shape(state.error).message, shape(state.error).type) : '';
  return {
    call,
    results: resultOf(
      { callId: id, name, ...(state.status === 'error' && { isError: true }) },
      [...said, failed].filter(Boolean).join('\n\n'),
      blocks.flatMap((block) => (block.type === 'file' ? [linkedFile(text(block.uri), text(block.name), 'file')] : [])),
    ),
  };
}

/** Bytes are base64; previews of version 2 had an address. */
function attached(file: Shape): ImportedFile {
  const mime = text(file.mime);
  const bytes = text(file.data);
  const from = isShape(file.source) ? text(file.source.uri) : '';
  const url = bytes === '' ? firstText(file.uri, from) : `data:${mime};base64,${bytes}`;
  return {
    ...linkedFile(url, ''),
    ...givenName(file.name, from.slice(from.lastIndexOf('/') + 1), 'file'),
    ...(mime !== '' && { mime }),
  };
}
