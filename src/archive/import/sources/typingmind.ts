import { openaiCalls, openaiParts } from '../base/blocks.ts';
import { createFieldTracker, names, fieldsOf, type IgnoredFields } from '../base/fields.ts';
import {
  importedOrigin,
  type ImportedConversation,
  type ImportedFolder,
  type ImportedMessage,
} from '../base/imported.ts';
import { eachValue, type ImportContext, type Importer } from '../base/importer.ts';
import { count, firstText, isShape, list, shape, shapes, text, time, type Shape } from '../base/shape.ts';

const IGNORED_FIELDS: IgnoredFields = {
  conversation: [
    ...names(
      'id chatID createdAt updatedAt syncedAt model modelInfo messages tokenUsage preview selectedMultimodelIDs',
      'chatParams linkedPlugins',
    ),
    ...fieldsOf('tags[]', 'id color createdAt updatedAt'),
  ],
  message: [
    ...names('uuid createdAt usage type titles refusal keywords modelInfo model finish role'),
    ...fieldsOf('content[]', 'id cache_control image_url.detail'),
    ...fieldsOf('tool_calls[]', 'type index'),
  ],
};

/** `data` with `chats`; a message's content is a string or blocks. */
export const typingmind: Importer = {
  name: 'TypingMind',
  meaningless: IGNORED_FIELDS,
  matches: (first) =>
    isShape(first) && shapes(shape(first.data).chats).some((chat) => 'chatTitle' in chat || 'chatID' in chat),
  read: eachValue(convert),
};

function convert(value: unknown, context: ImportContext, at: number): ImportedConversation[] {
  const { chats, folders } = shape(shape(value).data);
  const named = new Map(shapes(folders).map((folder) => [text(folder.id), folder]));
  return shapes(chats).flatMap((chat) => {
    const made = conversation(chat, named);
    if (!made) context.skip(at, 'incomplete', text(chat.chatTitle));
    return made ?? [];
  });
}

function conversation(raw: Shape, folders: ReadonlyMap<string, Shape>): ImportedConversation | null {
  const fields = createFieldTracker();
  const chat = fields.watch('conversation', raw);
  const id = firstText(chat.id, chat.chatID);
  if (id === '') return null;
  const said = shapes(chat.messages).map((message) => fields.watch('message', message));
  const system = said.filter(({ role }) => role === 'system');
  let before: string | null = null;
  const messages = said
    .filter((message) => !system.includes(message))
    .map((message, index) => {
      const own = firstText(message.uuid, index + 1);
      const made = messageOf(own, before, message, text(chat.model));
      before = own;
      return made;
    });
  return {
    source: 'typingmind',
    id,
    fields,
    title: text(chat.chatTitle),
    createdAt: time(chat.createdAt),
    updatedAt: time(chat.updatedAt),
    pinned: firstText(chat.pinnedAt) !== '' || chat.pinned === true,
    tags: list(chat.tags).map((tag) => firstText(tag, shape(tag).name)),
    folder: folderOf(text(chat.folderID), folders),
    system: system
      .flatMap(({ content }) => openaiParts('typingmind', content))
      .flatMap((part) => (part.type === 'text' ? [part.text] : []))
      .join('\n\n'),
    messages,
    leafId: before,
  };
}

function folderOf(id: string, folders: ReadonlyMap<string, Shape>): ImportedFolder | null {
  const folder = folders.get(id);
  return folder ? { id, name: firstText(folder.title, folder.name) } : null;
}

function messageOf(id: string, parentId: string | null, message: Shape, fallbackModel: string): ImportedMessage {
  const role = text(message.role);
  const parts = [...openaiParts('typingmind', message.content), ...openaiCalls(message.tool_calls)];
  const made = { id, parentId, createdAt: time(message.createdAt), hollow: parts.length === 0 };
  if (role === 'tool')
    return {
      ...made,
      role: 'tool',
      parts: [
        {
          type: 'tool_result',
          callId: text(message.tool_call_id),
          text: parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n\n'),
        },
        ...parts.flatMap((part) => (part.type === 'attachment' ? [{ ...part, ofResult: true as const }] : [])),
      ],
      hollow: false,
    };
  if (role === 'user') return { ...made, role: 'user', parts };
  const usage = shape(message.usage);
  const origin = importedOrigin('typingmind', firstText(message.model, fallbackModel));
  return {
    ...made,
    role: 'assistant',
    parts,
    ...(origin && { origin }),
    ...(isShape(message.usage) && {
      usage: {
        input: count(usage.prompt_tokens) || count(usage.promptTokens),
        output: count(usage.completion_tokens) || count(usage.completionTokens),
      },
    }),
  };
}
