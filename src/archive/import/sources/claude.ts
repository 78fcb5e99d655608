import { anthropicParts } from '../blocks.ts';
import { textPart, type ImportedConversation, type ImportedMessage, type ImportedPart } from '../imported.ts';
import { eachValue, type ImportContext, type Importer } from '../importer.ts';
import { count, firstText, isShape, shape, shapes, text, textOrNull, time, type Shape } from '../shape.ts';

/** Claude.ai's data export: `conversations.json`, or one conversation a line. */
export const claude: Importer = {
  source: 'claude',
  matches: (first) => isShape(first) && Array.isArray(first.chat_messages) && !('mapping' in first),
  read: eachValue(convert),
};

function convert(value: unknown, context: ImportContext): ImportedConversation | null {
  const one = shape(value);
  if (text(one.uuid) === '' || !Array.isArray(one.chat_messages)) return null;
  const model = text(one.model);
  const said = shapes(one.chat_messages);
  const ids = new Set(said.map(({ uuid }) => text(uuid)));
  // Older exports have no parents: they are lists.
  const isTree = said.some((message) => ids.has(text(message.parent_message_uuid)));
  const listed = isTree ? said : said.toSorted((a, b) => place(a) - place(b));
  const messages: ImportedMessage[] = [];
  let before: string | null = null;
  for (const [index, said] of listed.entries()) {
    const id = firstText(said.uuid, index + 1);
    const parent = text(said.parent_message_uuid);
    messages.push(messageOf(id, isTree ? (ids.has(parent) ? parent : null) : before, said, model, context));
    before = id;
  }
  return {
    source: 'claude',
    id: text(one.uuid),
    title: text(one.name),
    createdAt: time(one.created_at),
    updatedAt: time(one.updated_at),
    pinned: one.is_starred === true,
    leafId: textOrNull(one.current_leaf_message_uuid),
    messages,
  };
}

const place = (message: Shape): number => count(message.index) || (time(message.created_at) ?? 0);

function messageOf(
  id: string,
  parentId: string | null,
  message: Shape,
  model: string,
  context: ImportContext,
): ImportedMessage {
  const blocks = anthropicParts('claude', message.content);
  const parts = [...(blocks.length > 0 ? blocks : textPart(text(message.text))), ...filesOf(message, context)];
  const place = { id, parentId, parts, createdAt: time(message.created_at), hollow: parts.length === 0 };
  if (text(message.sender) !== 'assistant') return { ...place, role: 'user' };
  return {
    ...place,
    role: 'assistant',
    stop: stopOf(message),
    origin: { vendor: 'anthropic', model: firstText(message.model, model, 'claude'), endpoint: 'import:claude' },
  };
}

function stopOf({ stop_reason, truncated }: Shape): NonNullable<ImportedMessage['stop']> {
  if (truncated === true || stop_reason === 'max_tokens') return 'length';
  return stop_reason === 'user_canceled' ? 'aborted' : 'end';
}

/** Texts of attachments are in the export, bytes of files are not. */
function filesOf(message: Shape, context: ImportContext): ImportedPart[] {
  const attached = shapes(message.attachments).map((file): ImportedPart => {
    const extracted = text(file.extracted_content);
    const name = firstText(file.file_name, 'attachment');
    return {
      type: 'attachment',
      name,
      mime: 'text/plain',
      content: extracted === '' ? null : new TextEncoder().encode(extracted),
    };
  });
  const names = new Set(shapes(message.attachments).map((file) => text(file.file_name)));
  const files = shapes(message.files).filter((file) => !names.has(text(file.file_name)));
  if (files.length > 0) context.note('files-elsewhere');
  return [
    ...attached,
    ...files.map((file): ImportedPart => ({
      type: 'attachment',
      name: firstText(file.file_name, 'file'),
      content: context.find(text(file.file_name)),
    })),
  ];
}
