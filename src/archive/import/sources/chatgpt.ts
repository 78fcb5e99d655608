import { createFieldTracker, names, fieldsOf, type Fields, type IgnoredFields } from '../base/fields.ts';
import {
  givenName,
  type ImportedConversation,
  type ImportedFolder,
  type ImportedMessage,
  type ImportedPart,
  rawPart,
  textPart,
} from '../base/imported.ts';
import { eachValue, type ImportContext, type Importer } from '../base/importer.ts';
import { fenced, sourceList, titled } from '../base/links.ts';
import { firstText, isShape, list, shape, shapes, text, textOrNull, time, type Shape } from '../base/shape.ts';
import { parseJson } from '../../parse-json.ts';
import { cite, citeByIndex, withoutMarks } from './chatgpt-citations.ts';

/** About the service and its pages: moderation, A/B tests, rendering. */
const IGNORED_FIELDS: IgnoredFields = {
  conversation: names(
    'id moderation_results plugin_ids conversation_template_id gizmo_type safe_urls blocked_urls conversation_origin',
    'async_status disabled_tool_ids is_do_not_remember memory_scope owner sugar_item_id sugar_item_visible voice',
    'is_read_only context_scopes workspace_id atlas_mode_enabled is_study_mode default_model_slug conversation_id',
    'update_time create_time',
  ),
  message: [
    ...names('id children status end_turn weight channel update_time recipient'),
    ...fieldsOf('author', 'metadata'),
    ...fieldsOf('content', 'response_format_name language source_analysis_msg_id content_type'),
    ...fieldsOf(
      'metadata',
      'request_id message_source timestamp_ message_type parent_id turn_exchange_id is_complete default_model_slug pad',
      'message_locale serialization_metadata command classifier_response rebase_system_message system_hints can_save',
      'rebase_developer_message reasoning_status skip_reasoning_title finished_duration_sec resolved_model_slug',
      'model_adjustments sonic_classification_result exclusive_key is_redacted search_turns_count search_source',
      'client_reported_search_source safe_urls initial_text thinking_effort is_visually_hidden_from_conversation',
      'gizmo_id selected_sources selected_github_repos voice_mode_message dictation summarization_headline',
      'request_source is_user_system_message model_slug canvas',
    ),
    ...fieldsOf('metadata.finish_details', 'stop_tokens stop'),
    ...fieldsOf(
      'metadata.aggregate_result',
      'status run_id start_time update_time end_time code jupyter_messages final_expression_output',
      'in_kernel_exception system_exception timeout_triggered',
    ),
    // The output of a cell is the text of its message.
    ...fieldsOf(
      'metadata.aggregate_result.messages[]',
      'width height time sender image_payload timeout_triggered stream_name text',
    ),
    ...fieldsOf(
      'metadata.attachments[]',
      'name size width height mime_type fileTokenSize file_token_size fileSizeTokens source is_big_paste',
      'library_file_id mimeType',
    ),
    ...fieldsOf(
      'metadata.citations[]',
      'citation_format_type invalid_reason metadata.type metadata.url metadata.title',
    ),
    ...fieldsOf(
      'metadata.content_references[]',
      'refs prompt_text safe_urls invalid attributable_index attributions fallback_items status error style has_images',
      'type name alt id source hue title attribution start_idx end_idx',
    ),
    ...fieldsOf(
      'metadata.content_references[].items[]',
      'refs hue attributions attribution_segments title thumbnail thumbnail_url',
    ),
    ...fieldsOf(
      'metadata.content_references[].items[].supporting_websites[]',
      'refs hue attributions attribution_segments title',
    ),
    ...fieldsOf('metadata.content_references[].sources[]', 'attribution refs'),
    ...fieldsOf(
      'content.parts[]',
      'content_type size_bytes width height fovea format expiry_datetime direction decoding_id tool_audio_direction',
    ),
    ...fieldsOf(
      'content.parts[].metadata',
      'gizmo generation sanitized container_pixel_height container_pixel_width emu_omit_glimpse_image',
      'emu_patches_override asset_pointer_link watermarked_asset_pointer is_no_auth_placeholder start_timestamp',
      'end_timestamp start end pretokenized_vq interruptions original_audio_source lpe_keep_patch_ijhw',
      'lpe_delta_encoding_channel dalle.gen_id dalle.seed dalle.parent_gen_id dalle.edit_op',
    ),
    ...fieldsOf('content.thoughts[]', 'chunks finished'),
  ],
};

