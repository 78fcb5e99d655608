import { digest } from '#core/hash.ts';
import { createFieldTracker, names, fieldsOf, type IgnoredFields } from '../base/fields.ts';
import {
  importedOrigin,
  rawPart,
  textPart,
  type ImportedConversation,
  type ImportedMessage,
} from '../base/imported.ts';
import { wholeFile, type ImportContext, type ImportedValue, type Importer } from '../base/importer.ts';
import { firstText, isShape, list, shape, shapes, text, time, type Shape } from '../base/shape.ts';

const IGNORED_FIELDS: IgnoredFields = {
  conversation: names('user_name character_name create_date chat_metadata.chat_id_hash chat_metadata.tainted'),
  message: [
    ...names(
      'name gen_started gen_finished force_avatar original_avatar swipes swipe_id extra.token_count',
      'extra.gen_id extra.reasoning_duration extra.time_to_first_token is_name is_user extra.reasoning_type',
      'extra.isSmallSys extra.model extra.api send_date is_system title',
    ),
    ...fieldsOf('swipe_info[]', 'gen_started gen_finished'),
    // The message in the chat has its own copies of these.
    ...fieldsOf(
      'swipe_info[].extra',
      'token_count gen_id reasoning_duration time_to_first_token reasoning_type isSmallSys model api reasoning image',
    ),
  ],
};

/** `chats/<character>/<name>.jsonl`: a header, then messages whose swipes are alternatives at one place. */
export const sillytavern: Importer = {
  name: 'SillyTavern',
  meaningless: IGNORED_FIELDS,
  matches: (first) => isShape(first) && 'character_name' in first && ('user_name' in first || 'chat_metadata' in first),
  read: wholeFile(convert),
};

function convert(values: ImportedValue[], context: ImportContext): ImportedConversation[] {
  const fields = createFieldTracker();
  const [first, ...lines] = values.map(({ value }) => shape(value));
  if (!first) return [];
  const head = fields.watch('conversation', first);
  const name = context.file.slice(context.file.lastIndexOf('/') + 1).replace(/\.jsonl$/, '');
  const character = text(head.character_name);
  const messages: ImportedMessage[] = [];
  let before: string | null = null;
  for (const [index, line] of lines.entries()) {
    const made = alternatives(index + 1, before, fields.watch('message', line), context);
    messages.push(...made.all);
    before = made.chosen ?? before;
  }
  return [
    {
      source: 'sillytavern',
      // Only the file name distinguishes chats with the same character.
      id: firstText(shape(head.chat_metadata).integrity) || digest(`${character}/${name}/${text(head.create_date)}`),
      fields,
      title: character && name ? `${character}: ${name}` : character || name,
      createdAt: time(head.create_date),
      messages,
      leafId: before,
    },
  ];
}

function alternatives(
  number: number,
  parentId: string | null,
  line: Shape,
  context: ImportContext,
): { all: ImportedMessage[]; chosen: string | null } {
  if (line.is_system === true) return hidden(number, parentId, line);
  const swipes = list(line.swipes).map(text);
  const current = typeof line.swipe_id === 'number' ? line.swipe_id : 0;
  // The user may have edited the current swipe in the chat.
  const texts =
    swipes.length > 0
      ? swipes.map((one, index) => (index === current ? firstText(line.mes, one) : one))
      : [text(line.mes)];
  const infos = shapes(line.swipe_info);
  const all = texts.map((said, index): ImportedMessage => {
    const info = swipes.length > 0 ? (infos[index] ?? {}) : line;
    const own = shape(info.extra);
    const extra = index === current || swipes.length === 0 ? shape(line.extra ?? own) : own;
    const thought = text(extra.reasoning);
    const origin =
      line.is_user === true ? undefined : importedOrigin('sillytavern', text(extra.model), text(extra.api));
    const image = text(extra.image);
    const parts: ImportedMessage['parts'] = [
      ...(thought === '' ? [] : [{ type: 'thinking' as const, text: thought }]),
      ...textPart(said),
      ...(image === ''
        ? []
        : [
            {
              type: 'attachment' as const,
              name: image,
              content: context.find(image.slice(image.lastIndexOf('/') + 1)),
            },
          ]),
    ];
    return {
      id: index === current || swipes.length === 0 ? String(number) : `${number}.${index}`,
      parentId,
      role: line.is_user === true ? 'user' : 'assistant',
      parts,
      createdAt: time(info.send_date) ?? time(line.send_date),
      hollow: parts.length === 0,
      ...(origin && { origin }),
    };
  });
  const chosen = all.find(({ id }) => id === String(number)) ?? all.at(-1);
  return { all, chosen: chosen && !chosen.hollow ? chosen.id : null };
}

/** A line that wasn't sent to any model: stored raw at its place. */
function hidden(
  number: number,
  parentId: string | null,
  line: Shape,
): { all: ImportedMessage[]; chosen: string | null } {
  const id = String(number);
  const said = { name: text(line.name), mes: text(line.mes) };
  const shown: ImportedMessage = {
    id,
    parentId,
    role: line.is_user === true ? 'user' : 'assistant',
    parts: said.mes.trim() === '' ? [] : rawPart('sillytavern', 'hidden', said),
    createdAt: time(line.send_date),
    hollow: said.mes.trim() === '',
    earlier: textPart(said.mes),
  };
  return { all: [shown], chosen: shown.hollow ? null : id };
}
