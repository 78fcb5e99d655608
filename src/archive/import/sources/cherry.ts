import { argsOf, linkedFile, toolResult } from '../base/blocks.ts';
import { createFieldTracker, names, fieldsOf, type Fields, type IgnoredFields } from '../base/fields.ts';
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
import { linkOf, sourceList, type Link } from '../base/links.ts';
import { parseJson } from '../../parse-json.ts';
import { count, firstText, isShape, list, shape, shapes, text, time, type Shape } from '../base/shape.ts';

const IGNORED_FIELDS: IgnoredFields = {
  conversation: names('isNameManuallyEdited assistantId type createdAt updatedAt name messages'),
  message: [
    ...names(
      'assistantId topicId status updatedAt metrics type traceId agentSessionId providerMetadata askId',
      'foldSelected useful multiModelMessageStyle modelId model.name model.group model.type model.owned_by',
      'model.description model.capabilities model.endpoint_type model.pricing model.supported_endpoint_types',
      'model.supported_text_delta usage.total_tokens content mentions usage.completion_tokens_details',
      'usage.prompt_tokens_details usage.thoughts_tokens model.provider',
    ),
    ...fieldsOf(
      'blocks[]',
      'id messageId status createdAt updatedAt model file knowledgeBaseIds',
      'citationReferences error sourceBlockId metadata.rawMcpToolResponse',
      'metadata.generateImageResponse.type',
    ),
  ],
};

/** `data.json` of a backup of Cherry Studio 1: tables, and a store of strings with JSON inside JSON. */
export const cherry: Importer = {
  name: 'Cherry Studio',
  meaningless: IGNORED_FIELDS,
  matches: (first) => isShape(first) && Array.isArray(shape(first.indexedDB).topics),
  read: eachValue(convert),
};

function convert(value: unknown, context: ImportContext): ImportedConversation[] {
  const { indexedDB, localStorage } = shape(value);
  const tables = shape(indexedDB);
  const blocks = new Map(shapes(tables.message_blocks).map((block) => [text(block.id), block]));
  const files = new Map(shapes(tables.files).map((file) => [text(file.id), file]));
  const heads = headsOf(shape(localStorage));
  return shapes(tables.topics).map((row): ImportedConversation => {
    const fields = createFieldTracker();
    const topic = fields.watch('conversation', row);
    const id = text(topic.id);
    const place = heads.get(id);
    const head = fields.watch('conversation', place?.head);
    const { messages, leafId } = messagesOf(shapes(topic.messages), { blocks, files, context, fields });
    const assistant = place?.assistant ?? {};
    const grouped = text(assistant.id) !== '' && text(assistant.name) !== '';
    return {
      source: 'cherry',
      id: text(head.id) || id,
      fields,
      title: firstText(head.name, topic.name),
      createdAt: time(head.createdAt),
      updatedAt: time(head.updatedAt),
      pinned: head.pinned === true,
      // A topic's own prompt comes after its assistant's.
      system: [text(assistant.prompt), text(head.prompt)].filter(Boolean).join('\n\n'),
      folder: grouped ? { id: text(assistant.id), name: text(assistant.name) } : null,
      messages,
      leafId,
    };
  });
}

/** Names and prompts of topics are stored with their assistants. */
function headsOf(localStorage: Shape): Map<string, { head: Shape; assistant: Shape }> {
  const store = inner(localStorage['persist:cherry-studio']);
  const { assistants } = shape(inner(shape(store).assistants));
  return new Map(
    shapes(assistants).flatMap((assistant) =>
      shapes(assistant.topics).map((head) => [text(head.id), { head, assistant }] as const),
    ),
  );
}

function inner(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  try {
    return parseJson(value);
  } catch {
    // The conversations can still be read without the names.
    return null;
  }
}

interface Tables {
  blocks: ReadonlyMap<string, Shape>;
  files: ReadonlyMap<string, Shape>;
  context: ImportContext;
  fields: Fields;
}

/** A list, in which answers of several models to one question share `askId`; the chosen one continues. */
function messagesOf(rows: readonly Shape[], tables: Tables): { messages: ImportedMessage[]; leafId: string | null } {
  const messages: ImportedMessage[] = [];
  let before: string | null = null;
  for (let at = 0; at < rows.length;) {
    const row = rows[at] ?? {};
    const ask = text(row.askId);
    let end = at + 1;
    if (row.role === 'assistant' && ask !== '')
      while (rows[end]?.role === 'assistant' && text(rows[end]?.askId) === ask) end++;
    const group = rows.slice(at, end);
    const parentId: string | null = before;
    messages.push(...group.map((one) => messageOf(one, parentId, tables)));
    const chosen =
      group.find((one) => one.foldSelected === true) ?? group.find((one) => one.useful === true) ?? group[0];
    before = firstText(chosen?.id) || before;
    at = end;
  }
  return { messages, leafId: before };
}