/** OpenAI's data export: `conversations.json`, or shards of about a hundred conversations (since 2026). */
export const chatgpt: Importer = {
  name: 'ChatGPT',
  meaningless: IGNORED_FIELDS,
  matches: (first) =>
    isShape(first) && (isShape(first.mapping) || ('conversation_id' in first && 'current_node' in first)),
  read: eachValue(convert),
};

function convert(value: unknown, context: ImportContext): ImportedConversation | null {
  const fields = createFieldTracker();
  const one = fields.watch('conversation', value);
  const id = firstText(one.conversation_id, one.id);
  if (!isShape(one.mapping) || id === '') return null;
  return {
    source: 'chatgpt',
    id,
    fields,
    title: text(one.title),
    createdAt: time(one.create_time),
    updatedAt: time(one.update_time),
    pinned: one.is_starred === true || time(one.pinned_time) !== null,
    archived: one.is_archived === true,
    folder: projectOf(one, fields),
    leafId: textOrNull(one.current_node),
    messages: Object.entries(one.mapping).map(([nodeId, node]) =>
      message(nodeId, shape(node), fields, {
        model: text(one.default_model_slug),
        context,
      }),
    ),
  };
}

/** Reads ids of projects. Any other id belongs to the GPT of the conversation. The export doesn't contain names. */
function projectOf(conversation: Shape, fields: Fields): ImportedFolder | null {
  const id = text(conversation.gizmo_id);
  if (id.startsWith('g-p-')) return { id, name: '' };
  if (id !== '') fields.lost('conversation', 'gizmo_id');
  return null;
}

interface Around {
  /** The conversation's model, for messages that don't name one. */
  model: string;
  context: ImportContext;
}

function message(id: string, node: Shape, fields: Fields, { model, context }: Around): ImportedMessage {
  const { message: inner, ...outer } = node;
  const place = { id, parentId: textOrNull(fields.watch('message', outer).parent) };
  if (!isShape(inner)) return { ...place, role: 'user', parts: [], hollow: true };
  const said = fields.watch('message', inner);
  const about = shape(said.metadata);
  const content = shape(said.content);
  const role = text(shape(said.author).role);
  const createdAt = time(said.create_time);
  const hidden =
    said.weight === 0 ||
    about.is_visually_hidden_from_conversation === true ||
    role === 'system' ||
    content.content_type === 'user_editable_context';
  if (hidden) return { ...place, createdAt, role: 'user', parts: [], hollow: true };
  const read = (cited: Citing) => partsOf(content, about, { context, cited });
  const all = role === 'user' ? read(asTyped) : read(withLinks);
  const made = { ...place, createdAt, ...earlierThan(all, () => (role === 'user' ? all : read(asBefore)), role) };
  const recipient = text(said.recipient);
  if (role === 'tool') {
    const result = all.flatMap((part) => (part.type === 'text' ? [part.text] : []));
    const name = text(shape(said.author).name);
    return {
      ...made,
      role: 'tool',
      parts: [
        { type: 'tool_result', callId: place.parentId ?? id, ...(name && { name }), text: result.join('\n\n') },
        ...all.filter(({ type }) => type !== 'text'),
      ],
    };
  }
  if (role !== 'assistant') return { ...made, role: 'user', parts: all, hollow: all.length === 0 };
  const named = firstText(about.model_slug, model);
  const origin = named !== '' && { origin: { vendor: 'openai' as const, model: named, endpoint: 'import:chatgpt' } };
  if (recipient !== '' && recipient !== 'all')
    return { ...made, role: 'assistant', stop: 'tool', ...origin, ...called(id, recipient, all) };
  const stop = shape(about.finish_details).type === 'max_tokens' ? 'length' : 'end';
  return { ...made, role: 'assistant', parts: all, stop, hollow: all.length === 0, ...origin };
}

/** What earlier versions read, if different. */
function earlierThan(
  parts: readonly ImportedPart[],
  before: () => readonly ImportedPart[],
  role: string,
): Pick<ImportedMessage, 'earlier'> {
  const was = before();
  if (JSON.stringify(was) === JSON.stringify(parts)) return {};
  // The text of a tool is in its result.
  return { earlier: role === 'tool' ? was.filter(({ type }) => type !== 'text') : was };
}

/** A call. If it writes a complete canvas, a readable copy comes before it. */
function called(id: string, name: string, said: readonly ImportedPart[]): Pick<ImportedMessage, 'parts' | 'earlier'> {
  const input = said.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n\n');
  const call = { type: 'tool_call' as const, id, name, args: { input } as unknown };
  const canvas = name.startsWith('canmore.') ? canvasOf(input) : null;
  if (!canvas) return { parts: [call] };
  return { parts: [...textPart(canvas.text), { ...call, args: canvas.args }], earlier: [call] };
}

