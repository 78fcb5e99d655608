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
import { count, firstText, isShape, shape, shapes, text, time, type Shape } from '../base/shape.ts';

const IGNORED_FIELDS: IgnoredFields = {
  conversation: names(
    'type copilotId assistantAvatarKey picUrl threadName messages threads messageForksHash settings',
    'compactionPoints starred id name createdAt',
  ),
  message: [
    ...names(
      'generating cancel status wordCount tokenCount tokensUsed firstTokenLatency aiProvider timestamp model',
      'usage finishReason tokenCountMap content errorCode errorExtra style isStreamingMode updatedAt',
      'reasoningContent role',
    ),
    ...fieldsOf('contentParts[]', 'startTime state'),
    ...fieldsOf('files[]', 'id fileType url tokenCountMap wordCount byteLength lineCount tokenCalculatedAt'),
    ...fieldsOf('pictures[]', 'loading storageKey'),
  ],
};

/** One object with a list of sessions and each of them below `session:<id>`; in old exports the sessions themselves. */
export const chatbox: Importer = {
  name: 'Chatbox',
  meaningless: IGNORED_FIELDS,
  matches: (first) =>
    isShape(first) && (Array.isArray(first['chat-sessions-list']) || Array.isArray(first['chat-sessions'])),
  read: eachValue(convert),
};

function convert(value: unknown, context: ImportContext, at: number): ImportedConversation[] {
  const all = shape(value);
  const listed = shapes(all['chat-sessions-list']).map((head) => ({ head, session: all[`session:${text(head.id)}`] }));
  const old = shapes(all['chat-sessions']).map((session) => ({ head: session, session }));
  const found: ImportedConversation[] = [];
  for (const { head, session } of [...listed, ...old]) {
    if (isShape(session) && firstText(session.id, head.id) !== '')
      found.push(...conversations(head, session, all, context));
    else context.skip(at, 'incomplete', text(head.name));
  }
  return found;
}

/** A session. Each of its earlier threads becomes a conversation of its own, because none continues another. */
function conversations(head: Shape, session: Shape, all: Shape, context: ImportContext): ImportedConversation[] {
  const id = firstText(session.id, head.id);
  const name = firstText(session.name, head.name);
  const settings = shape(session.settings);
  const threads = shapes(session.threads).map((thread, index) => ({
    id: `${id}/${firstText(thread.id, index + 1)}`,
    name: [name, text(thread.name)].filter(Boolean).join(': '),
    thread,
  }));
  return [{ id, name, thread: session }, ...threads].map(({ id: own, name: title, thread: raw }) => {
    const fields = createFieldTracker();
    const thread = fields.watch('conversation', raw);
    if (raw === session && head !== session) fields.watch('conversation', head);
    const made = new Map<string, ImportedMessage>();
    const leafId = addTails(made, shapes(thread.messages), {
      settings,
      all,
      context,
      forks: shape(session.messageForksHash),
      fields,
    });
    const system = shapes(thread.messages).filter(({ role }) => role === 'system');
    return {
      source: 'chatbox',
      id: own,
      fields,
      title,
      createdAt: time(thread.createdAt),
      pinned: head.starred === true,
      system: system.map(saidIn).filter(Boolean).join('\n\n'),
      messages: [...made.values()],
      leafId,
    };
  });
}

interface Walk {
  settings: Shape;
  /** The entire export, which stores bytes by key. */
  all: Shape;
  context: ImportContext;
  forks: Shape;
  fields: Fields;
}