function messageOf(raw: Shape, parentId: string | null, tables: Tables): ImportedMessage {
  const row = tables.fields.watch('message', raw);
  const isAnswer = row.role === 'assistant';
  const own = list(row.blocks).map((id) => tables.fields.watch('message', tables.blocks.get(text(id)), 'blocks[]'));
  const said = [
    ...own.flatMap((block) => blockParts('cherry', block, tables)),
    ...(own.length === 0 ? textPart(text(row.content)) : []),
  ];
  const sources = sourceList(own.flatMap(citedIn));
  const parts = [...said, ...sources];
  const model = shape(row.model);
  const origin = isAnswer
    ? importedOrigin('cherry', firstText(model.id, row.modelId), text(model.provider))
    : undefined;
  const usage = shape(row.usage);
  const failed = own.find(({ type }) => type === 'error');
  const error = failed ? firstText(shape(failed.error).message, failed.content) || 'error' : '';
  return {
    id: text(row.id),
    parentId,
    role: isAnswer ? 'assistant' : 'user',
    parts,
    createdAt: time(row.createdAt),
    hollow: row.role === 'system' || text(row.id) === '' || (parts.length === 0 && error === ''),
    ...(sources.length > 0 && { earlier: said }),
    ...(origin && { origin }),
    ...(error !== '' && { error }),
    ...(isShape(row.usage) && { usage: { input: count(usage.prompt_tokens), output: count(usage.completion_tokens) } }),
  };
}

/** What a block of a message says. */
export function blockParts(
  source: string,
  block: Shape,
  { files, context }: Pick<Tables, 'files' | 'context'>,
): ImportedPart[] {
  const kind = text(block.type);
  switch (kind) {
    case 'main_text':
      return textPart(text(block.content));
    case 'thinking': {
      const durationMs = count(block.thinking_millsec);
      return [{ type: 'thinking', text: text(block.content), ...(durationMs > 0 && { durationMs }) }];
    }
    case 'code':
      return textPart(`\`\`\`${text(block.language)}\n${text(block.content)}\n\`\`\``);
    case 'tool': {
      const id = text(block.toolId);
      return [
        { type: 'tool_call', id, name: firstText(block.toolName, block.toolId), ...argsOf(block.arguments) },
        ...('content' in block ? toolResult({ callId: id }, block.content) : []),
      ];
    }
    case 'image':
    case 'file': {
      const drawn = list(shape(shape(block.metadata).generateImageResponse).images).map(text);
      if (drawn.length > 0) return drawn.map((image) => linkedFile(withScheme(image), '', 'image'));
      const file = isShape(block.file) ? block.file : (files.get(text(block.file)) ?? {});
      const url = text(block.url);
      if (!isShape(block.file) && url !== '') return [linkedFile(url, '')];
      const id = text(file.id);
      const name = givenName(firstText(file.origin_name, file.name), id, kind);
      return [{ type: 'attachment', ...name, content: context.find(id) }];
    }
    case 'error':
      return [];
    default:
      return rawPart(source, kind, block);
  }
}

/** The pages that a block of citations names, and then the files, as the program numbers them. */
export function citedIn({ type, response, knowledge }: Shape): (Link | null)[] {
  if (type !== 'citation') return [];
  const files = shapes(knowledge).map(({ sourceUrl }) => {
    const name = text(sourceUrl).split(/[/\\]/).at(-1) ?? '';
    return linkOf('', sourceUrl) ?? (name === '' ? null : { title: name, url: '' });
  });
  return [...pagesIn(shape(response).results), ...files];
}

/** The pages of a search, in the form of whoever searched. */
export function pagesIn(results: unknown): (Link | null)[] {
  const found = [...list(results), ...list(shape(results).results), ...list(shape(results).groundingChunks)];
  return found.map((one) => {
    const page = [shape(one).web, shape(one).url_citation].find(isShape) ?? shape(one);
    return linkOf(page.title, firstText(page.url, page.uri, page.link, one));
  });
}

/** Generated images are addresses, or bytes without one. */
const withScheme = (image: string): string => (/^[a-z]+:/i.test(image) ? image : `data:image/png;base64,${image}`);
