import { argsOf, toolResult } from '../base/blocks.ts';
import { createFieldTracker, names, fieldsOf, untracked, type IgnoredFields } from '../base/fields.ts';
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
import { firstText, isShape, list, shape, shapes, text, textOrNull, time, type Shape } from '../base/shape.ts';

const IGNORED_FIELDS: IgnoredFields = {
  conversation: names('branches recursive endpoint user _id __v endpointType messages messagesTree'),
  message: [
    ...names(
      'conversationId updatedAt unfinished sender parentMessageId depth siblingIndex _id __v user isEdited',
      'cancelled searchResult submitting children endpoint model iconURL thread_id overrideParentMessageId',
      'responseMessageId clientId error generation tokenCount',
    ),
    ...fieldsOf('content[]', 'tool_call_ids agentId groupId'),
    ...fieldsOf('content[].tool_call', 'type progress auth expires_at index'),
    ...['files[]', 'attachments[]'].flatMap((files) =>
      fieldsOf(
        files,
        '_id __v user filepath source bytes size width height object embedded usage context',
        'temp_file_id createdAt updatedAt progress preview messageId toolCallId conversationId tool_resource model',
        'expiresAt metadata filterSource llmDeliveryPath status',
      ),
    ),
  ],
};

/** One file per conversation, flat or with children inside their parents. */
export const librechat: Importer = {
  name: 'LibreChat',
  meaningless: IGNORED_FIELDS,
  matches: (first) =>
    isShape(first) && 'conversationId' in first && (Array.isArray(first.messages) || Array.isArray(first.messagesTree)),
  read: eachValue(convert),
};

function convert(value: unknown, context: ImportContext): ImportedConversation | null {
  const fields = createFieldTracker();
  const one = fields.watch('conversation', value);
  const id = text(one.conversationId);
  const top = [...shapes(one.messages), ...shapes(one.messagesTree)];
  if (id === '') return null;
  const options = shape(one.options);
  const messages: ImportedMessage[] = [];
  // Uses a queue instead of recursion: nesting may be as deep as the conversation is long.
  const open = top.map((message) => ({ message, above: null as string | null })).toReversed();
  for (let next = open.pop(); next; next = open.pop()) {
    const made = messageOf(fields.watch('message', next.message), next.above, {
      endpoint: text(one.endpoint),
      model: firstText(one.model, options.model),
      number: messages.length + 1,
      context,
    });
    messages.push(made);
    for (const message of shapes(next.message.children).toReversed()) open.push({ message, above: made.id });
  }
  return {
    source: 'librechat',
    id,
    fields,
    title: text(one.title),
    createdAt: time(one.createdAt),
    updatedAt: time(one.updatedAt) ?? time(one.exportAt),
    archived: one.isArchived === true,
    tags: [...list(one.tags), ...list(options.tags)].map(text),
    system: instructionsOf(one) || instructionsOf(options),
    messages,
  };
}

/** Each endpoint has its own names for them. */
function instructionsOf({ promptPrefix, system, instructions, additional_instructions }: Shape): string {
  return [...new Set([firstText(promptPrefix, system, instructions), text(additional_instructions)])]
    .filter(Boolean)
    .join('\n\n');
}

interface Around {
  endpoint: string;
  /** The conversation's model, for messages that don't name one. */
  model: string;
  /** Of the message. */
  number: number;
  context: ImportContext;
}

function messageOf(message: Shape, above: string | null, around: Around): ImportedMessage {
  const { endpoint, context } = around;
  const failed = message.error === true;
  const files = filesOf(message, context);
  // The text of a failed answer is its error; what was said before that is in the blocks.
  const said = failed ? blockParts(shapes(message.content).filter(({ type }) => type !== 'error')) : partsOf(message);
  const parts = [...said, ...files];
  const broken = shapes(message.content).find(({ type }) => type === 'error');
  const model = text(message.model);
  const isUser = message.isCreatedByUser === true || text(message.sender).toLowerCase() === 'user';
  const origin = isUser
    ? undefined
    : importedOrigin('librechat', model || around.model, firstText(message.endpoint, endpoint));
  const id = firstText(message.messageId, message.id, around.number);
  return {
    id,
    parentId: above ?? textOrNull(message.parentMessageId),
    role: isUser ? 'user' : 'assistant',
    parts,
    createdAt: time(message.createdAt),
    hollow: parts.length === 0 && !failed,
    ...(said.length > 0 && failed && { earlier: files }),
    ...(!failed && !isUser && model === '' && around.model !== '' && { earlier: parts }),
    ...(origin && { origin }),
    ...(failed && { error: firstText(message.text, broken && errorOf(broken)) }),
    ...(message.finish_reason === 'length' && { stop: 'length' }),
  };
}

function partsOf(message: Shape): ImportedPart[] {
  const blocks = shapes(message.content);
  return blocks.length === 0 ? textPart(firstText(message.text, message.content)) : blockParts(blocks);
}

const errorOf = (block: Shape): string => firstText(block.error, block.text, shape(block.text).value);

function blockParts(blocks: readonly Shape[]): ImportedPart[] {
  return blocks.flatMap((block): ImportedPart[] => {
    switch (text(block.type)) {
      case 'text':
        return textPart(firstText(block.text, shape(block.text).value));
      case 'think':
        return [{ type: 'thinking', text: firstText(block.think, shape(block.think).value) }];
      case 'tool_call':
        return callParts(shape(block.tool_call));
      case 'error':
        return textPart(errorOf(block));
      default:
        return rawPart('librechat', text(block.type), block);
    }
  });
}

/** A call in the form of agents, or of OpenAI's assistants, which have a form for each kind of tool. */
function callParts(call: Shape): ImportedPart[] {
  const id = text(call.id);
  const result = (output: unknown) =>
    output === undefined || output === null ? [] : toolResult({ callId: id }, output);
  if (isShape(call.function)) {
    const { name, arguments: args, output } = call.function;
    return [{ type: 'tool_call', id, name: text(name), ...argsOf(args) }, ...result(output)];
  }
  if (isShape(call.code_interpreter)) {
    const { input, outputs } = call.code_interpreter;
    const said = shapes(outputs).map(({ logs, ...other }) => (text(logs) === '' ? untracked(other) : text(logs)));
    return [
      { type: 'tool_call', id, name: 'code_interpreter', args: { input: text(input) } },
      ...(said.length > 0 ? result(said) : []),
    ];
  }
  const name = firstText(
    call.name,
    isShape(call.retrieval) ? 'retrieval' : isShape(call.file_search) ? 'file_search' : '',
  );
  return [{ type: 'tool_call', id, name, ...argsOf(call.args) }, ...result(call.output)];
}

function filesOf(message: Shape, context: ImportContext): ImportedPart[] {
  const files = [...shapes(message.files), ...shapes(message.attachments)];
  if (files.length > 0) context.note('files-elsewhere');
  return files.map((file) => ({
    type: 'attachment',
    ...givenName(file.filename, file.file_id),
    mime: text(file.type),
    content: context.find(firstText(file.file_id, file.filename)),
  }));
}
