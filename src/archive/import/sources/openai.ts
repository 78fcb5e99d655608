import { canonicalJson } from '#core/canonical-json.ts';
import { digest } from '#core/hash.ts';
import { without } from '#core/without.ts';
import { openaiCalls, openaiParts, resultText, toolResult } from '../base/blocks.ts';
import { createFieldTracker, names, fieldsOf, type IgnoredFields } from '../base/fields.ts';
import { importedOrigin, type ImportedConversation, type ImportedMessage } from '../base/imported.ts';
import { wholeFile, type ImportContext, type ImportedValue, type Importer } from '../base/importer.ts';
import { firstText, isShape, shape, shapes, text, time, type Shape } from '../base/shape.ts';

const ROLES = new Set(['system', 'developer', 'user', 'assistant', 'tool', 'function']);

const isMessage = (value: unknown): value is Shape =>
  isShape(value) && ROLES.has(text(value.role)) && ('content' in value || 'tool_calls' in value);

/** Names of the field in which a message of a longer list says which conversation it belongs to. */
const HOMES = [
  'threadId',
  'thread_id',
  'conversationId',
  'conversation_id',
  'chatId',
  'chat_id',
  'sessionId',
  'session_id',
];

/** Names of the list of these conversations. */
const HEADS = ['threads', 'conversations', 'chats', 'sessions'];

const homeOf = (value: Shape): string => firstText(...HOMES.map((name) => value[name]));

const IGNORED_FIELDS: IgnoredFields = {
  conversation: [
    ...names('object created_at create_time createdAt updated_at updatedAt model title name id conversation_id'),
    ...fieldsOf('messages[]', 'id object status name created_at createdAt timestamp type role', HOMES.join(' ')),
    ...fieldsOf('messages[].content[]', 'type cache_control'),
  ],
  message: [
    ...names('id object status name created_at createdAt timestamp type role reasoning_content reasoning', ...HOMES),
    ...fieldsOf('content[]', 'id status cache_control image_url.detail detail'),
    ...fieldsOf('tool_calls[]', 'type index'),
  ],
};

/**
 * The format of scripts and other tools: an array of chat messages, or objects with `messages`, alone, in an array or
 * one per line. They have no ids, so a conversation is identified by its content.
 */
export const openai: Importer = {
  name: 'OpenAI JSON, JSONL',
  meaningless: IGNORED_FIELDS,
  matches: (first) => isMessage(first) || (isShape(first) && shapes(first.messages).some(isMessage)),
  read: wholeFile(convert),
};

function convert(values: ImportedValue[], context: ImportContext): ImportedConversation[] {
  const unwrapped = values.filter(({ value }) => isMessage(value)).map(({ value }) => value);
  const found = unwrapped.length > 0 ? conversationsIn({ messages: unwrapped }, () => {}) : [];
  for (const { value, at } of values) {
    if (isMessage(value)) continue;
    if (isShape(value) && shapes(value.messages).some(isMessage))
      found.push(...conversationsIn(value, (title) => context.skip(at, 'empty', title)));
    else context.skip(at, 'incomplete');
  }
  return found;
}

/** Some programs write the messages of all conversations into one list. */
function conversationsIn(raw: Shape, onEmpty: (title: string) => void): ImportedConversation[] {
  const said = shapes(raw.messages).filter(isMessage);
  const home = HOMES.find((name) => said.every((message) => text(message[name]) !== ''));
  const groups = home === undefined ? null : Map.groupBy(said, (message) => text(message[home]));
  if (!groups || groups.size < 2) return [conversation(raw)];
  const heads = HEADS.flatMap((name) => shapes(raw[name]));
  const idsOf = (head: Shape) => [homeOf(head), text(head.id), text(head['_id'])].filter((id) => id !== '');
  const byId = new Map(heads.flatMap((head) => idsOf(head).map((id) => [id, head] as const)));
  for (const head of heads)
    if (!idsOf(head).some((id) => groups.has(id))) onEmpty(firstText(head.title, head.name).slice(0, 100));
  const around = without(raw, 'messages', ...HEADS);
  return [...groups].map(([id, messages], index) =>
    conversation({
      // What is said of all of them is named once.
      ...(index === 0 && around),
      ...without({ ...byId.get(id) }, 'messages', ...HOMES, 'id', '_id'),
      id,
      messages: byTime(messages),
    }),
  );
}

/** Lists of several conversations may have any order. */
function byTime(messages: readonly Shape[]): readonly Shape[] {
  const times = new Map(messages.map((message) => [message, timeOf(message)]));
  if ([...times.values()].includes(null)) return messages;
  return messages.toSorted((a, b) => (times.get(a) ?? 0) - (times.get(b) ?? 0));
}

const timeOf = ({ created_at, timestamp, createdAt }: Shape): number | null =>
  time(created_at) ?? time(timestamp) ?? time(createdAt);

function conversation(raw: Shape): ImportedConversation {
  const fields = createFieldTracker();
  const one = fields.watch('conversation', raw);
  const said = shapes(one.messages).filter(isMessage);
  const system = said.filter(({ role }) => role === 'system' || role === 'developer');
  const dialog = said.filter((message) => !system.includes(message));
  const title = firstText(one.title, one.name);
  return {
    source: 'openai',
    id: firstText(one.id, one.conversation_id) || digest(canonicalJson(said)),
    fields,
    title: title || firstLineOf(dialog),
    createdAt: time(one.created_at) ?? time(one.create_time) ?? time(one.createdAt),
    updatedAt: time(one.updated_at) ?? time(one.updatedAt),
    pinned: one.pinned === true,
    system: system.map(({ content }) => resultText(content)).join('\n\n'),
    messages: dialog.map((raw, index) => {
      const message = messageOf(fields.watch('message', raw), index, text(one.model));
      // Earlier versions didn't read this time.
      const isNewTime = time(raw.created_at) === null && time(raw.timestamp) === null && message.createdAt !== null;
      return isNewTime ? { ...message, earlier: message.parts } : message;
    }),
  };
}

/** The user's first message as a title. */
function firstLineOf(messages: readonly Shape[]): string {
  const first = messages.find(({ role }) => role === 'user');
  const head = first ? resultText(first.content).trim() : '';
  return head.split('\n')[0]?.slice(0, 80) ?? '';
}

function messageOf(message: Shape, index: number, model: string): ImportedMessage {
  const place = {
    id: String(index + 1),
    parentId: index === 0 ? null : String(index),
    createdAt: timeOf(message),
  };
  const role = text(message.role);
  if (role === 'tool' || role === 'function') {
    const callId = firstText(message.tool_call_id, message.name);
    return { ...place, role: 'tool', parts: toolResult({ callId }, message.content) };
  }
  if (role === 'user') return { ...place, role: 'user', parts: openaiParts('openai', message.content) };
  const thought = firstText(message.reasoning_content, message.reasoning);
  const old = isShape(message.function_call)
    ? [{ id: text(shape(message.function_call).name), ...message.function_call }]
    : [];
  const origin = importedOrigin('openai', firstText(message.model, model));
  return {
    ...place,
    role: 'assistant',
    parts: [
      ...(thought === '' ? [] : [{ type: 'thinking' as const, text: thought }]),
      ...openaiParts('openai', message.content),
      ...(text(message.refusal) ? [{ type: 'refusal' as const, text: text(message.refusal) }] : []),
      ...openaiCalls(message.tool_calls),
      ...openaiCalls(old),
    ],
    ...(origin && { origin }),
  };
}
