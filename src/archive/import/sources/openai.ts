import { canonicalJson } from '#core/canonical-json.ts';
import { digest } from '#core/hash.ts';
import { openaiCalls, openaiParts, resultText, toolResult } from '../base/blocks.ts';
import { createFieldTracker, names, fieldsOf, type IgnoredFields } from '../base/fields.ts';
import { importedOrigin, type ImportedConversation, type ImportedMessage } from '../base/imported.ts';
import { wholeFile, type ImportContext, type ImportedValue, type Importer } from '../base/importer.ts';
import { firstText, isShape, shape, shapes, text, time, type Shape } from '../base/shape.ts';

const ROLES = new Set(['system', 'developer', 'user', 'assistant', 'tool', 'function']);

const isMessage = (value: unknown): value is Shape =>
  isShape(value) && ROLES.has(text(value.role)) && ('content' in value || 'tool_calls' in value);

const IGNORED_FIELDS: IgnoredFields = {
  conversation: [
    ...names('object created_at create_time updated_at model title name id conversation_id'),
    ...fieldsOf('messages[]', 'id object status name created_at timestamp type role'),
    ...fieldsOf('messages[].content[]', 'type cache_control'),
  ],
  message: [
    ...names('id object status name created_at timestamp type role reasoning_content reasoning'),
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
  const found: ImportedConversation[] = unwrapped.length > 0 ? [conversation({ messages: unwrapped })] : [];
  for (const { value, at } of values) {
    if (isMessage(value)) continue;
    if (isShape(value) && shapes(value.messages).some(isMessage)) found.push(conversation(value));
    else context.skip(at, 'incomplete');
  }
  return found;
}

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
    createdAt: time(one.created_at) ?? time(one.create_time),
    updatedAt: time(one.updated_at),
    system: system.map(({ content }) => resultText(content)).join('\n\n'),
    messages: dialog.map((message, index) => messageOf(fields.watch('message', message), index, text(one.model))),
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
    createdAt: time(message.created_at) ?? time(message.timestamp),
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
