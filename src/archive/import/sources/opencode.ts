import { inBatches } from '#core/in-batches.ts';
import { parseJson } from '../../parse-json.ts';
import { createFieldTracker, fieldsOf, names, type Fields, type IgnoredFields } from '../base/fields.ts';
import type { ImportedConversation, ImportedMessage } from '../base/imported.ts';
import type { ImportContext, ImportedValue, Importer } from '../base/importer.ts';
import { firstText, isShape, shape, shapes, text, time, type Shape } from '../base/shape.ts';
import { currentForm, IGNORED_IN_MESSAGES, messagesOf } from './opencode-messages.ts';
import { IGNORED_IN_ROWS, rowMessages } from './opencode-2.ts';

const IGNORED_FIELDS: IgnoredFields = {
  conversation: names(
    'slug projectID workspaceID directory path parentID summary share version permission agent model cost tokens budget',
    'location subpath fork time.updated time.created time.compacting time.archived revert.snapshot revert.diff revert.files',
    'project_id workspace_id parent_id fork_session_id fork_message_id fork_boundary share_url summary_additions',
    'summary_deletions summary_files summary_diffs tokens_input tokens_output tokens_reasoning tokens_cache_read',
    'tokens_cache_write time_created time_updated time_compacting time_archived time_suspended time_idle time_viewed',
    'resume_attempts idle_outcome id title',
  ),
  message: [...IGNORED_IN_MESSAGES, ...IGNORED_IN_ROWS, ...fieldsOf('info', 'id sessionID parentID role')],
};

/**
 * Sessions of opencode (anomalyco/opencode, before sst/opencode; read 2026-11): `opencode export` of versions 1 and 2,
 * the database `opencode.db` with the tables of either (1.2 and later), and the files in `storage` before it. Every
 * session is a list; a fork or a subagent is a session of its own.
 */
export const opencode: Importer = {
  name: 'opencode',
  meaningless: IGNORED_FIELDS,
  tables: ['session', 'message', 'part', 'session_v2', 'session_message'],
  // `message/<session>/<message>.json`, `part/<message>/<part>.json`; the first versions had the session before it.
  pieces: /(?:^|\/)(?:message\/ses_[^/]+|part\/(?:ses_[^/]+\/)?msg_[^/]+)\/[^/]+\.json$/,
  // The todos repeat what the calls of their tool say.
  aside:
    /(?:^|\/)(?:(?:session_diff|session_share|todo)\/ses_[^/]+|storage\/(?:project|permission)\/(?:global|[0-9a-f]{40}))\.json$/,
  matches: (first) =>
    isExport(first) || isSession(first) || (isShape(shape(first).sqlite) && tablesIn(shape(first).sqlite) !== null),
  read,
};

const isSession = (value: unknown): value is Shape =>
  isShape(value) &&
  text(value.id).startsWith('ses') &&
  isShape(value.time) &&
  'title' in value &&
  !('messages' in value);

const isExport = (value: unknown): value is Shape =>
  isShape(value) && Array.isArray(value.messages) && text(shape(value.info).id).startsWith('ses');

/** The rows that say something; `null` for the database of another program. */
function tablesIn(value: unknown): Readonly<Record<'session' | 'message' | 'part' | 'row', Shape[]>> | null {
  const { session, message, part, session_v2, session_message } = shape(value);
  const isFirst = Array.isArray(session) && Array.isArray(message) && Array.isArray(part);
  if (!isFirst && !Array.isArray(session_message)) return null;
  const newer = shapes(session_v2);
  const known = new Set(newer.map(({ id }) => text(id)));
  return {
    session: [...newer, ...shapes(session).filter(({ id }) => !known.has(text(id)))],
    message: isFirst ? shapes(message) : [],
    part: isFirst ? shapes(part) : [],
    row: shapes(session_message),
  };
}

