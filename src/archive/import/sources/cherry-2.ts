import { argsOf, linkedFile, toolResult } from '../base/blocks.ts';
import { createFieldTracker, fieldsOf, names, type Fields, type IgnoredFields } from '../base/fields.ts';
import {
  givenName,
  type ImportedConversation,
  type ImportedMessage,
  importedOrigin,
  type ImportedPart,
  rawPart,
  textPart,
} from '../base/imported.ts';
import { eachValue, type ImportContext, type Importer } from '../base/importer.ts';
import { fenced, linkOf, sourceList, type Link } from '../base/links.ts';
import { count, firstText, isShape, shape, shapes, text, textOrNull, time, type Shape } from '../base/shape.ts';
import { parseJson } from '../../parse-json.ts';
import { blockParts, citedIn, pagesIn } from './cherry.ts';

const IGNORED_FIELDS: IgnoredFields = {
  conversation: names(
    'is_name_manually_edited assistant_id assistant_meta sort_order order_key pinned_order source_type updated_at',
    'created_at name active_node_id last_activity_at',
  ),
  message: [
    ...names(
      'topic_id searchable_text status siblings_group_id assistant_id assistant_meta trace_id updated_at model_id role',
      'agent_session_id agent_snapshot model_meta.name model_meta.group model_snapshot.name model_snapshot.group',
      'model_meta.provider model_snapshot.provider stats.totalTokens stats.thoughtsTokens stats.timeFirstTokenMs',
      'stats.timeCompletionMs stats.timeThinkingMs',
    ),
    ...fieldsOf('data.blocks[]', 'createdAt updatedAt thinkingMs'),
    ...fieldsOf('data.parts[]', 'state providerExecuted preliminary sourceId toolName'),
    ...fieldsOf('data.parts[].providerMetadata.cherry', 'createdAt updatedAt composer'),
  ],
};

/** Columns that hold JSON. */
const JSON_COLUMNS = ['data', 'model_meta', 'model_snapshot', 'stats'];

/**
 * The database in a backup of Cherry Studio 2, `Data/cherrystudio.sqlite`. Its messages have the parts of the AI SDK,
 * or the blocks of version 1.
 */
export const cherry2: Importer = {
  name: 'Cherry Studio 2',
  meaningless: IGNORED_FIELDS,
  tables: ['topic', 'message', 'assistant'],
  matches: (first) => {
    const { topic, message } = shape(shape(first).sqlite);
    return Array.isArray(topic) && Array.isArray(message);
  },
  read: eachValue(convert),
};

function convert(value: unknown, context: ImportContext): ImportedConversation[] {
  const tables = shape(shape(value).sqlite);
  const assistants = new Map(shapes(tables.assistant).map((row) => [text(row.id), row]));
  const said = Map.groupBy(shapes(tables.message), (row) => text(row.topic_id));
  return shapes(tables.topic).flatMap((row) => {
    const fields = createFieldTracker();
    const topic = fields.watch('conversation', row);
    // What its user deleted there isn't asked for.
    if (text(topic.deleted_at) !== '') {
      context.skip(1, 'deleted', text(topic.name));
      return [];
    }
    const id = text(topic.id);
    const assistant = assistants.get(text(topic.assistant_id)) ?? {};
    const grouped = text(assistant.id) !== '' && text(assistant.name) !== '';
    return {
      source: 'cherry-2',
      id,
      fields,
      title: text(topic.name),
      createdAt: time(topic.created_at),
      updatedAt: time(topic.updated_at),
      pinned: topic.is_pinned === 1,
      // A topic's own prompt comes after its assistant's.
      system: [text(assistant.prompt), text(topic.prompt)].filter(Boolean).join('\n\n'),
      folder: grouped ? { id: text(assistant.id), name: text(assistant.name) } : null,
      leafId: textOrNull(topic.active_node_id),
      messages: (said.get(id) ?? []).map((message) => messageOf(message, context, fields)),
    };
  });
}

/** A row with the values that are JSON in its columns. */
function unpacked(row: Shape): Shape {
  const columns = JSON_COLUMNS.flatMap((name) => (typeof row[name] === 'string' ? [[name, inner(row[name])]] : []));
  return { ...row, ...Object.fromEntries(columns) };
}

function inner(value: string): unknown {
  try {
    return parseJson(value);
  } catch {
    return value;
  }
}

