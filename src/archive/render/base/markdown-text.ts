import { greatest } from '#core/greatest.ts';
import { readBlocks } from '#markdown/block-reader.ts';
import { oneLine } from './facts.ts';

const MARKS = /[\\`*_<>&#$~]/g;
/** For some readers, a bracket after a backslash starts a formula. */
const BRACKETS: Readonly<Record<string, string>> = { '[': '&#91;', ']': '&#93;' };

/** Escapes text so that a Markdown reader shows it literally within a line. */
export const inlineText = (text: string): string =>
  oneLine(text)
    .replace(MARKS, '\\$&')
    .replace(/[[\]]/g, (bracket) => BRACKETS[bracket] ?? bracket);

/** Code in a fence longer than any inside it. */
export function fenced(text: string, lang = ''): string {
  const longest = greatest(
    Array.from(text.matchAll(/`+/g), ([run]) => run.length),
    2,
  );
  const fence = '`'.repeat(longest + 1);
  return `${fence}${lang}\n${text}${text.endsWith('\n') ? '' : '\n'}${fence}\n`;
}

/** Wraps content in a block that it can't break out of. */
export const quoted = (text: string): string =>
  `${text
    .split(/\r\n?|\n/)
    .map((line) => (line === '' ? '>' : `> ${line}`))
    .join('\n')}\n`;

/** Blocks of raw HTML that continue until their end marker (CommonMark 0.31, 4.6), and those markers. */
const OPEN_HTML: readonly (readonly [RegExp, (found: string) => string])[] = [
  [/^ {0,3}<(script|pre|style|textarea)(?=[\s>]|$)/i, (tag) => `</${tag}>`],
  [/^ {0,3}<(!)--/, () => '-->'],
  [/^ {0,3}<(\?)/, () => '?>'],
  [/^ {0,3}<!(\[)CDATA\[/, () => ']]>'],
  [/^ {0,3}<!([a-z])/i, () => '>'],
];

/** Without one of these nothing can stay open, so the text needn't be parsed. */
const CAN_STAY_OPEN = /^ {0,3}(?:```|~~~|<[!?a-z])/im;

/** Returns the text and closes what it leaves open: an unclosed fence or raw HTML would swallow everything after it. */
export function closed(text: string): string {
  const body = text.endsWith('\n') ? text : `${text}\n`;
  if (!CAN_STAY_OPEN.test(text)) return body;
  const last = readBlocks(text).at(-1);
  if (last?.type === 'code' && !last.closed) return `${body}${/^ {0,3}(`{3,}|~{3,})/.exec(last.raw)?.[1] ?? ''}\n`;
  if (last?.type !== 'verbatim') return body;
  for (const [open, end] of OPEN_HTML) {
    const found = open.exec(last.raw)?.[1];
    if (found === undefined) continue;
    const close = end(found);
    return last.raw.toLowerCase().includes(close.toLowerCase()) ? body : `${body}${close}\n`;
  }
  return body;
}
