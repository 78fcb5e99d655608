import { argsOf, linkedFile, resultText } from '../base/blocks.ts';
import { createFieldTracker, names, fieldsOf, type IgnoredFields } from '../base/fields.ts';
import {
  givenName,
  type ImportedConversation,
  type ImportedFile,
  type ImportedFolder,
  type ImportedMessage,
  importedOrigin,
  type ImportedPart,
  rawPart,
  textPart,
} from '../base/imported.ts';
import { eachValue, type ImportContext, type Importer } from '../base/importer.ts';
import { linkOf, sourceList, type Link } from '../base/links.ts';
import { parseJson } from '../../parse-json.ts';
import { count, firstText, isShape, list, shape, shapes, text, textOrNull, time, type Shape } from '../base/shape.ts';

const IGNORED_FIELDS: IgnoredFields = {
  conversation: names(
    'user_id share_id chat.id chat.messages chat.models chat.title chat.timestamp chat.tags',
    'chat.history.currentId chat.files id messages models timestamp chat.system tasks chat.tasks last_read_at',
    'summary',
  ),
  message: [
    ...names(
      'childrenIds models done modelName modelIdx userContext lastSentence selectedModelId content usage timestamp',
      'completedAt favorite statusHistory status info role',
    ),
    ...fieldsOf(
      'files[]',
      'type status size error itemId item_id collection_name context content_type user_id hash legacy',
      'created_at updated_at',
    ),
    ...fieldsOf('files[].file', 'id user_id hash meta path created_at updated_at access_control'),
    ...fieldsOf('files[].file.data', 'status'),
    // The metadata of a source points into its file; the text is in `document`.
    ...fieldsOf('sources[]', 'metadata distances'),
    ...fieldsOf(
      'sources[].source',
      'id name title type url urls size status itemId error context file collection_name content_type user_id hash',
      'meta legacy created_at updated_at',
    ),
    ...fieldsOf('output[]', 'id status role started_at ended_at source_type attributes'),
    ...fieldsOf('output[].content[]', 'type'),
    ...fieldsOf('output[].summary[]', 'type'),
    ...fieldsOf('output[].output[]', 'type'),
  ],
};

const chatOf = (value: Shape): Shape => (isShape(value.chat) ? value.chat : value);

/** An array of chats; in old exports, the chat itself. Answers of several models to one question are siblings. */
export const openwebui: Importer = {
  name: 'Open WebUI',
  meaningless: IGNORED_FIELDS,
  matches: (first) => isShape(first) && isShape(shape(chatOf(first).history).messages),
  read: eachValue(convert),
  beside: {
    named: /folder/i,
    matches: (first) => isShape(first) && 'id' in first && 'name' in first && 'parent_id' in first,
    idOf: ({ id }) => text(id),
    nameOf: ({ name }) => text(name),
  },
};

function convert(value: unknown, context: ImportContext): ImportedConversation | null {
  const fields = createFieldTracker();
  const one = fields.watch('conversation', value);
  const chat = chatOf(one);
  const history = shape(chat.history);
  const id = firstText(one.id, chat.id, chat.timestamp);
  if (!isShape(history.messages) || id === '') return null;
  return {
    source: 'openwebui',
    id,
    fields,
    title: firstText(one.title, chat.title),
    createdAt: time(one.created_at) ?? time(chat.timestamp),
    updatedAt: time(one.updated_at),
    pinned: one.pinned === true,
    archived: one.archived === true,
    tags: [...list(shape(one.meta).tags), ...list(chat.tags)].map((tag) => firstText(tag, shape(tag).name)),
    folder: folderOf(text(one.folder_id), context),
    system: firstText(chat.system, shape(chat.params).system),
    leafId: textOrNull(history.currentId),
    messages: Object.entries(history.messages).map(([key, message]) =>
      messageOf(key, fields.watch('message', message), context),
    ),
  };
}

/** Chats don't contain the names of folders; a companion file may. */
function folderOf(id: string, context: ImportContext, seen: readonly string[] = []): ImportedFolder | null {
  if (id === '' || seen.includes(id)) return null;
  const folder = context.beside(id);
  const above = folderOf(text(folder?.parent_id), context, [...seen, id]);
  return { id, name: text(folder?.name), ...(above && { above }) };
}

function messageOf(key: string, message: Shape, context: ImportContext): ImportedMessage {
  const isUser = message.role === 'user';
  const said = text(message.content);
  const files = filesOf(message, context);
  const sources = sourceList(shapes(message.sources).flatMap(sourcesOf));
  const own = isUser ? textPart(said) : answerParts(message, cardParts);
  const parts = [...own, ...sources, ...files];
  const changed =
    sources.length > 0 || files.some(({ content }) => content !== null) || /<details type="tool_calls"/.test(said);
  const unread = files.map((file) => ({ ...file, content: null }));
  const was = changed ? [...(isUser ? own : answerParts(message, rawParts)), ...unread] : undefined;
  const origin = isUser ? undefined : importedOrigin('openwebui', text(message.model));
  const usage = shape(message.usage);
  const failed = shape(message.error);
  const error = firstText(failed.content, failed.message, message.error);
  return {
    id: firstText(message.id, key),
    parentId: textOrNull(message.parentId),
    role: isUser ? 'user' : 'assistant',
    parts,
    createdAt: time(message.timestamp),
    hollow: parts.length === 0 && error === '',
    ...(was && { earlier: was }),
    ...(origin && { origin }),
    ...(error !== '' && { error }),
    ...(isShape(message.usage) && {
      usage: {
        input: count(usage.prompt_tokens) || count(usage.input_tokens),
        output: count(usage.completion_tokens) || count(usage.output_tokens),
      },
    }),
  };
}

