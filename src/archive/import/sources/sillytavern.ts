import { digest } from '#core/hash.ts';
import { argsOf, linkedFile, toolResult } from '../base/blocks.ts';
import { createFieldTracker, names, fieldsOf, type IgnoredFields } from '../base/fields.ts';
import {
  importedOrigin,
  rawPart,
  textPart,
  type ImportedConversation,
  type ImportedFile,
  type ImportedMessage,
  type ImportedPart,
} from '../base/imported.ts';
import { wholeFile, type ImportContext, type ImportedValue, type Importer } from '../base/importer.ts';
import { titled } from '../base/links.ts';
import { firstText, isShape, list, shape, shapes, text, time, type Shape } from '../base/shape.ts';

const IGNORED_FIELDS: IgnoredFields = {
  conversation: names('user_name character_name create_date chat_metadata.chat_id_hash chat_metadata.tainted'),
  message: [
    ...names(
      'name gen_started gen_finished force_avatar original_avatar swipes swipe_id extra.token_count',
      'extra.gen_id extra.reasoning_duration extra.time_to_first_token is_name is_user extra.reasoning_type',
      'extra.isSmallSys extra.model extra.api send_date is_system title',
    ),
    ...fieldsOf('extra', 'tool_invocations[].displayName media[].type files[].size files[].created'),
    ...fieldsOf('swipe_info[]', 'gen_started gen_finished'),
    // The message in the chat has its own copies of these.
    ...fieldsOf(
      'swipe_info[].extra',
      'token_count gen_id reasoning_duration time_to_first_token reasoning_type isSmallSys model api reasoning image',
      'media files file',
    ),
  ],
};

/**
 * `chats/<character>/<name>.jsonl`: a header, then messages whose swipes are alternatives at one place. Chats of groups
 * may have no header.
 */
export const sillytavern: Importer = {
  name: 'SillyTavern',
  meaningless: IGNORED_FIELDS,
  matches: (first) => isShape(first) && (isHeader(first) || ('mes' in first && 'is_user' in first)),
  read: wholeFile(convert),
};

const isHeader = (line: Shape): boolean => 'character_name' in line && ('user_name' in line || 'chat_metadata' in line);

function convert(values: ImportedValue[], context: ImportContext): ImportedConversation[] {
  const fields = createFieldTracker();
  const all = values.map(({ value }) => shape(value));
  const header = all.find(isHeader);
  const lines = all.filter((line) => line !== header);
  const head = fields.watch('conversation', header);
  const name = context.file.slice(context.file.lastIndexOf('/') + 1).replace(/\.jsonl$/, '');
  // What a group's header says.
  const character = head.character_name === 'unused' ? '' : text(head.character_name);
  const speakers = new Set(
    lines.filter(({ is_user, is_system }) => !is_user && !is_system).map((line) => text(line.name)),
  );
  const messages: ImportedMessage[] = [];
  let before: string | null = null;
  for (const [index, line] of lines.entries()) {
    const made = alternatives(index + 1, before, fields.watch('message', line), {
      context,
      isGroup: speakers.size > 1,
    });
    messages.push(...made.all);
    before = made.chosen ?? before;
  }
  // Only the file name distinguishes chats with the same character.
  const began = header ? text(head.create_date) : text(lines[0]?.send_date);
  // A branch has the id of the chat that it is a branch of, and becomes a part of it.
  const title = firstText(shape(head.chat_metadata).main_chat, name);
  return [
    {
      source: 'sillytavern',
      id: firstText(shape(head.chat_metadata).integrity) || digest(`${text(head.character_name)}/${name}/${began}`),
      fields,
      title: character && title ? `${character}: ${title}` : character || title,
      createdAt: time(head.create_date),
      messages,
      leafId: before,
    },
  ];
}

interface Around {
  context: ImportContext;
  /** Several characters speak. */
  isGroup: boolean;
}