async function* read(
  values: AsyncIterable<ImportedValue>,
  context: ImportContext,
): AsyncGenerator<ImportedConversation> {
  for await (const { value, at } of values) {
    if (isExport(value)) {
      const { messages, info, ...rest } = value;
      yield conversationOf({ ...rest, ...shape(info) }, (fields) =>
        shapes(messages).every((one) => isShape(one.info))
          ? messagesOf(shapes(messages), fields)
          : rowMessages(shapes(messages), [], fields),
      );
    } else if (isSession(value)) {
      const messages = await storedMessages(text(value.id), context);
      yield conversationOf(value, (fields) => messagesOf(messages, fields));
    } else if (isShape(value) && isShape(value.sqlite)) yield* conversationsIn(value.sqlite, context, at);
    else context.skip(at, 'incomplete');
  }
}

/** Messages whose parts are read at the same time: each part is a file. */
const AT_ONCE = 16;

/** Of a session that has files of its own. */
async function storedMessages(id: string, context: ImportContext): Promise<Shape[]> {
  return inBatches(newestOf(await context.pieces(id)), AT_ONCE, async (info) => {
    const parts = newestOf(await context.pieces(text(info.id)));
    // The first versions kept the parts in the message.
    return isShape(info.metadata) ? currentForm(info) : { info, parts: [...shapes(info.parts), ...parts] };
  });
}

/** A version that moved the files left the old ones in `project`, which comes before `storage`. */
function newestOf(pieces: readonly Shape[]): Shape[] {
  const byId = new Map(pieces.map((piece) => [text(piece.id), piece]));
  return [...byId.values()].toSorted((a, b) => (text(a.id) < text(b.id) ? -1 : 1));
}

function* conversationsIn(sqlite: Shape, context: ImportContext, at: number): Generator<ImportedConversation> {
  const tables = tablesIn(sqlite);
  if (!tables) return;
  const messages = Map.groupBy(tables.message, (row) => text(row.session_id));
  const parts = Map.groupBy(tables.part, (row) => text(row.message_id));
  const rows = Map.groupBy(tables.row, (row) => text(row.session_id));
  const dataOf = (row: Shape): Shape => {
    const data = parsed(row.data);
    if (!isShape(data)) context.skip(at, 'unreadable', text(row.id));
    return shape(data);
  };
  for (const row of tables.session) {
    const id = text(row.id);
    const first = (messages.get(id) ?? []).map((message): Shape => ({
      info: { time: { created: message.time_created }, ...dataOf(message), id: message.id },
      parts: (parts.get(text(message.id)) ?? [])
        .toSorted((a, b) => (text(a.id) < text(b.id) ? -1 : 1))
        .map((part) => ({ ...dataOf(part), id: part.id })),
    }));
    const second = (rows.get(id) ?? [])
      .toSorted((a, b) => Number(a.seq) - Number(b.seq))
      .map((message): Shape => ({ ...dataOf(message), id: message.id, type: message.type }));
    yield conversationOf({ ...row, revert: parsed(row.revert) }, (fields) =>
      second.length === 0 ? messagesOf(first, fields) : rowMessages(second, first, fields),
    );
  }
}

function parsed(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  try {
    return parseJson(value);
  } catch {
    return value;
  }
}

/** What a session is called until a model has named it. */
const UNNAMED = /^(?:New|Child) session - \d{4}-\d\d-\d\dT/;

function conversationOf(value: Shape, read: (fields: Fields) => ImportedMessage[]): ImportedConversation {
  const fields = createFieldTracker();
  const info = fields.watch('conversation', value);
  const times = shape(info.time);
  const messages = read(fields);
  const title = text(info.title);
  return {
    source: 'opencode',
    id: text(info.id),
    fields,
    title: UNNAMED.test(title) ? '' : title,
    createdAt: time(times.created) ?? time(info.time_created),
    updatedAt: time(times.updated) ?? time(info.time_updated),
    archived: (time(times.archived) ?? time(info.time_archived)) !== null,
    messages,
    leafId: endOf(messages, shape(info.revert)),
  };
}

/** What was undone stays stored until the next message. */
function endOf(messages: readonly ImportedMessage[], revert: Shape): string | null {
  const undone = firstText(revert.messageID);
  const at = undone === '' ? -1 : messages.findIndex(({ id }) => id === undone);
  if (at <= 0) return messages.at(-1)?.id ?? null;
  return (text(revert.partID) === '' ? messages[at]?.parentId : undone) ?? null;
}
