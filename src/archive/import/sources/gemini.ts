import { digest } from '#core/hash.ts';
import { textPart, type ImportedConversation, type ImportedMessage, type ImportedPart } from '../imported.ts';
import { wholeFile, type ImportContext, type ImportedValue, type Importer } from '../importer.ts';
import { plainHtml } from '../plain-html.ts';
import { firstText, isShape, list, shape, shapes, text, time, type Shape } from '../shape.ts';

/** Questions this far apart are taken for different conversations where the export does not say. */
const GAP_MS = 30 * 60_000;

/** Google Takeout: activities and not conversations, the newest first; the words around them are in any language. */
export const gemini: Importer = {
  source: 'gemini',
  matches: (first) =>
    isShape(first) &&
    'time' in first &&
    ('title' in first || 'header' in first) &&
    [first.header, ...list(first.products)].some((one) => /gemini|bard/i.test(text(one))),
  read: wholeFile(convert),
};

interface Activity {
  asked: string;
  answered: string;
  at: number;
  /** Of the conversation, where an address tells. */
  id: string;
  files: ImportedPart[];
}

function convert(values: ImportedValue[], context: ImportContext): ImportedConversation[] {
  const activities: Activity[] = [];
  for (const { value, at } of values) {
    const one = activity(shape(value), context);
    if (one) activities.push(one);
    else context.skip(at, 'incomplete');
  }
  const groups = new Map<string, Activity[]>();
  let last: { id: string; at: number } | null = null;
  for (const one of activities.toSorted((a, b) => a.at - b.at)) {
    let id = one.id;
    if (id === '') {
      context.note('grouped-by-time');
      id = last && one.at - last.at <= GAP_MS ? last.id : `at-${one.at}-${digest(one.asked).slice(0, 8)}`;
      last = { id, at: one.at };
    }
    groups.set(id, [...(groups.get(id) ?? []), one]);
  }
  return [...groups].map(([id, group]) => ({
    source: 'gemini',
    id,
    title: group[0]?.asked.trim().split('\n')[0]?.slice(0, 80) ?? '',
    createdAt: group[0]?.at ?? null,
    messages: messagesOf(group),
  }));
}

function messagesOf(group: readonly Activity[]): ImportedMessage[] {
  const messages: ImportedMessage[] = [];
  for (const { asked, answered, at, files } of group) {
    const add = (role: 'user' | 'assistant', parts: ImportedPart[]) => {
      if (parts.length === 0) return;
      // The same question a second later is another one, the same activity again is not.
      const id = digest(`${at} ${role} ${asked} ${answered}`);
      const parentId = messages.at(-1)?.id ?? null;
      const origin = role === 'assistant' && {
        origin: { vendor: 'gemini' as const, model: 'gemini', endpoint: 'import:gemini' },
      };
      if (!messages.some((one) => one.id === id))
        messages.push({ id, parentId, role, parts, createdAt: at, ...origin });
    };
    add('user', [...textPart(asked), ...files]);
    add('assistant', textPart(answered));
  }
  return messages;
}

/** Three forms are known: named details, interactions, and a title with the answer as HTML. */
function activity(one: Shape, context: ImportContext): Activity | null {
  const at = time(one.time);
  if (at === null) return null;
  const details = shapes(one.details);
  const detail = (name: string) => text(details.find((row) => text(row.name).toLowerCase() === name)?.value);
  const [interaction] = shapes(one.userInteractions).map((row) => shape(row.userInteraction ?? row));
  const asked = firstText(detail('request'), interaction?.prompt, interaction?.request, prompted(text(one.title)));
  const html = shapes(one.safeHtmlItem)
    .map((item) => plainHtml(text(item.html)))
    .join('\n\n');
  const answered = firstText(detail('response'), interaction?.response, html);
  if (asked === '' && answered === '') return null;
  const names = [...list(one.attachedFiles), ...list(one.imageFile === undefined ? [] : [one.imageFile])];
  const files = names.map((file): ImportedPart => {
    const name = typeof file === 'string' ? file : firstText(shape(file).name, shape(file).fileName, shape(file).url);
    return { type: 'attachment', name, content: context.find(name.slice(name.lastIndexOf('/') + 1)) };
  });
  const [, id = ''] = /\/app\/(?:c\/)?([\w-]+)/.exec(text(one.titleUrl)) ?? [];
  return { asked, answered, at, id, files };
}

/** The word in front is in the account's language; only the English one is known. */
function prompted(title: string): string {
  return title.replace(/^Prompted\s+/, '');
}
