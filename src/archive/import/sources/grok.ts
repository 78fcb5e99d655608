import { createFieldTracker, names, fieldsOf, type Fields, type IgnoredFields } from '../base/fields.ts';
import {
  givenName,
  type ImportedConversation,
  type ImportedMessage,
  type ImportedPart,
  textPart,
} from '../base/imported.ts';
import { eachValue, type ImportContext, type Importer } from '../base/importer.ts';
import { linkOf, sourceList } from '../base/links.ts';
import { firstText, isShape, list, shape, shapes, text, textOrNull, time, type Shape } from '../base/shape.ts';

const IGNORED_FIELDS: IgnoredFields = {
  conversation: names(
    'user_id anon_user_id system_prompt_name temporary leaf_response_id x_user_id controller modify_time',
    'create_time media_types asset_ids workspaces task_result_id team_id shared_with_team',
  ),
  message: [
    ...names(
      'conversation_id create_time manual partial shared query_type request_metadata metadata system_prompt_name',
      'thinking_start_time thinking_end_time ui_layout mode_used query sender is_control xpost_ids',
      'parent_response_id',
    ),
    // Pages that an answer doesn't cite aren't its sources.
    ...fieldsOf('web_search_results[]', 'title url'),
    ...['cited_web_search_results[]', 'web_search_results[]'].flatMap((results) =>
      fieldsOf(results, 'citation_id favicon image site_name metadata_title search_engine_text cite_index'),
    ),
    ...fieldsOf('file_attachments[]', 'file_mime_type fileMimeType file_size fileUri created_at'),
  ],
};

/** xAI's data export, `prod-grok-backend.json`: one object with every conversation, each with its responses. */
export const grok: Importer = {
  name: 'Grok',
  meaningless: IGNORED_FIELDS,
  matches: (first) => isShape(first) && shapes(first.conversations).some(isGrok),
  read: eachValue((value, context, at) =>
    shapes(shape(value).conversations).flatMap((one) => conversation(one, context, at)),
  ),
};

const isGrok = (one: Shape): boolean => isShape(one.conversation) && Array.isArray(one.responses);

function conversation(one: Shape, context: ImportContext, at: number): ImportedConversation[] {
  const fields = createFieldTracker();
  const head = fields.watch('conversation', one.conversation);
  const id = firstText(head.id, head.conversation_id);
  if (id === '') {
    context.skip(at, 'incomplete', text(head.title));
    return [];
  }
  const rows = shapes(one.responses).map((row) => fields.watch('message', row.response ?? row));
  const ids = new Set(rows.flatMap((row) => idOf(row) || []));
  // Without parents, it's a list.
  const isTree = rows.some((row) => ids.has(text(row.parent_response_id)));
  let before: string | null = null;
  const messages = rows.map((row, index) => {
    const own = idOf(row) || String(index + 1);
    const parent = text(row.parent_response_id);
    const made = messageOf(own, isTree ? (ids.has(parent) ? parent : null) : before, row, context);
    before = own;
    return made;
  });
  return [
    {
      source: 'grok',
      id,
      fields,
      title: text(head.title),
      createdAt: timeOf(head.create_time),
      updatedAt: timeOf(head.modify_time),
      pinned: head.starred === true,
      system: systemOf(head, fields),
      leafId: textOrNull(head.leaf_response_id),
      messages,
    },
  ];
}

function systemOf(head: Shape, fields: Fields): string {
  if (text(head.summary) !== '') fields.lost('conversation', 'summary');
  return text(head.system_prompt);
}

/** An id, or in the form of a database: `{"$oid":"…"}`. */
const idOf = (row: Shape): string => firstText(row['_id'], shape(row['_id']).$oid);

/** In the form of a database: `{"$date":{"$numberLong":"1705312200000"}}`. */
function timeOf(value: unknown): number | null {
  const date = shape(value).$date ?? value;
  return time(shape(date).$numberLong ?? date);
}

function messageOf(id: string, parentId: string | null, row: Shape, context: ImportContext): ImportedMessage {
  const isUser = /^(human|user)$/i.test(text(row.sender));
  const thought = text(row.thinking_trace);
  const cited = shapes(row.cited_web_search_results);
  const found = shapes(row.web_search_results);
  const pages = cited.length > 0 ? cited : found;
  const parts: ImportedPart[] = [
    ...(thought === '' ? [] : [{ type: 'thinking' as const, text: thought }]),
    ...textPart(withoutTags(text(row.message))),
    ...sourceList(pages.map(({ title, url }) => linkOf(title, url))),
    ...list(row.file_attachments).map((file): ImportedPart => {
      const { file_name, fileName, id: fileId } = shape(file);
      const named = givenName(firstText(file, file_name, fileName), fileId);
      return { type: 'attachment', ...named, content: context.find(named.name) };
    }),
  ];
  const model = text(row.model);
  const error = text(row.error);
  return {
    id,
    parentId,
    role: isUser ? 'user' : 'assistant',
    parts,
    createdAt: timeOf(row.create_time),
    hollow: parts.length === 0 && error === '',
    ...(error !== '' && { error }),
    ...(!isUser && model !== '' && { origin: { vendor: 'xai' as const, model, endpoint: 'import:grok' } }),
  };
}

/** Tags where the page renders a citation or a card. */
function withoutTags(said: string): string {
  return said
    .replaceAll(/<grok:render\b[\s\S]*?<\/grok:render>/g, '')
    .replaceAll(/<xaiArtifact\b[^>]*>|<\/xaiArtifact>/g, '');
}
