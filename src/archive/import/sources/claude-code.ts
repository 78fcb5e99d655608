import { anthropicParts } from '../base/blocks.ts';
import { createFieldTracker, names, fieldsOf, type Fields, type IgnoredFields } from '../base/fields.ts';
import type { ImportedConversation, ImportedMessage } from '../base/imported.ts';
import { wholeFile, type ImportedValue, type Importer } from '../base/importer.ts';
import { count, firstText, isShape, shape, text, textOrNull, time, type Shape } from '../base/shape.ts';

const IGNORED_FIELDS: IgnoredFields = {
  message: [
    ...names(
      'cwd version gitBranch userType isSidechain requestId sessionId timestamp isMeta slug',
      // Already in the results that the model received.
      'toolUseResult sourceToolAssistantUUID sourceToolUseID message.id message.type message.role',
      'message.stop_sequence message.stop_details message.stop_reason message.model message.container',
      'message.context_management message.usage.service_tier message.usage.cache_creation thinkingMetadata',
      'message.usage.server_tool_use message.usage.inference_geo message.usage.iterations message.usage.speed',
      'logicalParentUuid permissionMode promptId entrypoint level subtype type apiErrorStatus isApiErrorMessage',
      'isCompactSummary isVisibleInTranscriptOnly todos agentId',
    ),
    ...fieldsOf('message.content[]', 'cache_control caller'),
    ...fieldsOf('message.content[].content[]', 'type cache_control'),
  ],
};

/** `~/.claude/projects/<folder>/<session>.jsonl`: one line for each block of an answer, a tree by `parentUuid`. */
export const claudeCode: Importer = {
  name: 'Claude Code',
  meaningless: IGNORED_FIELDS,
  matches: (first) =>
    isShape(first) &&
    (('parentUuid' in first && 'uuid' in first) ||
      (first.type === 'summary' && 'leafUuid' in first) ||
      first.type === 'file-history-snapshot'),
  read: wholeFile(convert),
};

function convert(values: ImportedValue[]): ImportedConversation[] {
  const lines = values.map(({ value }) => shape(value)).filter(({ uuid }) => text(uuid) !== '');
  const id = firstText(...lines.map(({ sessionId }) => sessionId));
  if (id === '') return [];
  // The file of a subagent names the session that began it.
  const agent = lines.every(({ isSidechain }) => isSidechain === true)
    ? firstText(...lines.map(({ agentId }) => agentId))
    : '';
  const summary = values.map(({ value }) => shape(value)).findLast(({ type }) => type === 'summary');
  const fields = createFieldTracker();
  const messages = joinBlocks(lines, fields);
  return [
    {
      source: 'claude-code',
      id: agent === '' ? id : `${id}/${agent}`,
      fields,
      title: firstText(summary?.summary) || openingOf(messages),
      createdAt: time(lines[0]?.timestamp),
      messages,
    },
  ];
}

function openingOf(messages: readonly ImportedMessage[]): string {
  const said = messages
    .find(({ role, hollow }) => role === 'user' && !hollow)
    ?.parts.find(({ type }) => type === 'text');
  return said?.type === 'text' ? (said.text.trim().split('\n')[0]?.slice(0, 80) ?? '') : '';
}

/** Consecutive lines with the same vendor id are one answer and become one message. */
function joinBlocks(lines: readonly Shape[], fields: Fields): ImportedMessage[] {
  const messages = new Map<string, ImportedMessage>();
  const answers = new Map<string, string>();
  /** The message that a line was merged into. */
  const homes = new Map<string, string>();
  for (const raw of lines) {
    const line = fields.watch('message', raw);
    const id = text(line.uuid);
    const said = shape(line.message);
    const parent = textOrNull(line.parentUuid);
    const parentId = parent === null ? null : (homes.get(parent) ?? parent);
    const answer = text(said.id);
    const parentMessage = parentId === null ? undefined : messages.get(parentId);
    const parts = anthropicParts('claude-code', said.content);
    if (parentMessage && answer !== '' && answers.get(parentMessage.id) === answer) {
      parentMessage.parts.push(...parts);
      if (said.stop_reason) parentMessage.stop = stopOf(said.stop_reason);
      homes.set(id, parentMessage.id);
      continue;
    }
    const isAnswer = line.type === 'assistant';
    if (isAnswer && answer !== '') answers.set(id, answer);
    messages.set(id, {
      id,
      parentId,
      role: isAnswer ? 'assistant' : 'user',
      parts,
      createdAt: time(line.timestamp),
      // Notices of the program, and lines that only describe files, connect the tree.
      hollow: parts.length === 0 || (line.type !== 'user' && !isAnswer),
      ...(isAnswer && { stop: stopOf(said.stop_reason), ...originAndUsage(said) }),
    });
  }
  return [...messages.values()];
}

/** Signatures are Anthropic's own, so they may be sent back to it. Anthropic decides whether they are still valid. */
function originAndUsage(said: Shape): Pick<ImportedMessage, 'origin' | 'usage'> {
  const usage = shape(said.usage);
  const [fresh, read, written] = [
    usage.input_tokens,
    usage.cache_read_input_tokens,
    usage.cache_creation_input_tokens,
  ].map(count);
  const input = (fresh ?? 0) + (read ?? 0) + (written ?? 0);
  const model = text(said.model);
  return {
    ...(model !== '' &&
      model !== '<synthetic>' && { origin: { vendor: 'anthropic', model, endpoint: 'https://api.anthropic.com' } }),
    ...(isShape(said.usage) && {
      usage: { input, output: count(usage.output_tokens), cacheRead: read ?? 0, cacheWrite: written ?? 0 },
    }),
  };
}

function stopOf(reason: unknown): NonNullable<ImportedMessage['stop']> {
  if (reason === 'tool_use') return 'tool';
  return reason === 'max_tokens' ? 'length' : reason === 'refusal' ? 'refusal' : 'end';
}
