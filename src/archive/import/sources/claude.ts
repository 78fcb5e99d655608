import { anthropicParts } from '../base/blocks.ts';
import { createFieldTracker, names, fieldsOf, type Fields, type IgnoredFields } from '../base/fields.ts';
import {
  givenName,
  type ImportedConversation,
  type ImportedMessage,
  type ImportedPart,
  textPart,
} from '../base/imported.ts';
import { eachValue, type ImportContext, type Importer } from '../base/importer.ts';
import { firstText, isShape, shape, shapes, text, textOrNull, time, type Shape } from '../base/shape.ts';
import { claudeBlock } from './claude-blocks.ts';

const IGNORED_FIELDS: IgnoredFields = {
  conversation: names('account settings platform session_id is_temporary organization_uuid current_leaf_message_uuid'),
  message: [
    ...names('updated_at index text stop_reason truncated files_v2 child_message_uuids'),
    // `message` and `display_content` are how the page shows a call.
    ...fieldsOf(
      'content[]',
      'start_timestamp stop_timestamp flags cut_off truncated alternative_display_type message display_content',
      'integration_icon_url icon_name approval_options approval_key is_mcp_app cache_control',
    ),
    ...fieldsOf('content[].citations[]', 'uuid start_index details.type'),
    ...fieldsOf('content[].content[]', 'type uuid is_missing is_citable metadata prompt_context_metadata'),
    ...fieldsOf('attachments[]', 'id file_size file_type created_at'),
    ...fieldsOf(
      'files[]',
      'file_uuid file_kind created_at thumbnail_url preview_url success thumbnail_asset preview_asset path size_bytes',
    ),
  ],
};

/**
 * Claude.ai's data export: `conversations.json`, or one conversation per line, with `projects.json` next to it or, since
 * 2026, a file for each project in `projects/`.
 */
export const claude: Importer = {
  name: 'Claude.ai',
  meaningless: IGNORED_FIELDS,
  matches: (first) => isShape(first) && Array.isArray(first.chat_messages) && !('mapping' in first),
  read: eachValue(convert),
  beside: {
    named: /project/i,
    matches: (first) => isShape(first) && 'uuid' in first && ('docs' in first || 'prompt_template' in first),
    // The starter project that every account has doesn't count.
    idOf: ({ uuid, is_starter_project }) => (is_starter_project === true ? '' : text(uuid)),
    nameOf: ({ name }) => text(name),
  },
};

function convert(value: unknown, context: ImportContext): ImportedConversation | null {
  const fields = createFieldTracker();
  const one = fields.watch('conversation', value);
  if (text(one.uuid) === '' || !Array.isArray(one.chat_messages)) return null;
  const project = projectOf(one, context, fields);
  const around: Around = { model: text(one.model), context };
  const said = shapes(one.chat_messages).map((message) => fields.watch('message', message));
  const ids = new Set(said.flatMap(({ uuid }) => textOrNull(uuid) ?? []));
  // Older exports have no parents: they are lists.
  const isTree = said.some((message) => ids.has(text(message.parent_message_uuid)));
  const listed = isTree ? said : said.toSorted((a, b) => place(a) - place(b));
  const messages: ImportedMessage[] = [];
  let before: string | null = null;
  for (const [index, said] of listed.entries()) {
    const id = firstText(said.uuid, index + 1);
    const parent = text(said.parent_message_uuid);
    messages.push(messageOf(id, isTree ? (ids.has(parent) ? parent : null) : before, said, around));
    before = id;
  }
  if (text(one.summary) !== '') fields.lost('conversation', 'summary');
  return {
    source: 'claude',
    id: text(one.uuid),
    fields,
    title: text(one.name),
    createdAt: time(one.created_at),
    updatedAt: time(one.updated_at),
    pinned: one.is_starred === true,
    leafId: textOrNull(one.current_leaf_message_uuid),
    ...(project && { folder: { id: project.id, name: project.name }, system: project.instructions }),
    messages: project ? withFirst(messages, project.documents) : messages,
  };
}

interface Project {
  id: string;
  name: string;
  instructions: string;
  documents: ImportedPart[];
}

/** The instructions that a project adds to each of its conversations. */
function projectOf(one: Shape, context: ImportContext, fields: Fields): Project | null {
  const inside = shape(one.project);
  const id = firstText(one.project_uuid, inside.uuid);
  if (id === '') return null;
  const project = context.beside(id) ?? {};
  if (text(project.description) !== '') fields.lost('conversation', 'project.description');
  return {
    id,
    name: firstText(project.name, inside.name),
    instructions: text(project.prompt_template),
    documents: shapes(project.docs).map(({ filename, content }) => ({
      type: 'attachment',
      name: firstText(filename, 'document'),
      mime: 'text/plain',
      content: text(content) === '' ? null : new TextEncoder().encode(text(content)),
    })),
  };
}

/** Documents of a project apply to all of its conversations, so they go into the first message of each. */
function withFirst(messages: readonly ImportedMessage[], documents: readonly ImportedPart[]): ImportedMessage[] {
  const first = documents.length === 0 ? -1 : messages.findIndex(({ role, hollow }) => role === 'user' && !hollow);
  return messages.map((message, index) =>
    index === first
      ? { ...message, parts: [...documents, ...message.parts], earlier: message.earlier ?? message.parts }
      : message,
  );
}

const place = ({ index, created_at }: Shape): number =>
  typeof index === 'number' && Number.isFinite(index) ? index : (time(created_at) ?? 0);

interface Around {
  /** The conversation's model, for messages that don't name one. */
  model: string;
  context: ImportContext;
}

function messageOf(id: string, parentId: string | null, message: Shape, { model, context }: Around): ImportedMessage {
  const blocks = anthropicParts('claude', message.content, claudeBlock);
  const files = filesOf(message, context);
  const parts = [...(blocks.length > 0 ? blocks : textPart(text(message.text))), ...files];
  const was = anthropicParts('claude', message.content);
  const read = {
    parts,
    hollow: parts.length === 0,
    ...(JSON.stringify(was) !== JSON.stringify(blocks) && { earlier: [...was, ...files] }),
  };
  const made = { id, parentId, createdAt: time(message.created_at), ...read };
  if (text(message.sender) !== 'assistant') return { ...made, role: 'user' };
  return {
    ...made,
    role: 'assistant',
    stop: stopOf(message),
    origin: { vendor: 'anthropic', model: firstText(message.model, model, 'claude'), endpoint: 'import:claude' },
  };
}

function stopOf({ stop_reason, truncated }: Shape): NonNullable<ImportedMessage['stop']> {
  if (truncated === true || stop_reason === 'max_tokens') return 'length';
  return stop_reason === 'user_canceled' ? 'aborted' : 'end';
}

/** The export contains the text of attachments, but not the bytes of files. */
function filesOf(message: Shape, context: ImportContext): ImportedPart[] {
  const attached = shapes(message.attachments).map((file): ImportedPart => {
    const extracted = text(file.extracted_content);
    return {
      type: 'attachment',
      ...givenName(file.file_name, 'attachment'),
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
      ...givenName(file.file_name, 'file'),
      content: context.find(text(file.file_name)),
    })),
  ];
}
