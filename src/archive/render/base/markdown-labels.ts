import { readBlocks } from '#markdown/block-reader.ts';
import { lexMarkdown, normalizeLineEnds } from '#markdown/lex-markdown.ts';
import { MAX_PROSE_LENGTH } from '#markdown/limits.ts';

/** Of the pictures that the file itself defines. */
const RESERVED = /^baton-picture-\d+$/;

/**
 * For the texts of one Markdown file, in their order: returns the text with other labels of links and footnotes where an
 * earlier text has the same ones, and without those that only another text defines. In a Markdown file the first
 * definition of a label holds everywhere, also before it.
 */
export function createLabels(): (text: string) => string {
  /** Labels that a text defines or could mean to, and the last number that each was given. */
  const taken = new Map<string, number>();
  const defined = new Set<string>();
  const isFree = (label: string) => !taken.has(label.toLowerCase()) && !RESERVED.test(label);
  return (text) => {
    if (!text.includes('[') || text.length > MAX_PROSE_LENGTH) return text;
    const own = text.includes(']:') ? labelsIn(text) : new Set<string>();
    const names = new Map<string, string>();
    for (const label of own) {
      if (isFree(label)) continue;
      let number = (taken.get(label.toLowerCase()) ?? 1) + 1;
      while (!isFree(`${label}-${number}`) || own.has(`${label}-${number}`)) number++;
      taken.set(label.toLowerCase(), number);
      names.set(label, `${label}-${number}`);
    }
    const unknown = bracketsIn(text);
    for (const label of own) unknown.delete(label.toLowerCase());
    const foreign = new Set([...unknown].filter((label) => defined.has(label) || RESERVED.test(label)));
    for (const label of own) {
      const name = (names.get(label) ?? label).toLowerCase();
      defined.add(name);
      unknown.add(name);
    }
    for (const label of unknown) taken.set(label, taken.get(label) ?? 1);
    const unlinked = foreign.size === 0 ? text : withoutLinks(text, foreign);
    return names.size === 0 ? unlinked : renamed(unlinked, names);
  };
}

const CODE = '(?<!`)(?<code>`+)(?!`)[^]*?(?<!`)\\k<code>(?!`)';
/** Code, or what would be a link if its label were defined. */
const BRACKETS = new RegExp(`${CODE}|\\[(?<label>\\^?(?:[^[\\]\\\\]|\\\\.){1,999})\\]`, 'g');

const normalized = (label: string): string => label.toLowerCase().replace(/\s+/g, ' ').trim();

function bracketsIn(text: string): Set<string> {
  const labels = Array.from(text.matchAll(BRACKETS), ({ groups }) => groups?.['label']);
  return new Set(labels.flatMap((label) => (label === undefined ? [] : [normalized(label)])));
}

/** The text as it is where a reader of the text alone would see anything else changed, too. */
function withoutLinks(text: string, foreign: ReadonlySet<string>): string {
  const source = normalizeLineEnds(text);
  const { tokens } = lexMarkdown(source);
  const isSplit = tokens.map(({ raw }) => raw).join('') === source;
  const blocks = isSplit ? tokens : [{ type: 'text', raw: source }];
  const result = blocks
    .map(({ type, raw }) =>
      type === 'code' || type === 'html'
        ? raw
        : raw.replace(BRACKETS, (found: string, ...given: unknown[]) => {
            const { label } = given.at(-1) as { label?: string };
            // For some readers, a bracket after a backslash starts a formula.
            return label !== undefined && foreign.has(normalized(label)) ? `&#91;${found.slice(1)}` : found;
          }),
    )
    .join('');
  return textsOf(text) === textsOf(result) ? result : text;
}

/** What a reader sees, with marks of footnotes that lead nowhere as text. */
function textsOf(text: string): string {
  const notes = new Set<string>();
  const blocks = readBlocks(text);
  JSON.stringify(blocks, (_key, value: unknown) => {
    if (isDefinition(value)) notes.add(value.label);
    return value;
  });
  return JSON.stringify(blocks, (key, value: unknown) => {
    if (key === 'raw') return undefined;
    return isMark(value) && !notes.has(value.label) ? { type: 'text', text: `[^${value.label}]` } : value;
  }).replaceAll('"},{"type":"text","text":"', '');
}

/** The labels that a text defines: those of links as a reader compares them, those of footnotes after a `^`. */
function labelsIn(text: string): Set<string> {
  const labels = new Set(Object.keys(lexMarkdown(normalizeLineEnds(text)).links));
  JSON.stringify(readBlocks(text), (_key, value: unknown) => {
    if (isDefinition(value)) labels.add(`^${value.label}`);
    return value;
  });
  return labels;
}

const isMark = (value: unknown): value is { label: string } =>
  typeof value === 'object' && value !== null && 'label' in value && !('children' in value);

const isDefinition = (value: unknown): value is { label: string } =>
  typeof value === 'object' && value !== null && 'label' in value && 'children' in value;

/** Code, a footnote, the label after the text of a link, or a label that is the text as well. */
const patternOf = (labels: string): RegExp =>
  new RegExp(
    `${CODE}|` +
      `(?<!\\\\)(?:\\[(?<note>\\^(?:${labels}))\\]|(?<=\\])\\[(?<after>${labels})\\]|\\[(?<alone>${labels})\\](?:\\[\\]|(?![[(])))`,
    'gi',
  );

/** What may stand before a definition on its line. */
const BEFORE = /(?:^|\n)[\s>*+\-\d.)]*$/;

/** The text as it is where a reader would see anything else changed, too. */
function renamed(text: string, names: ReadonlyMap<string, string>): string {
  const labels = Array.from(names.keys(), (label) =>
    label
      .replace(/^\^/, '')
      .replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
      .replaceAll(' ', '\\s+'),
  );
  const result = text.replace(patternOf(labels.join('|')), (found: string, ...given: unknown[]) => {
    const { note, after, alone } = given.at(-1) as Partial<Record<'note' | 'after' | 'alone', string>>;
    if (note !== undefined) return `[${names.get(note) ?? note}]`;
    const name = names.get((after ?? alone ?? '').toLowerCase().replace(/\s+/g, ' '));
    if (name === undefined) return found;
    const at = given.at(-3) as number;
    const isDefined = text[at + found.length] === ':' && BEFORE.test(text.slice(Math.max(0, at - 40), at));
    return after !== undefined || isDefined ? `[${name}]` : `[${alone}][${name}]`;
  });
  return shapeOf(text, names) === shapeOf(result) ? result : text;
}

/** What a reader sees. */
function shapeOf(text: string, names?: ReadonlyMap<string, string>): string {
  return JSON.stringify(readBlocks(text), (key, value: unknown) => {
    if (key === 'raw') return undefined;
    return key === 'label' ? (names?.get(`^${String(value)}`)?.slice(1) ?? value) : value;
  });
}
