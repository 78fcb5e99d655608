import { without } from '#core/without.ts';
import { createFieldTracker, fieldsOf, names, type Fields, type IgnoredFields } from '../base/fields.ts';
import type { ImportedConversation } from '../base/imported.ts';
import type { CompanionFile, ImportContext, ImportedValue, Importer } from '../base/importer.ts';
import { firstText, isShape, shape, shapes, text, time, type Shape } from '../base/shape.ts';
import { createThread, type Place, type Thread } from './codex-thread.ts';

const IGNORED_FIELDS: IgnoredFields = {
  conversation: names(
    'id session_id timestamp cwd originator cli_version source thread_source model_provider git forked_from_id dynamic_tools',
    'forked_from_ordinal_exclusive parent_thread_id agent_nickname agent_role agent_path multi_agent_version history_mode',
    'selected_capability_roots memory_mode context_window initial_window_id subagent_history_start_ordinal',
  ),
  message: [
    ...names('timestamp ordinal type metadata'),
    ...fieldsOf(
      'payload',
      'type id role status call_id end_turn execution internal_chat_message_metadata_passthrough author recipient',
      'other_recipients trigger_turn window_number first_window_id previous_window_id window_id mcp_resource_origins',
    ),
    ...names('payload.content[].type payload.content[].detail payload.summary[].type'),
    ...names('payload.output[].type payload.output[].detail payload.output.success'),
  ],
};

/** `session_index.jsonl`: what threads are called. The last line for a thread counts. */
const NAMES: CompanionFile = {
  named: /(?:^|\/)session_index\.jsonl$/,
  matches: (first) => isShape(first) && 'thread_name' in first && 'id' in first,
  idOf: (value) => text(value.id),
  nameOf: (value) => text(value.thread_name),
  isOptional: true,
};

/**
 * Sessions of Codex, `~/.codex/sessions/YYYY/MM/DD/rollout-*.jsonl` (openai/codex, `protocol/src/models.rs`,
 * `rollout/src`; read 2026-11). A line is `{ timestamp, type, payload }` since September 2025. Before, it was the payload
 * itself, after a header; the first versions, until summer 2025, wrote one object. A fork repeats what it began with,
 * or names it (`history_base`), as the later files of a long session do: `-<session>_<file>.jsonl`. A subagent has a
 * file of its own.
 */
export const codex: Importer = {
  name: 'Codex',
  meaningless: IGNORED_FIELDS,
  beside: NAMES,
  matches: (first) => isLine(first) || isHeader(first) || isWhole(first),
  read,
};

const LINES: ReadonlySet<string> = new Set([
  'session_meta',
  'response_item',
  'turn_context',
  'event_msg',
  'compacted',
  'inter_agent_communication',
]);

const isLine = (value: unknown): value is Shape =>
  isShape(value) && LINES.has(text(value.type)) && isShape(value.payload);

const HEADER: ReadonlySet<string> = new Set(['id', 'timestamp', 'instructions', 'git']);

const isHeader = (value: unknown): value is Shape =>
  isShape(value) &&
  'instructions' in value &&
  text(value.id) !== '' &&
  typeof value.timestamp === 'string' &&
  Object.keys(value).every((key) => HEADER.has(key));

const isWhole = (value: unknown): value is Shape =>
  isShape(value) && Array.isArray(value.items) && text(shape(value.session).id) !== '';

/** Lines aren't kept: what was summarized repeats the conversation, and makes files of many hundred megabytes. */
async function* read(
  values: AsyncIterable<ImportedValue>,
  context: ImportContext,
): AsyncGenerator<ImportedConversation> {
  const fields = createFieldTracker();
  const thread = createThread(fields);
  let head: Shape | null = null;
  let [isWholeHistory, place] = [true, (at: number): Place => at];
  for await (const { value, at } of values) {
    const line = shape(value);
    if (isWhole(value)) {
      head ??= shape(value.session);
      for (const [index, payload] of shapes(value.items).entries()) thread.item({ payload }, index + 1);
    } else if (isLine(value)) {
      // A fork has the line of what it began with, too.
      if (value.type !== 'session_meta') thread.line(value, place(at));
      else if (head === null) {
        const meta = shape(value.payload);
        const own = text(meta.id);
        place = placesIn(LATER_FILE.exec(context.file)?.[1] ?? own, own);
        isWholeHistory = await readBase(meta, { own, thread, context, seen: new Set() });
        const start = startOf(value, thread);
        // What was followed needs no mention.
        head = isWholeHistory ? without(start, 'history_base') : start;
      }
    } else if (isHeader(value)) head ??= value;
    // Lines without a meaning here, such as the state of the program, have a payload, too.
    else if (!isShape(line.payload) && text(line.type) !== '') thread.item({ payload: line }, at);
  }
  if (!isWholeHistory) context.note('begins-elsewhere');
  const conversation = head && conversationOf(head, thread, fields, context);
  if (conversation) yield conversation;
  else context.skip(1, 'incomplete');
}

function startOf(line: Shape, thread: Thread): Shape {
  const meta = shape(line.payload);
  thread.startsWith(text(meta.model_provider));
  return meta;
}

/** The file of a session that was too long for one, by its own id. */
const LATER_FILE = /_([\da-f-]{36})\.jsonl$/;

/** Lines of the session's first file have their number alone. */
const placesIn =
  (file: string, own: string) =>
  (at: number): Place =>
    file === own ? at : `${file}:${at}`;

interface Base {
  own: string;
  thread: Thread;
  context: ImportContext;
  /** Files that were read for this session. */
  seen: Set<string>;
}

/** Reads what a file goes on from, which is in others. False where one isn't there. */
async function readBase(meta: Shape, base: Base): Promise<boolean> {
  const { thread_id, end_ordinal_exclusive: end } = shape(meta.history_base);
  const file = text(thread_id);
  if (file === '' || typeof end !== 'number') return !isShape(meta.history_base);
  const { own, thread, context, seen } = base;
  const lines = seen.has(file) ? null : (context.other(`-${file}`) ?? context.other(`_${file}`));
  if (!lines) return false;
  seen.add(file);
  const place = placesIn(file, own);
  let isWhole: boolean | null = null;
  for await (const { value, at } of lines) {
    if (!isLine(value)) continue;
    if (value.type === 'session_meta') {
      if (isWhole !== null) continue;
      isWhole = await readBase(shape(value.payload), base);
      startOf(value, thread);
    } else if (typeof value.ordinal === 'number' && value.ordinal >= end) break;
    else thread.line(value, place(at));
  }
  return isWhole ?? true;
}

function conversationOf(
  head: Shape,
  thread: Thread,
  fields: Fields,
  context: ImportContext,
): ImportedConversation | null {
  const meta = fields.watch('conversation', head);
  const id = firstText(meta.id, meta.session_id);
  if (id === '') return null;
  const { messages, opening, leafId } = thread.end();
  return {
    source: 'codex',
    id,
    fields,
    title: firstText(context.beside(id)?.thread_name, opening),
    createdAt: time(meta.timestamp),
    archived: /(?:^|\/)archived_sessions\//.test(context.file),
    messages,
    leafId,
  };
}
