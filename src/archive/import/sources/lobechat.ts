import { argsOf, resultText } from '../base/blocks.ts';
import { createFieldTracker, names, fieldsOf, type IgnoredFields } from '../base/fields.ts';
import {
  givenName,
  type ImportedConversation,
  type ImportedMessage,
  importedOrigin,
  type ImportedPart,
  textPart,
} from '../base/imported.ts';
import { eachValue, type ImportContext, type Importer } from '../base/importer.ts';
import { linkOf, sourceList } from '../base/links.ts';
import { count, firstText, isShape, list, shape, shapes, text, textOrNull, time, type Shape } from '../base/shape.ts';

const IGNORED_FIELDS: IgnoredFields = {
  conversation: names(
    'userId user_id clientId client_id accessedAt accessed_at sessionId session_id id updated_at created_at',
    'createdAt updatedAt title metadata.model metadata.provider',
  ),
  message: [
    ...names(
      'userId user_id clientId client_id accessedAt accessed_at updatedAt updated_at sessionId session_id',
      'topicId topic_id agentId agent_id created_at createdAt parentId parent_id model provider extra.model',
      'extra.provider metadata observationId traceId meta quotaId observation_id trace_id reasoning plugin',
      'tool_call_id reasoning.duration files favorite error.type threadId thread_id usage',
    ),
    ...fieldsOf('search.citations[]', 'id favicon'),
    ...fieldsOf('tools[]', 'type source executor result_msg_id'),
    ...fieldsOf(
      'plugin',
      'id type userId user_id clientId client_id toolCallId tool_call_id arguments apiName identifier',
    ),
  ],
};

/** `state` in exports of the browser version, `data` in those of the database (1.77 and later). */
const tablesOf = (value: Shape): Shape =>
  isShape(value.state) ? value.state : isShape(value.data) ? value.data : value;

export const lobechat: Importer = {
  name: 'LobeChat',
  meaningless: IGNORED_FIELDS,
  matches: (first) => {
    if (!isShape(first)) return false;
    const { messages, sessions, topics } = tablesOf(first);
    const recognized =
      'exportType' in first || 'schemaHash' in first || Array.isArray(sessions) || Array.isArray(topics);
    return Array.isArray(messages) && recognized;
  },
  read: eachValue(convert),
};

function convert(value: unknown, context: ImportContext): ImportedConversation[] {
  const tables = tablesOf(shape(value));
  const byId = (rows: unknown) => new Map(shapes(rows).map((row) => [text(row.id), row]));
  const [topics, sessions, plugins, files, agents, sessionGroups, threads] = [
    tables.topics,
    tables.sessions,
    tables.messagePlugins,
    tables.files,
    tables.agents,
    tables.sessionGroups,
    tables.threads,
  ].map(byId);
  const agentOf = new Map(
    shapes(tables.agentsToSessions).map((row) => [
      firstText(row.sessionId, row.session_id),
      firstText(row.agentId, row.agent_id),
    ]),
  );
  const attached = Map.groupBy(shapes(tables.messagesFiles), (row) => firstText(row.messageId, row.message_id));
  const groups = Map.groupBy(shapes(tables.messages), (row) => {
    const topic = firstText(row.topicId, row.topic_id);
    return topic === '' ? outsideTopics(row) : topic;
  });
  return [...groups].map(([id, rows]): ImportedConversation => {
    const fields = createFieldTracker();
    const first = shape(rows[0]);
    const topic = topics?.has(id) ? fields.watch('conversation', topics.get(id)) : undefined;
    const sessionId = firstText(topic?.sessionId, topic?.session_id, first.sessionId, first.session_id);
    const session = sessions?.get(sessionId);
    const agent = agents?.get(firstText(agentOf.get(sessionId), topic?.agentId, first.agentId, first.agent_id));
    const group = sessionGroups?.get(firstText(session?.group, session?.groupId, session?.group_id));
    const sorted = rows.toSorted((a, b) => (madeAt(a) ?? 0) - (madeAt(b) ?? 0));
    const existing = new Set(sorted.map((row) => text(row.id)));
    /** The last message of each thread; '' is the conversation itself. */
    const ends = new Map<string, string>();
    const messages = sorted.map((row) => {
      const named = firstText(row.parentId, row.parent_id);
      const thread = firstText(row.threadId, row.thread_id);
      const { sourceMessageId, source_message_id } = threads?.get(thread) ?? {};
      const before = ends.get(thread) ?? (firstText(sourceMessageId, source_message_id) || ends.get('')) ?? null;
      const ids = [
        ...list(row.files).map(text),
        ...(attached.get(text(row.id)) ?? []).map((one) => firstText(one.fileId, one.file_id)),
      ];
      const extra = ids.map((file) => fileOf(file, files?.get(file), context));
      const made = messageOf(
        fields.watch('message', row),
        existing.has(named) ? named : before,
        plugins?.has(text(row.id)) ? fields.watch('message', plugins.get(text(row.id)), 'plugin') : undefined,
        extra,
      );
      ends.set(thread, made.id);
      return made;
    });
    return {
      source: 'lobechat',
      id,
      fields,
      title: firstText(topic?.title, shape(session?.meta).title, session?.title, agent?.title),
      createdAt: madeAt(topic ?? first),
      updatedAt: time(topic?.updatedAt),
      // A pinned session is an assistant, which has many topics.
      pinned: topic ? topic.favorite === true : session?.pinned === true,
      system: firstText(shape(session?.config).systemRole, agent?.systemRole, agent?.system_role),
      folder: group ? { id: text(group.id), name: text(group.name) } : null,
      messages,
      leafId: ends.get('') ?? null,
    };
  });
}

