import { readBlocks } from '#markdown/block-reader.ts';
import { oneLine } from './facts.ts';

const MARKS = /[\\`*_<>&#$~]/g;
/** Behind a backslash a bracket begins a formula for some readers. */
const BRACKETS: Readonly<Record<string, string>> = { '[': '&#91;', ']': '&#93;' };

/** Text in the middle of a line that a Markdown reader shows as it is. */
export const inlineText = (text: string): string =>
  oneLine(text)
    .replace(MARKS, '\\$&')
    .replace(/[[\]]/g, (bracket) => BRACKETS[bracket] ?? bracket);

/** Code in a fence that is longer than any inside it. */
export function fenced(text: string, lang = ''): string {
  const longest = Math.max(2, ...Array.from(text.matchAll(/`+/g), ([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}${lang}\n${text}${text.endsWith('\n') ? '' : '\n'}${fence}\n`;
}

/** A block of its own that nothing in it can leave. */
export const quoted = (text: string): string =>
  `${text
    .split(/\r\n?|\n/)
    .map((line) => (line === '' ? '>' : `> ${line}`))
    .join('\n')}\n`;

/** Blocks of raw HTML that last until their end is found (CommonMark 0.31, 4.6), and what ends them. */
const OPEN_HTML: readonly (readonly [RegExp, (found: string) => string])[] = [
  [/^ {0,3}<(script|pre|style|textarea)(?=[\s>]|$)/i, (tag) => `</${tag}>`],
  [/^ {0,3}<(!)--/, () => '-->'],
  [/^ {0,3}<(\?)/, () => '?>'],
  [/^ {0,3}<!(\[)CDATA\[/, () => ']]>'],
  [/^ {0,3}<!([a-z])/i, () => '>'],
];

/** Without one of these nothing stays open, and the text need not be read. */
const CAN_STAY_OPEN = /^ {0,3}(?:```|~~~|<[!?a-z])/im;

/**
 * A text as it is, and behind it the end of what it leaves open: a fence or raw HTML that nobody closed would swallow
 * everything that follows.
 */
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
