import { digest } from '#core/hash.ts';
import {
  givenName,
  type ImportedConversation,
  type ImportedMessage,
  type ImportedPart,
  textPart,
} from '../base/imported.ts';
import { wholeFile, type ImportContext, type ImportedValue, type Importer } from '../base/importer.ts';
import type { SkipReason } from '../base/receipt.ts';
import { htmlText, htmlToMarkdown, parseHtml } from '#markdown/from-html.ts';
import { createFieldTracker, names, fieldsOf, type Fields, type IgnoredFields } from '../base/fields.ts';
import { firstText, isShape, list, shape, shapes, text, time } from '../base/shape.ts';

/** Questions this far apart start a new conversation if the export doesn't say. */
const GAP_MS = 30 * 60_000;

const IGNORED_FIELDS: IgnoredFields = {
  message: [
    ...names('header products titleUrl activityControls time title locationInfos'),
    ...fieldsOf('details[]', 'name'),
  ],
};

/** Google Takeout contains activities, not conversations, the newest first. Its labels are in any language. */
export const gemini: Importer = {
  name: 'Gemini (Google Takeout)',
  meaningless: IGNORED_FIELDS,
  matches: (first) =>
    isShape(first) &&
    'time' in first &&
    ('title' in first || 'header' in first) &&
    [first.header, ...list(first.products)].some((one) => /gemini|bard/i.test(text(one))),
  read: wholeFile(convert),
};

interface Activity {
  asked: string;
  answer: Answer;
  at: number;
  /** The conversation's id, if an address contains it. */
  id: string;
  files: ImportedPart[];
  /** Something the program did on its own, without a question and an answer. */
  silent: boolean;
  fields: Fields;
}

interface Answer {
  said: string;
  /** Its text, taken from between the elements. */
  text: string;
}

function convert(values: ImportedValue[], context: ImportContext): ImportedConversation[] {
  // Only exports in English are known to mark which activities are questions.
  const isEnglish = values.some(({ value }) => PROMPTED.test(text(shape(value).title)));
  const activities: Activity[] = [];
  for (const { value, at } of values) {
    const one = activity(value, isEnglish, context);
    if (one === null || typeof one === 'string')
      context.skip(at, one ?? 'incomplete', text(shape(value).title).slice(0, 80));
    else activities.push(one);
    if (one !== null && typeof one !== 'string' && one.silent) context.skip(at, 'no-question', one.asked.slice(0, 80));
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
    const group = groups.get(id);
    if (group) group.push(one);
    else groups.set(id, [one]);
  }
  return [...groups].flatMap(([id, all]) => {
    const group = all.filter(({ silent }) => !silent);
    const fields = { unread: (meaningless: IgnoredFields) => group.flatMap((one) => one.fields.unread(meaningless)) };
    const [first] = group;
    if (!first) return [];
    const title = first.asked.trim().split('\n')[0]?.slice(0, 80) ?? '';
    return [{ source: 'gemini', id, fields, title, createdAt: first.at, messages: messagesOf(group) }];
  });
}

function messagesOf(group: readonly Activity[]): ImportedMessage[] {
  const messages: ImportedMessage[] = [];
  const ids = new Set<string>();
  for (const { asked, answer, at, files } of group) {
    const add = (role: 'user' | 'assistant', parts: ImportedPart[], earlier: ImportedPart[]) => {
      if (parts.length === 0) return;
      // The same question a second later is a different one, but the same activity isn't. The answer isn't part of the
      // id, because how it's read may change.
      const id = digest(`${at} ${role} ${asked}`);
      const parentId = messages.at(-1)?.id ?? null;
      const origin = role === 'assistant' && {
        origin: { vendor: 'gemini' as const, model: 'gemini', endpoint: 'import:gemini' },
      };
      if (!ids.has(id)) messages.push({ id, parentId, role, parts, createdAt: at, earlier, ...origin });
      ids.add(id);
    };
    const question = [...textPart(asked), ...files];
    add('user', question, question);
    add('assistant', textPart(answer.said), textPart(answer.text));
  }
  return messages;
}

/** Three forms are known: named details, interactions, and a title with the answer as HTML. */
function activity(raw: unknown, isEnglish: boolean, context: ImportContext): Activity | SkipReason | null {
  const fields = createFieldTracker();
  const one = fields.watch('message', raw);
  const at = time(one.time);
  if (at === null) return text(one.time) === '' ? null : 'time-unknown';
  const details = shapes(one.details);
  const detail = (name: string) => text(details.find((row) => text(row.name).toLowerCase() === name)?.value);
  const [interaction] = shapes(one.userInteractions).map((row) => shape(row.userInteraction ?? row));
  const title = text(one.title);
  const asked = firstText(detail('request'), interaction?.prompt, interaction?.request, title.replace(PROMPTED, ''));
  const plain = firstText(detail('response'), interaction?.response);
  const html = shapes(one.safeHtmlItem).map((item) => text(item.html));
  const answer =
    plain === ''
      ? {
          said: html.map(htmlToMarkdown).join('\n\n').trim(),
          text: html.map((one) => htmlText(parseHtml(one))).join(' '),
        }
      : { said: plain, text: plain };
  if (asked === '' && answer.said === '') return null;
  const names = [...list(one.attachedFiles), ...list(one.imageFile === undefined ? [] : [one.imageFile])];
  const files = names.map((file): ImportedPart => {
    const { name: own, fileName, url } = shape(file);
    const named = givenName(firstText(file, own, fileName), url);
    return { type: 'attachment', ...named, content: context.find(named.name.slice(named.name.lastIndexOf('/') + 1)) };
  });
  const [, id = ''] = /\/app\/(?:c\/)?([\w-]+)/.exec(text(one.titleUrl)) ?? [];
  const isTitle = asked === title;
  const silent = answer.said === '' && files.length === 0 && isTitle && (OWN_WORDS.test(title) || isEnglish);
  return { asked, answer, at, id, files, silent, fields };
}

/** The prefix is in the account's language; only the English one is known. */
const PROMPTED = /^Prompted\s+/;

const OWN_WORDS = /^(?:Used an assistant feature|Gave feedback|Selected preferred draft)/;
