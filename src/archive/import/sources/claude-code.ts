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
  const all = values.map(({ value }) => shape(value));
  const lines = all.filter(({ uuid }) => text(uuid) !== '');
  const first = (field: string) => text(lines.find((line) => text(line[field]) !== '')?.[field]);
  const last = (kind: string) => all.findLast(({ type }) => type === kind) ?? {};
  const id = first('sessionId');
  if (id === '') return [];
  // The file of a subagent names the session that began it.
  const agent = lines.every(({ isSidechain }) => isSidechain === true) ? first('agentId') : '';
  const fields = createFieldTracker();
  const { messages, homes } = joinBlocks(lines, fields);
  const title = firstText(last('custom-title').customTitle, last('summary').summary, last('ai-title').aiTitle);
  const meta = new Set(lines.flatMap(({ uuid, isMeta }) => (isMeta === true ? [text(uuid)] : [])));
  // Old files contain the subagents, too.
  const end = text(lines.findLast(({ isSidechain }) => isSidechain !== true)?.uuid);
  return [
    {
      source: 'claude-code',
      id: agent === '' ? id : `${id}/${agent}`,
      fields,
      title: title || openingOf(messages, meta),
      createdAt: time(lines[0]?.timestamp),
      messages,
      leafId: homes.get(end) ?? (end || null),
    },
  ];
}

/** The first line that the user wrote: neither the program's own (`meta`) nor a command and its output, in tags. */
function openingOf(messages: readonly ImportedMessage[], meta: ReadonlySet<string>): string {
  const said = messages
    .filter(({ id, role, hollow }) => role === 'user' && !hollow && !meta.has(id))
    .flatMap(({ parts }) => parts.flatMap((part) => (part.type === 'text' ? [part.text.trim()] : [])));
  const first = said.find((one) => !/^<[a-z-]+>/.test(one)) ?? said[0] ?? '';
  return first.split('\n')[0]?.slice(0, 80) ?? '';
}

/**
 * Consecutive lines with the same vendor id are one answer and become one message. `homes`: the message of each line
 * that was merged into another one.
 */
function joinBlocks(
  lines: readonly Shape[],
  fields: Fields,
): { messages: ImportedMessage[]; homes: ReadonlyMap<string, string> } {
  const messages = new Map<string, ImportedMessage>();
  const answers = new Map<string, string>();
  const homes = new Map<string, string>();
  for (const raw of lines) {
    // Some versions copied lines when a session was resumed.
    if (messages.has(text(raw.uuid)) || homes.has(text(raw.uuid))) continue;
    const line = fields.watch('message', raw);
    const id = text(line.uuid);
    const said = shape(line.message);
    // Where the context was summarized, only the logical parent leads on.
    const parent = textOrNull(line.parentUuid) ?? textOrNull(line.logicalParentUuid);
    const parentId = parent === null ? null : (homes.get(parent) ?? parent);
    const answer = text(said.id);
    const parentMessage = parentId === null ? undefined : messages.get(parentId);
    const parts = anthropicParts('claude-code', said.content);
    if (parentMessage && answer !== '' && answers.get(parentMessage.id) === answer) {
      parentMessage.parts.push(...parts);
      parentMessage.hollow = parentMessage.parts.length === 0;
      if (said.stop_reason) parentMessage.stop = stopOf(said.stop_reason);
      takeUsage(parentMessage, said);
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
  return { messages: [...messages.values()], homes };
}

/** The first lines of an answer have the usage of its beginning. */
function takeUsage(message: ImportedMessage, said: Shape): void {
  const { usage } = originAndUsage(said);
  if (!usage || usage.output <= (message.usage?.output ?? 0)) return;
  message.usage = usage;
  message.earlier = message.parts;
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
