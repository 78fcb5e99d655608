import { createFieldTracker, names, fieldsOf, type IgnoredFields } from '../base/fields.ts';
import {
  givenName,
  type ImportedConversation,
  type ImportedMessage,
  type ImportedPart,
  rawPart,
  textPart,
} from '../base/imported.ts';
import { eachValue, type ImportContext, type Importer } from '../base/importer.ts';
import { linkOf, sourceList } from '../base/links.ts';
import { firstText, isShape, shape, shapes, text, textOrNull, time, type Shape } from '../base/shape.ts';

const IGNORED_FIELDS: IgnoredFields = {
  conversation: names('id updated_at inserted_at title_type version current_message_id'),
  message: [
    ...names(
      'id children inserted_at model status thinking_enabled search_enabled search_status',
      'accumulated_token_usage ban_edit ban_regenerate thinking_elapsed_secs role message_id parent_id',
    ),
    ...fieldsOf('fragments[]', 'id'),
    ...fieldsOf('fragments[].results[]', 'cite_index site_name site_icon is_hidden query_indexes'),
    ...fieldsOf('search_results[]', 'cite_index site_name site_icon is_hidden query_indexes'),
    ...fieldsOf(
      'files[]',
      'status file_size token_usage previewable inserted_at updated_at signed_path error_code from_share',
    ),
  ],
};

/** DeepSeek's data export: a tree like ChatGPT's. Each message consists of fragments of four kinds. */
export const deepseek: Importer = {
  name: 'DeepSeek',
  meaningless: IGNORED_FIELDS,
  matches: (first) =>
    isShape(first) && isShape(first.mapping) && ('inserted_at' in first || hasFragments(first.mapping)),
  read: eachValue(convert),
};

function hasFragments(mapping: Shape): boolean {
  return Object.values(mapping).some((node) => Array.isArray(shape(shape(node).message).fragments));
}

function convert(value: unknown, context: ImportContext): ImportedConversation | null {
  const fields = createFieldTracker();
  const one = fields.watch('conversation', value);
  const id = text(one.id);
  if (!isShape(one.mapping) || id === '') return null;
  const messages = Object.entries(one.mapping).map(([nodeId, node]): ImportedMessage => {
    const { message, ...outer } = shape(node);
    const place = { id: nodeId, parentId: textOrNull(fields.watch('message', outer).parent) };
    if (!isShape(message)) return { ...place, role: 'user', parts: [], hollow: true };
    return { ...place, ...messageOf(fields.watch('message', message), context) };
  });
  return {
    source: 'deepseek',
    id,
    fields,
    title: text(one.title),
    createdAt: time(one.inserted_at),
    updatedAt: time(one.updated_at),
    pinned: one.pinned === true,
    leafId: textOrNull(one.current_message_id),
    messages,
  };
}

function messageOf(said: Shape, context: ImportContext): Omit<ImportedMessage, 'id' | 'parentId'> {
  const fragments = shapes(said.fragments);
  const files = shapes(said.files).map((file): ImportedPart => {
    const named = givenName(firstText(file.file_name, file.name), file.id);
    const content = text(file.content);
    return {
      type: 'attachment',
      ...named,
      content: content === '' ? context.find(named.name) : new TextEncoder().encode(content),
    };
  });
  const isUser = fragments.some(({ type }) => type === 'REQUEST') || text(said.role).toLowerCase() === 'user';
  // Exports of 2025 have no fragments.
  const thought = text(said.reasoning_content);
  const parts = [
    ...(thought === '' ? [] : [{ type: 'thinking' as const, text: thought }]),
    ...(fragments.length === 0 ? textPart(text(said.content)) : fragments.flatMap(fragmentParts)),
    ...sourceList(shapes(said.search_results).map(({ title, url }) => linkOf(title, url))),
    ...files,
  ];
  const made = { parts, createdAt: time(said.inserted_at), hollow: parts.length === 0 };
  if (isUser) return { ...made, role: 'user' };
  const model = text(said.model);
  return {
    ...made,
    role: 'assistant',
    ...(model !== '' && { origin: { vendor: 'deepseek', model, endpoint: 'import:deepseek' } }),
  };
}

function fragmentParts(fragment: Shape): ImportedPart[] {
  const said = text(fragment.content);
  switch (text(fragment.type)) {
    case 'REQUEST':
    case 'RESPONSE':
      return textPart(said);
    case 'THINK':
      return said === '' ? [] : [{ type: 'thinking', text: said }];
    case 'SEARCH':
      return sourceList(shapes(fragment.results).map(({ title, url }) => linkOf(title, url)));
    default:
      return rawPart('deepseek', text(fragment.type), fragment);
  }
}
