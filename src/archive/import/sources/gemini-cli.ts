import { digest } from '#core/hash.ts';
import { createFieldTracker, fieldsOf, names, type Fields, type IgnoredFields } from '../base/fields.ts';
import { importedOrigin, rawPart, type ImportedConversation, type ImportedMessage } from '../base/imported.ts';
import type { ImportContext, ImportedValue, Importer } from '../base/importer.ts';
import { count, firstText, isShape, list, shape, shapes, text, time, type Shape } from '../base/shape.ts';
import { callsOf, createPairs, partsOf, splitParts, type Pairs } from './gemini-cli-parts.ts';

const IGNORED_FIELDS: IgnoredFields = {
  conversation: names('sessionId projectHash lastUpdated startTime directories kind authType activeExtensionName'),
  message: [
    ...names('id type role timestamp displayContent tokens.total'),
    ...fieldsOf('thoughts[]', 'timestamp'),
    ...fieldsOf('toolCalls[]', 'status timestamp agentId displayName description resultDisplay renderOutputAsMarkdown'),
  ],
};

/**
 * Chats of the Gemini CLI (google-gemini/gemini-cli, `services/chatRecordingService.ts`, `core/logger.ts`; read 2026-11):
 * `~/.gemini/tmp/<project>/chats/session-*.json`, since spring 2026 `.jsonl` with a line for each change, and what
 * `/chat save` wrote to `checkpoint-*.json`. A subagent has a file of its own, in a folder named by its parent.
 */
export const geminiCli: Importer = {
  name: 'Gemini CLI',
  meaningless: IGNORED_FIELDS,
  matches: (first) => isHead(first) || isCheckpoint(first) || isContent(first),
  read,
};

const isHead = (value: unknown): value is Shape =>
  isShape(value) &&
  text(value.sessionId) !== '' &&
  ('projectHash' in value || ('startTime' in value && Array.isArray(value.messages)));

const isContent = (value: unknown): value is Shape =>
  isShape(value) &&
  (value.role === 'user' || value.role === 'model') &&
  !('id' in value) &&
  Array.isArray(value.parts) &&
  value.parts.every((part) => isShape(part) && !('type' in part));

const isCheckpoint = (value: unknown): value is Shape =>
  isShape(value) && Array.isArray(value.history) && isContent(value.history[0]);

async function* read(
  values: AsyncIterable<ImportedValue>,
  context: ImportContext,
): AsyncGenerator<ImportedConversation> {
  const fields = createFieldTracker();
  const chat = createChat();
  const contents: Shape[] = [];
  let head: Shape = {};
  for await (const { value } of values) {
    const line = shape(value);
    if (isCheckpoint(value)) {
      const { history, ...rest } = value;
      yield savedChat(list(history).map(shape), rest, context);
    } else if (isContent(value)) contents.push(value);
    else if (text(line.$rewindTo) !== '') chat.rewind(text(line.$rewindTo));
    else if (isShape(line.$set)) {
      const { messages, ...rest } = shape(line.$set);
      head = { ...head, ...rest };
      chat.sync(shapes(messages));
    } else if (isHead(value)) {
      const { messages, ...rest } = line;
      head = { ...head, ...rest };
      chat.sync(shapes(messages));
    } else if (text(line.id) !== '') chat.record(line);
  }
  if (contents.length > 0) yield savedChat(contents, {}, context);
  const id = text(head.sessionId);
  if (id === '') return;
  const meta = fields.watch('conversation', head);
  const { messages, leafId } = chat.end(fields);
  yield {
    source: 'gemini-cli',
    id,
    fields,
    title: text(meta.summary),
    createdAt: time(meta.startTime),
    updatedAt: time(meta.lastUpdated),
    messages,
    leafId,
  };
}

interface Chat {
  /** A new message, or one that has changed. */
  record(message: Shape): void;
  /** The messages that the program goes on with, after it summarized or shortened some. */
  sync(messages: readonly Shape[]): void;
  /** What follows replaces this message. */
  rewind(id: string): void;
  end(fields: Fields): { messages: ImportedMessage[]; leafId: string | null };
}

/** Nothing that was replaced is lost: it stays where it was, and what is new follows. */
function createChat(): Chat {
  const nodes = new Map<string, { record: Shape; parentId: string | null }>();
  const said = new Set<string>();
  let end: string | null = null;
  const wordsOf = ({ type, content }: Shape) => JSON.stringify([type, content]);
  const record = (message: Shape): void => {
    const id = text(message.id);
    const known = nodes.get(id);
    if (known) return void (known.record = message);
    nodes.set(id, { record: message, parentId: end });
    said.add(wordsOf(message));
    end = id;
  };
  return {
    record,
    sync(messages) {
      for (const message of messages)
        if (text(message.id) !== '' && !nodes.has(text(message.id)) && !said.has(wordsOf(message))) record(message);
    },
    rewind(id) {
      end = nodes.get(id)?.parentId ?? null;
    },
    end(fields) {
      const pairs = createPairs();
      const ends = new Map<string, string>();
      const messages = [...nodes].flatMap(([id, { record: raw, parentId }]) => {
        const made = messagesOf(fields.watch('message', raw), id, ends.get(parentId ?? '') ?? parentId, pairs);
        ends.set(id, made.at(-1)?.id ?? id);
        return made;
      });
      return { messages, leafId: ends.get(end ?? '') ?? end };
    },
  };
}

