import { digest } from '#core/hash.ts';
import { importedOrigin, textPart, type ImportedConversation, type ImportedMessage } from '../imported.ts';
import { wholeFile, type ImportContext, type ImportedValue, type Importer } from '../importer.ts';
import { firstText, isShape, list, shape, shapes, text, time, type Shape } from '../shape.ts';

/** `chats/<character>/<name>.jsonl`: a head, then messages whose swipes are alternatives at one place. */
export const sillytavern: Importer = {
  source: 'sillytavern',
  matches: (first) => isShape(first) && 'character_name' in first && ('user_name' in first || 'chat_metadata' in first),
  read: wholeFile(convert),
};

function convert(values: ImportedValue[], context: ImportContext): ImportedConversation[] {
  const [head, ...lines] = values.map(({ value }) => shape(value));
  if (!head) return [];
  const name = context.file.slice(context.file.lastIndexOf('/') + 1).replace(/\.jsonl$/, '');
  const character = text(head.character_name);
  const messages: ImportedMessage[] = [];
  let before: string | null = null;
  for (const [index, line] of lines.entries()) {
    const made = alternatives(index + 1, before, line, context);
    messages.push(...made.all);
    before = made.chosen ?? before;
  }
  return [
    {
      source: 'sillytavern',
      // The file's name is all that tells chats with one character apart.
      id: firstText(shape(head.chat_metadata).integrity) || digest(`${character}/${name}/${text(head.create_date)}`),
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
  const swipes = list(line.swipes).map(text);
  const current = typeof line.swipe_id === 'number' ? line.swipe_id : 0;
  // What stands in the chat may have been edited after it was swiped to.
  const texts =
    swipes.length > 0
      ? swipes.map((one, index) => (index === current ? firstText(line.mes, one) : one))
      : [text(line.mes)];
  const infos = shapes(line.swipe_info);
  const all = texts.map((said, index): ImportedMessage => {
    const info = swipes.length > 0 ? (infos[index] ?? {}) : line;
    const extra = shape(index === current || swipes.length === 0 ? (line.extra ?? info.extra) : info.extra);
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
      role: line.is_user === true || line.is_system === true ? 'user' : 'assistant',
      parts,
      createdAt: time(info.send_date) ?? time(line.send_date),
      hollow: parts.length === 0,
      ...(origin && { origin }),
    };
  });
  const chosen = all.find(({ id }) => id === String(number)) ?? all.at(-1);
  return { all, chosen: chosen && !chosen.hollow ? chosen.id : null };
}