function alternatives(
  number: number,
  parentId: string | null,
  line: Shape,
  { context, isGroup }: Around,
): { all: ImportedMessage[]; chosen: string | null } {
  if (line.is_system === true) return hidden(number, parentId, line);
  const swipes = list(line.swipes).map(text);
  const mes = text(line.mes);
  const { texts, current } = swipesOf(swipes, mes, line.swipe_id);
  const infos = list(line.swipe_info).map(shape);
  const all = texts.map((said, index): ImportedMessage => {
    const info = swipes.length > 0 ? (infos[index] ?? {}) : line;
    const own = shape(info.extra);
    const extra = index === current ? shape(line.extra ?? own) : own;
    const thought = text(extra.reasoning);
    const origin =
      line.is_user === true ? undefined : importedOrigin('sillytavern', text(extra.model), text(extra.api));
    const image = text(extra.image);
    const thinking = thought === '' ? [] : [{ type: 'thinking' as const, text: thought }];
    const files = image === '' ? [] : [fileAt(image, '', context)];
    const more = [...shapes(extra.media), ...shapes(extra.files), ...shapes([extra.file])].map((file) =>
      fileAt(text(file.url), firstText(file.name, file.title), context, text(file.text)),
    );
    const earlier = [...thinking, ...textPart(said), ...files];
    const speaker = isGroup && line.is_user !== true && said.trim() !== '' ? text(line.name) : '';
    const parts = [...thinking, ...textPart(titled(speaker, said)), ...files, ...more];
    return {
      id: index === current ? String(number) : `${number}.${index}`,
      parentId,
      role: line.is_user === true ? 'user' : 'assistant',
      parts,
      createdAt: time(info.send_date) ?? time(line.send_date),
      hollow: parts.length === 0,
      ...((speaker !== '' || more.length > 0) && { earlier }),
      ...(origin && { origin }),
    };
  });
  const chosen = all.find(({ id }) => id === String(number));
  return { all, chosen: chosen && !chosen.hollow ? chosen.id : null };
}

/** The alternatives, and which of them the chat shows: the user may have edited it there. */
function swipesOf(swipes: readonly string[], mes: string, chosen: unknown): { texts: string[]; current: number } {
  if (swipes.length === 0) return { texts: [mes], current: 0 };
  const named = typeof chosen === 'number' && Number.isInteger(chosen) && chosen >= 0 ? chosen : 0;
  if (named < swipes.length)
    return { texts: swipes.map((one, index) => (index === named ? mes || one : one)), current: named };
  // A swipe that was never finished is chosen.
  const same = mes === '' ? swipes.length - 1 : swipes.indexOf(mes);
  return same < 0 ? { texts: [...swipes, mes], current: swipes.length } : { texts: [...swipes], current: same };
}

function fileAt(url: string, name: string, context: ImportContext, content = ''): ImportedFile {
  if (url.startsWith('data:')) return linkedFile(url, name, 'image');
  const named = { type: 'attachment' as const, name: name || url };
  if (content !== '') return { ...named, mime: 'text/plain', content: new TextEncoder().encode(content) };
  return { ...named, content: context.find(url.slice(url.lastIndexOf('/') + 1)) };
}

/** A line that wasn't sent to any model is stored raw at its place; the calls of tools, as what they are. */
function hidden(
  number: number,
  parentId: string | null,
  line: Shape,
): { all: ImportedMessage[]; chosen: string | null } {
  const id = String(number);
  const said = { name: text(line.name), mes: text(line.mes) };
  const raw = said.mes.trim() === '' ? [] : rawPart('sillytavern', 'hidden', said);
  const made = { id, parentId, createdAt: time(line.send_date) };
  const calls = shapes(shape(line.extra).tool_invocations);
  if (calls.length > 0) {
    const parts = [
      ...calls.map((call): ImportedPart => {
        return { type: 'tool_call', id: text(call.id), name: text(call.name), ...argsOf(call.parameters) };
      }),
      ...calls.flatMap((call) => toolResult({ callId: text(call.id), name: text(call.name) }, call.result)),
    ];
    return { all: [{ ...made, role: 'assistant', parts, earlier: raw, stop: 'tool' }], chosen: id };
  }
  const shown: ImportedMessage = {
    ...made,
    role: line.is_user === true ? 'user' : 'assistant',
    parts: raw,
    hollow: raw.length === 0,
    earlier: textPart(said.mes),
  };
  return { all: [shown], chosen: shown.hollow ? null : id };
}