function messagesOf(message: Shape, id: string, parentId: string | null, pairs: Pairs): ImportedMessage[] {
  const place = { id, parentId, createdAt: time(message.timestamp) };
  switch (text(message.type)) {
    case 'gemini':
      return answerOf(message, place, pairs);
    case 'user': {
      const { said, results } = splitParts(partsOf(message.content, id, pairs));
      // Results are with their calls, where the program keeps them, too.
      return chained(place, [
        { role: 'tool', parts: results },
        { role: 'user', parts: said },
      ]);
    }
    case 'error': {
      const words = partsOf(message.content, id, pairs)
        .map((part) => (part.type === 'text' ? part.text : ''))
        .join('\n');
      return [{ ...place, role: 'assistant', parts: [], hollow: words === '', error: words }];
    }
    default: {
      const notice = rawPart('gemini-cli', text(message.type), { content: message.content });
      return [{ ...place, role: 'user', parts: notice, hollow: notice.length === 0 }];
    }
  }
}

type Place = Pick<ImportedMessage, 'id' | 'parentId' | 'createdAt'>;

/** Those that say something, one after the other; one that connects the tree if none does. */
function chained(place: Place, all: readonly Pick<ImportedMessage, 'role' | 'parts'>[]): ImportedMessage[] {
  const full = all.filter(({ parts }) => parts.length > 0);
  if (full.length === 0) return [{ ...place, role: 'user', parts: [], hollow: true }];
  return full.map((one, index) => ({
    ...place,
    ...(index > 0 && { id: `${place.id}~${index}`, parentId: index === 1 ? place.id : `${place.id}~${index - 1}` }),
    ...one,
  }));
}

function answerOf(message: Shape, place: Place, pairs: Pairs): ImportedMessage[] {
  const { said, results } = splitParts(partsOf(message.content, place.id, pairs));
  const summaries = shapes(message.thoughts).map(({ subject, description }) => ({
    type: 'thinking' as const,
    text: [subject, description].map(text).filter(Boolean).join('\n\n'),
  }));
  // The content may have the thoughts themselves.
  const thoughts = said.some(({ type }) => type === 'thinking') ? [] : summaries;
  const calls = callsOf(shapes(message.toolCalls), said, pairs);
  const parts = [...thoughts, ...said, ...calls.said];
  const origin = importedOrigin('gemini-cli', text(message.model));
  const usage = usageOf(message.tokens);
  const called = parts.some(({ type }) => type === 'tool_call');
  const answer: Omit<ImportedMessage, keyof Place> = {
    role: 'assistant',
    parts,
    stop: called ? 'tool' : 'end',
    ...(origin && { origin }),
    ...(usage && { usage }),
  };
  return chained(place, [answer, { role: 'tool', parts: [...results, ...calls.results] }]);
}

function usageOf(value: unknown): ImportedMessage['usage'] {
  if (!isShape(value)) return undefined;
  const thinking = count(value.thoughts);
  const input = count(value.input) + count(value.tool);
  const output = count(value.output) + thinking;
  if (input + output === 0) return undefined;
  return { input, output, cacheRead: count(value.cached), ...(thinking > 0 && { thinking }) };
}

/** What `/chat save` kept: the contents of the next request, without ids and times. */
function savedChat(contents: readonly Shape[], rest: Shape, context: ImportContext): ImportedConversation {
  const fields = createFieldTracker();
  const pairs = createPairs();
  fields.watch('conversation', rest);
  const base = context.file.slice(context.file.lastIndexOf('/') + 1).replace(/\.json$/i, '');
  let before: string | null = null;
  const messages = contents.flatMap((value, index): ImportedMessage[] => {
    const content = fields.watch('message', value);
    const id = `${index + 1}`;
    const { said, results } = splitParts(partsOf(content.parts, id, pairs));
    const isAnswer = content.role === 'model';
    const stop = said.some(({ type }) => type === 'tool_call') ? 'tool' : 'end';
    const made = chained({ id, parentId: before, createdAt: null }, [
      { role: 'tool', parts: results },
      { role: isAnswer ? 'assistant' : 'user', parts: said, ...(isAnswer && { stop }) },
    ]);
    before = made.at(-1)?.id ?? before;
    return made;
  });
  return {
    source: 'gemini-cli',
    id: `${base}-${digest(JSON.stringify(contents[0] ?? null)).slice(0, 12)}`,
    fields,
    title: decoded(base.replace(/^checkpoint-/, '')),
    messages,
    leafId: before,
  };
}

/** The tag, which is part of an address in the name of its file. */
function decoded(tag: string): string {
  try {
    return decodeURIComponent(tag);
  } catch {
    return firstText(tag);
  }
}