/** A source is a page, or a file with several places. */
function sourcesOf({ source, metadata }: Shape): (Link | null)[] {
  const about = shape(source);
  const places = shapes(metadata).map((one) => linkOf(firstText(one.title, one.name), firstText(one.url, one.source)));
  const pages = places.filter((link) => link !== null);
  if (pages.length > 0) return pages;
  const name = firstText(about.name, about.title, ...shapes(metadata).map((one) => one.name), about.url, about.id);
  return [linkOf(name, about.url) ?? (name === '' ? null : { title: name, url: '' })];
}

/** `output` contains what `content` only displays. Without it, the folded blocks of the text are parsed. */
function answerParts(message: Shape, called: Called): ImportedPart[] {
  const output = shapes(message.output);
  if (output.length === 0) return foldedParts(text(message.content), called);
  return output.flatMap((item): ImportedPart[] => {
    switch (text(item.type)) {
      case 'reasoning':
        return [
          {
            type: 'thinking',
            text: firstText(resultText(shapes(item.content)), resultText(item.summary)),
            ...durationOf(item.duration),
          },
        ];
      case 'function_call':
        return [
          { type: 'tool_call', id: firstText(item.call_id, item.id), name: text(item.name), ...argsOf(item.arguments) },
        ];
      case 'function_call_output':
        return [{ type: 'tool_result', callId: text(item.call_id), text: resultText(item.output) }];
      case 'message':
        return typeof item.content === 'string'
          ? textPart(item.content)
          : shapes(item.content).flatMap(({ text: said }) => textPart(text(said)));
      default:
        return rawPart('openwebui', text(item.type), item);
    }
  });
}

const durationOf = (seconds: unknown) => (count(seconds) > 0 ? { durationMs: Math.round(count(seconds) * 1_000) } : {});

/** `<details type="reasoning" …>…</details>` in a text. The content of other folded blocks is stored raw. */
function foldedParts(said: string, called: Called): ImportedPart[] {
  const parts: ImportedPart[] = [];
  let at = 0;
  for (;;) {
    const from = said.indexOf('<details type="', at);
    const open = from < 0 ? -1 : said.indexOf('>', from);
    const to = open < 0 ? -1 : said.indexOf('</details>', open);
    if (to < 0) return [...parts, ...textPart(said.slice(at).trim())];
    const kind = said.slice(from + 15, said.indexOf('"', from + 15));
    parts.push(...textPart(said.slice(at, from).trim()));
    const inside = said
      .slice(open + 1, to)
      .replace(/<summary>[^<]*<\/summary>/, '')
      .trim();
    if (kind === 'reasoning') parts.push({ type: 'thinking', text: unquoted(inside) });
    else if (kind === 'tool_calls') parts.push(...called(said.slice(from, to + 10), said.slice(from, open)));
    else parts.push(...rawPart('openwebui', kind, { block: said.slice(from, to + 10) }));
    at = to + 10;
  }
}

/** Reads a folded call from its full block and its opening tag. */
type Called = (block: string, tag: string) => ImportedPart[];

const rawParts: Called = (block) => rawPart('openwebui', 'tool_calls', { block });

/** Name, arguments and result are attributes, as JSON that may contain a JSON string. */
const cardParts: Called = (block, tag) => {
  const attribute = (name: string): string => decoded(new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1] ?? '');
  const name = attribute('name');
  if (name === '') return rawParts(block, tag);
  const id = attribute('id') || name;
  const { args, rawArgs } = argsOf(inner(attribute('arguments')));
  const result = inner(attribute('result'));
  return [
    { type: 'tool_call', id, name, args, ...(rawArgs !== undefined && { rawArgs }) },
    ...(result === '' ? [] : [{ type: 'tool_result' as const, callId: id, name, text: resultText(result) }]),
  ];
};

function inner(said: string): unknown {
  try {
    return parseJson(said);
  } catch {
    return said;
  }
}

/** Thinking is stored as a quotation with HTML entities. */
function unquoted(said: string): string {
  const plain = said.replace(/^&gt; ?/gm, '').replace(/^> ?/gm, '');
  return decoded(plain);
}

function decoded(said: string): string {
  return said
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll(/&#(?:39|x27);/g, "'")
    .replaceAll('&amp;', '&');
}

/** The export contains the text of files; other bytes remain on the server. */
function filesOf(message: Shape, context: ImportContext): ImportedFile[] {
  return shapes(message.files).map((file) => {
    const url = text(file.url);
    const inside = shape(file.file);
    const named = givenName(firstText(file.name, inside.filename, shape(inside.meta).name), url, file.id);
    if (url.startsWith('data:')) return linkedFile(url, text(file.name));
    const content = firstText(shape(inside.data).content, shape(file.data).content);
    if (content !== '')
      return { type: 'attachment', ...named, mime: 'text/plain', content: new TextEncoder().encode(content) };
    context.note('files-elsewhere');
    return { type: 'attachment', ...named, content: context.find(firstText(file.id, file.name)) };
  });
}
