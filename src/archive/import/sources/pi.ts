import { argsOf, linkedFile, resultText } from '../base/blocks.ts';
import { createFieldTracker, names, fieldsOf, type IgnoredFields } from '../base/fields.ts';
import {
  importedOrigin,
  rawPart,
  textPart,
  type ImportedConversation,
  type ImportedMessage,
  type ImportedPart,
} from '../base/imported.ts';
import { wholeFile, type ImportedValue, type Importer } from '../base/importer.ts';
import { count, firstText, isShape, list, shape, text, textOrNull, time, type Shape } from '../base/shape.ts';

const IGNORED_FIELDS: IgnoredFields = {
  conversation: names('type version cwd parentSession id timestamp provider modelId thinkingLevel'),
  message: [
    ...names(
      'type id parentId timestamp message.timestamp message.api message.usage.cost message.stopReason',
      'message.usage.totalTokens message.responseId message.model message.provider message.role',
      // Already in the results that the model received.
      'message.details provider modelId thinkingLevel label targetId name',
    ),
    // Signatures of texts and calls are valid only at the service that made them.
    ...fieldsOf('message.content[]', 'textSignature thoughtSignature'),
  ],
};

/** Sessions of the pi coding agent: a header line, then entries that are a tree by `parentId`. */
export const pi: Importer = {
  name: 'pi',
  meaningless: IGNORED_FIELDS,
  // The first version doesn't say its version.
  matches: (first) =>
    isShape(first) && first.type === 'session' && 'id' in first && ('version' in first || 'cwd' in first),
  read: wholeFile(convert),
};

function convert(values: ImportedValue[]): ImportedConversation[] {
  const fields = createFieldTracker();
  const all = values.map(({ value }) => shape(value));
  const first = all.find((entry) => pi.matches(entry));
  if (!first) return [];
  const header = fields.watch('conversation', first);
  const entries = all.filter((entry) => entry !== first).map((entry) => fields.watch('message', entry));
  const named = entries.findLast(({ type }) => type === 'session_info');
  let before: string | null = null;
  const messages = entries.map((entry, index) => {
    const id = firstText(entry.id, index + 1);
    // The first version has no tree.
    const parentId: string | null = 'parentId' in entry ? textOrNull(entry.parentId) : before;
    before = id;
    return messageOf(id, parentId, entry);
  });
  const firstPart = messages.find(({ role, hollow }) => role === 'user' && !hollow)?.parts[0];
  return [
    {
      source: 'pi',
      id: text(header.id),
      fields,
      title: firstText(named?.name) || (firstPart?.type === 'text' ? firstPart.text.slice(0, 80) : ''),
      createdAt: time(header.timestamp),
      messages,
      leafId: before,
    },
  ];
}

function messageOf(id: string, parentId: string | null, entry: Shape): ImportedMessage {
  const said = shape(entry.message);
  const place = { id, parentId, createdAt: time(said.timestamp) ?? time(entry.timestamp) };
  if (entry.type !== 'message') return besides(place, entry);
  const parts = partsOf(said.content);
  const hollow = parts.length === 0;
  switch (text(said.role)) {
    case 'assistant': {
      const origin = importedOrigin('pi', text(said.model), text(said.provider));
      const error = said.stopReason === 'error' ? text(said.errorMessage) : '';
      return {
        ...place,
        role: 'assistant',
        parts,
        hollow: hollow && error === '',
        ...(error !== '' && { error, earlier: parts }),
        stop: stopOf(said.stopReason),
        ...usageOf(said),
        ...(origin && { origin }),
      };
    }
    case 'toolResult':
      return {
        ...place,
        role: 'tool',
        parts: [
          {
            type: 'tool_result',
            callId: text(said.toolCallId),
            ...(text(said.toolName) && { name: text(said.toolName) }),
            text: resultText(list(said.content).filter((one) => shape(one).type !== 'image')),
            ...(said.isError === true && { isError: true }),
          },
          ...parts.filter(({ type }) => type === 'attachment'),
        ],
      };
    case 'user':
      return { ...place, role: 'user', parts, hollow };
    default:
      return { ...place, role: 'user', parts: rawPart('pi', text(said.role), said) };
  }
}

/** Stores summaries raw; model changes and similar entries only connect the tree. */
function besides(place: Pick<ImportedMessage, 'id' | 'parentId' | 'createdAt'>, entry: Shape): ImportedMessage {
  const kind = text(entry.type);
  const isShown = kind === 'compaction' || kind === 'branch_summary' || kind === 'custom_message';
  return { ...place, role: 'user', parts: isShown ? rawPart('pi', kind, entry) : [], hollow: !isShown };
}

function partsOf(content: unknown): ImportedPart[] {
  if (typeof content === 'string') return textPart(content);
  return list(content).flatMap((value): ImportedPart[] => {
    const block = shape(value);
    switch (text(block.type)) {
      case 'text':
        return textPart(text(block.text));
      case 'thinking':
        return [
          {
            type: 'thinking',
            text: text(block.thinking),
            ...(text(block.thinkingSignature) && { signature: text(block.thinkingSignature) }),
          },
        ];
      case 'toolCall':
        return [{ type: 'tool_call', id: text(block.id), name: text(block.name), ...argsOf(block.arguments) }];
      case 'image':
        return [linkedFile(`data:${text(block.mimeType)};base64,${text(block.data)}`, '', 'image')];
      default:
        return rawPart('pi', text(block.type), block);
    }
  });
}

function usageOf({ usage }: Shape): Pick<ImportedMessage, 'usage'> {
  if (!isShape(usage)) return {};
  const [cacheRead, cacheWrite] = [count(usage.cacheRead), count(usage.cacheWrite)];
  return {
    usage: { input: count(usage.input) + cacheRead + cacheWrite, output: count(usage.output), cacheRead, cacheWrite },
  };
}

function stopOf(reason: unknown): NonNullable<ImportedMessage['stop']> {
  const stops: Readonly<Record<string, NonNullable<ImportedMessage['stop']>>> = {
    toolUse: 'tool',
    length: 'length',
    aborted: 'aborted',
    error: 'error',
  };
  return (typeof reason === 'string' && Object.hasOwn(stops, reason) ? stops[reason] : undefined) ?? 'end';
}