/** The conversation of a message without a topic: that of its session, or since version 2 of its group or agent. */
function outsideTopics(row: Shape): string {
  const session = firstText(row.sessionId, row.session_id);
  const [group, agent] = [firstText(row.groupId, row.group_id), firstText(row.agentId, row.agent_id)];
  if (session !== '' || (group === '' && agent === '')) return `session:${session}`;
  return group === '' ? `agent:${agent}` : `group:${group}`;
}

/** Agents of a group, and those that work on a task, answer like a model. */
const ANSWERS: ReadonlySet<string> = new Set(['assistant', 'supervisor', 'task']);

const madeAt = (row: Shape): number | null => time(row.createdAt) ?? time(row.created_at);

function messageOf(
  row: Shape,
  parentId: string | null,
  pluginRow: Shape | undefined,
  files: readonly ImportedPart[],
): ImportedMessage {
  const role = text(row.role);
  const plugin = pluginRow ?? shape(row.plugin);
  const extra = shape(row.extra);
  const place = { id: text(row.id), parentId, createdAt: madeAt(row) };
  if (role === 'tool') {
    const name = [text(plugin.identifier), text(plugin.apiName)].filter(Boolean).join('__');
    const callId = firstText(row.tool_call_id, plugin.toolCallId, plugin.tool_call_id);
    const isError = [row.pluginError, plugin.error].some((error) => error !== undefined && error !== null);
    const result = { type: 'tool_result' as const, callId, ...(name && { name }), text: text(row.content) };
    return {
      ...place,
      role: 'tool',
      parts: [{ ...result, ...(isError && { isError }) }],
      ...(isError && { earlier: [result] }),
    };
  }
  const reasoning = shape(row.reasoning);
  const thought = firstText(reasoning.content, row.reasoning);
  const signature = text(reasoning.signature);
  const calls = shapes(row.tools).map((call): ImportedPart => {
    const name = [text(call.identifier), text(call.apiName)].filter(Boolean).join('__');
    return { type: 'tool_call', id: text(call.id), name, ...argsOf(call.arguments) };
  });
  const said: ImportedPart[] = [
    ...(thought === '' ? [] : [{ type: 'thinking' as const, text: thought, ...(signature && { signature }) }]),
    ...textPart(text(row.content)),
  ];
  const sources = sourceList(shapes(shape(row.search).citations).map(({ title, url }) => linkOf(title, url)));
  const parts = [...said, ...sources, ...files, ...calls];
  const problem = shape(row.error);
  const reason = resultText(problem.message ?? problem.body);
  const error = reason || firstText(row.error, problem.type);
  const isAnswer = ANSWERS.has(role);
  const usage = usageOf(row);
  const isReadMore =
    sources.length > 0 || (isAnswer && role !== 'assistant') || error !== reason || usage !== undefined;
  const origin = isAnswer
    ? importedOrigin('lobechat', firstText(extra.model, row.model), firstText(extra.provider, row.provider))
    : undefined;
  return {
    ...place,
    role: isAnswer ? 'assistant' : 'user',
    parts,
    hollow: role === 'system' || place.id === '' || (parts.length === 0 && error === ''),
    ...(isReadMore && { earlier: [...said, ...files, ...calls] }),
    ...(origin && { origin }),
    ...(error !== '' && { error }),
    ...(calls.length > 0 && { stop: 'tool' }),
    ...(usage && { usage }),
  };
}

/** Older versions kept it among other metadata. */
function usageOf({ usage, metadata }: Shape): ImportedMessage['usage'] {
  for (const place of [usage, shape(metadata).usage, metadata].map(shape)) {
    const [input, output] = [count(place.totalInputTokens), count(place.totalOutputTokens)];
    if (input + output === 0) continue;
    const [cacheRead, thinking] = [count(place.inputCachedTokens), count(place.outputReasoningTokens)];
    return { input, output, ...(cacheRead > 0 && { cacheRead }), ...(thinking > 0 && { thinking }) };
  }
  return undefined;
}

function fileOf(id: string, file: Shape | undefined, context: ImportContext): ImportedPart {
  context.note('files-elsewhere');
  const named = givenName(file?.name, id);
  return {
    type: 'attachment',
    ...named,
    mime: firstText(file?.fileType, file?.file_type),
    content: context.find(textOrNull(id) ?? named.name),
  };
}