function messageOf(raw: Shape, context: ImportContext, fields: Fields): ImportedMessage {
  const row = fields.watch('message', unpacked(raw));
  const isAnswer = row.role === 'assistant';
  const data = shape(row.data);
  const said = [
    ...shapes(data.parts).flatMap((part) => partsOf(part, context)),
    ...shapes(data.blocks).flatMap((block) => blockParts('cherry-2', withFile(block), { files: NO_FILES, context })),
  ];
  const sources = shapes(data.parts).map(({ type, title, url }) => (type === 'source-url' ? linkOf(title, url) : null));
  const cited = [
    ...shapes(data.parts).flatMap((part) => (part.type === 'text' ? referencedIn(part) : [])),
    ...shapes(data.blocks).flatMap(citedIn),
  ];
  const parts = [...said, ...sourceList([...sources, ...cited])];
  const isReadMore =
    cited.length > 0 ||
    said.some((part) => part.type === 'thinking' && (part.durationMs ?? part.signature) !== undefined);
  const model = isShape(row.model_snapshot) ? row.model_snapshot : shape(row.model_meta);
  // `provider::model`
  const [provider = '', ...named] = text(row.model_id).split('::');
  const origin = isAnswer
    ? importedOrigin('cherry-2', firstText(model.id, named.join('::'), provider), firstText(model.provider, provider))
    : undefined;
  const stats = shape(row.stats);
  const failed = shapes(data.parts).find(({ type }) => type === 'data-error');
  const error = failed ? firstText(shape(failed.data).message) || 'error' : '';
  return {
    id: text(row.id),
    parentId: textOrNull(row.parent_id),
    role: isAnswer ? 'assistant' : 'user',
    parts,
    createdAt: time(row.created_at),
    hollow:
      row.role === 'system' ||
      text(row.deleted_at) !== '' ||
      text(row.id) === '' ||
      (parts.length === 0 && error === ''),
    ...(isReadMore && { earlier: [...said, ...sourceList(sources)] }),
    ...(origin && { origin }),
    ...(error !== '' && { error }),
    ...(isShape(row.stats) && { usage: { input: count(stats.promptTokens), output: count(stats.completionTokens) } }),
  };
}

const NO_FILES: ReadonlyMap<string, Shape> = new Map();

/** Version 2 has the id of a file where version 1 had the file. */
const withFile = (block: Shape): Shape =>
  text(block.fileId) === '' ? block : { type: block.type, url: block.url, file: { id: block.fileId } };

function partsOf(part: Shape, context: ImportContext): ImportedPart[] {
  const kind = text(part.type);
  if (kind === 'dynamic-tool' || kind.startsWith('tool-')) return callParts(part, kind);
  switch (kind) {
    case 'text':
      return textPart(text(part.text));
    case 'reasoning': {
      const durationMs = count(cherryData(part).thinkingMs);
      const signature = signatureOf(shape(part.providerMetadata));
      return text(part.text) === ''
        ? []
        : [
            {
              type: 'thinking',
              text: text(part.text),
              ...(signature !== '' && { signature }),
              ...(durationMs > 0 && { durationMs }),
            },
          ];
    }
    case 'file': {
      const url = text(part.url);
      const file = linkedFile(url, text(part.filename), 'file');
      if (file.content !== null) return [file];
      const base = url.slice(url.lastIndexOf('/') + 1);
      const name = givenName(part.filename, base, 'file');
      const mime = text(part.mediaType);
      // The address may be one of another computer; the id is the name of the file in every backup.
      const content = context.find(text(cherryData(part).fileEntryId)) ?? context.find(base);
      return [{ type: 'attachment', ...name, ...(mime && { mime }), content }];
    }
    case 'data-code': {
      const { content, language } = shape(part.data);
      return textPart(fenced(text(content), text(language)));
    }
    case 'step-start':
    case 'data-error':
      return [];
    case 'source-url':
      return linkOf(part.title, part.url) ? [] : rawPart('cherry-2', kind, part);
    default:
      return rawPart('cherry-2', kind, part);
  }
}

const cherryData = (part: Shape): Shape => shape(shape(part.providerMetadata).cherry);

/** The signature of the vendor that made the thinking. */
function signatureOf({ anthropic, google, bedrock }: Shape): string {
  return firstText(shape(anthropic).signature, shape(google).thoughtSignature, shape(bedrock).signature);
}

/** The pages that a text cites. */
function referencedIn(part: Shape): (Link | null)[] {
  return shapes(cherryData(part).references).flatMap((reference) => [
    linkOf(reference.title, reference.url),
    ...pagesIn(shape(reference.content).results),
  ]);
}

/** The call of a tool, and its result where there is one. */
function callParts(part: Shape, kind: string): ImportedPart[] {
  const id = text(part.toolCallId);
  const name = firstText(part.toolName, kind === 'dynamic-tool' ? '' : kind.slice('tool-'.length));
  const failed = text(part.errorText);
  const hasResult = failed !== '' || part.state === 'output-available' || 'output' in part;
  const about = { callId: id, name, ...(failed !== '' && { isError: true }) };
  return [
    { type: 'tool_call', id, name, ...argsOf(part.input) },
    ...(hasResult ? toolResult(about, failed === '' ? part.output : failed) : []),
  ];
}