/** Adds messages one after another, and after each one the tails that fork there. Returns the end of the first path. */
function addTails(made: Map<string, ImportedMessage>, first: readonly Shape[], walk: Walk): string | null {
  let chosen: string | null = null;
  const open: { tail: readonly Shape[]; parentId: string | null }[] = [{ tail: first, parentId: null }];
  for (const { tail, parentId } of open) {
    let before = parentId;
    for (const message of tail) {
      const id = text(message.id) || `~${made.size + 1}`;
      if (made.has(id)) continue;
      made.set(id, messageOf(id, before, message, walk));
      before = id;
      // The list at `position` is empty: the selected tail is in the message list itself.
      for (const other of shapes(shape(walk.forks[id]).lists))
        open.push({ tail: shapes(other.messages), parentId: id });
    }
    chosen ??= before;
  }
  return chosen;
}

function messageOf(id: string, parentId: string | null, raw: Shape, walk: Walk): ImportedMessage {
  const message = walk.fields.watch('message', raw);
  const role = message.role === 'assistant' ? 'assistant' : message.role === 'tool' ? 'tool' : 'user';
  const parts = [...partsOf(message, walk), ...filesOf(message, walk)];
  const model = firstText(message.model, walk.settings.modelId);
  const origin =
    role === 'assistant'
      ? importedOrigin('chatbox', model, firstText(message.aiProvider, walk.settings.provider))
      : undefined;
  const usage = shape(message.usage);
  const error = text(message.error);
  return {
    id: text(message.id) || id,
    parentId,
    role,
    parts,
    createdAt: time(message.timestamp),
    hollow: message.role === 'system' || (parts.length === 0 && error === ''),
    ...(origin && { origin }),
    ...(error !== '' && { error }),
    ...(isShape(message.usage) && { usage: { input: count(usage.inputTokens), output: count(usage.outputTokens) } }),
  };
}

const saidIn = (message: Shape): string =>
  shapes(message.contentParts)
    .map((part) => text(part.text))
    .filter(Boolean)
    .join('\n\n') || text(message.content);

function partsOf(message: Shape, walk: Walk): ImportedPart[] {
  const blocks = shapes(message.contentParts);
  const thought = text(message.reasoningContent);
  if (blocks.length === 0)
    return [
      ...(thought === '' ? [] : [{ type: 'thinking' as const, text: thought }]),
      ...textPart(text(message.content)),
    ];
  return blocks.flatMap((block): ImportedPart[] => {
    switch (text(block.type)) {
      case 'text':
        return textPart(text(block.text));
      case 'reasoning':
        return [
          {
            type: 'thinking',
            text: text(block.text),
            ...(count(block.duration) > 0 && { durationMs: count(block.duration) }),
          },
        ];
      case 'image':
        return [fileOf(text(block.storageKey), givenName('', 'image'), walk)];
      case 'tool-call': {
        const callId = text(block.toolCallId);
        return [
          { type: 'tool_call', id: callId, name: text(block.toolName), ...argsOf(block.args) },
          ...('result' in block
            ? toolResult({ callId, ...(block.state === 'error' && { isError: true }) }, block.result)
            : []),
        ];
      }
      default:
        return rawPart('chatbox', text(block.type), block);
    }
  });
}

function filesOf(message: Shape, walk: Walk): ImportedPart[] {
  const files = shapes(message.files).map((file) => fileOf(text(file.storageKey), givenName(file.name), walk));
  const pictures = shapes(message.pictures).map((picture) =>
    text(picture.url) === ''
      ? fileOf(text(picture.storageKey), givenName('', 'image'), walk)
      : linkedFile(text(picture.url), '', 'image'),
  );
  return [...files, ...pictures];
}

/** Bytes are stored by key, as a `data:` address or text, in the export or next to it, or not at all. */
function fileOf(key: string, named: ReturnType<typeof givenName>, { all, context }: Walk): ImportedPart {
  const inside = key === '' ? '' : text(all[key]);
  if (inside.startsWith('data:')) return { ...linkedFile(inside, named.name), ...named };
  if (inside !== '') return { type: 'attachment', ...named, content: new TextEncoder().encode(inside) };
  const content = context.find(key.split('/').at(-1) ?? '');
  return { type: 'attachment', ...named, name: named.name || key, content };
}