function canvasOf(input: string): { text: string; args: unknown } | null {
  let args: Shape;
  try {
    args = shape(parseJson(input));
  } catch {
    return null;
  }
  const { content, ...rest } = args;
  const [only, ...others] = shapes(args.updates);
  const fullText = others.length === 0 && text(only?.pattern) === '.*' ? text(only?.replacement) : '';
  const written = firstText(content, fullText);
  if (written === '') return { text: '', args };
  const language = /^code\/(\w+)/.exec(text(args.type))?.[1];
  const body = language === undefined ? written : fenced(written, language);
  return { text: titled(text(args.name), body), args: text(content) === '' ? {} : rest };
}

/** How the text of a message is read. */
type Citing = (said: string, about: Shape) => ImportedPart[];

const asTyped: Citing = (said) => textPart(said);

const asBefore: Citing = (said, about) => textPart(citeByIndex(said, about.citations, true));

const withLinks: Citing = (said, about) => {
  const references = shapes(about.content_references);
  if (references.length === 0) return textPart(withoutMarks(citeByIndex(said, about.citations)));
  const cited = cite(said, references);
  return [...textPart(cited.text), ...sourceList(cited.sources)];
};

interface Reading {
  context: ImportContext;
  cited: Citing;
}

function partsOf(content: Shape, about: Shape, reading: Reading): ImportedPart[] {
  const { context, cited } = reading;
  const own = contentParts(content, about, reading);
  const pointed = new Set(shapes(content.parts).map((part) => assetId(part.asset_pointer)));
  const attached = shapes(about.attachments).filter(({ id }) => !pointed.has(text(id)));
  const drawn = cited === asBefore ? [] : shapes(shape(about.aggregate_result).messages);
  return [
    ...own,
    ...attached.map((file) => attachment(text(file.id), text(file.name), text(file.mime_type), context)),
    ...drawn.flatMap(({ message_type, image_url }) => {
      const id = message_type === 'image' ? assetId(image_url) : '';
      return id === '' ? [] : [attachment(id, '', '', context)];
    }),
  ];
}

function contentParts(content: Shape, about: Shape, { context, cited }: Reading): ImportedPart[] {
  const kind = text(content.content_type);
  const plain = (said: unknown) => (cited === withLinks ? withoutMarks(text(said)) : text(said));
  switch (kind) {
    case 'text':
      return cited(list(content.parts).map(text).filter(Boolean).join('\n\n'), about);
    case 'multimodal_text':
      return list(content.parts).flatMap((part) => {
        if (typeof part === 'string') return cited === asBefore ? textPart(part) : cited(part, about);
        const id = assetId(shape(part).asset_pointer);
        if (id !== '') return [attachment(id, nameOf(id, about), '', context)];
        const transcript = text(shape(part).text);
        return transcript === '' ? rawPart('chatgpt', text(shape(part).content_type), part) : textPart(transcript);
      });
    case 'code':
    case 'execution_output':
      return textPart(plain(content.text));
    case 'thoughts':
      return shapes(content.thoughts).map((thought) => ({
        type: 'thinking',
        text: [plain(thought.summary), plain(thought.content)].filter(Boolean).join('\n\n'),
      }));
    case 'reasoning_recap':
      return [{ type: 'thinking', text: text(content.content) }];
    case 'tether_quote':
    case 'tether_browsing_display':
    case 'system_error':
      return [...rawPart('chatgpt', kind, content), ...textPart(plain(firstText(content.text, content.result)))];
    default: {
      const texts = list(content.parts)
        .filter((part) => typeof part === 'string')
        .join('\n\n');
      // Pages and outputs of tools that came later have no parts.
      const later = cited === withLinks ? textPart(plain(firstText(content.text, content.result))) : [];
      return [...(texts === '' ? later : textPart(plain(texts))), ...rawPart('chatgpt', kind, content)];
    }
  }
}

/** `file-service://file-…`, `sediment://file_…`, or the id alone. */
function assetId(pointer: unknown): string {
  return text(pointer)
    .replace(/^[a-z-]+:\/\//, '')
    .replace(/[#?].*$/, '');
}

function nameOf(id: string, metadata: Shape): string {
  return text(shapes(metadata.attachments).find((file) => file.id === id)?.name);
}

function attachment(id: string, name: string, mime: string, context: ImportContext): ImportedPart {
  return { type: 'attachment', ...givenName(name, id), ...(mime && { mime }), content: context.find(id) };
}
