import { plainLines } from './plain-excerpt.ts';

const MAX_LENGTH = 60;
/** Number of characters that are searched for a title. */
const MAX_READ_LENGTH = 8_000;

/** A line that controls a practice vendor. It says nothing about the conversation. */
const DIRECTIVE = /^![a-z-]+(?:\s|$)/u;

/**
 * The first meaningful line of the first message, at most 60 user-perceived characters. Practice directives are the
 * last choice. `toSubject` leaves out of a line what says nothing about its subject.
 */
export function autoTitle(
  text: string,
  attachments: readonly { name: string }[] = [],
  toSubject: (line: string) => string = (line) => line,
): string {
  const lines = plainLines(text.trimStart().slice(0, MAX_READ_LENGTH).normalize('NFC'))
    .split(/[\n\u2028\u2029]/u)
    .map(clean)
    .filter((line) => line !== '');
  const line = lines.find((candidate) => !DIRECTIVE.test(candidate)) ?? lines[0];
  return shorten(line === undefined ? clean(attachments[0]?.name ?? '') : toSubject(line));
}

/** Removes control and direction characters and repeated spaces. */
function clean(line: string): string {
  return line
    .replaceAll(/[\p{Cc}\u200b\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/gu, ' ')
    .replaceAll(/\s+/gu, ' ')
    .trim();
}

function shorten(text: string): string {
  const graphemes = Array.from(
    new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(text.slice(0, 2_000)),
  );
  if (graphemes.length <= MAX_LENGTH) return text.length <= 2_000 ? text : `${text.slice(0, MAX_LENGTH)}…`;
  const cut = graphemes.slice(0, MAX_LENGTH).map(({ segment }) => segment);
  // A truncation inside a word moves back to the start of the word, unless that is too far.
  const space = cut.lastIndexOf(' ');
  const shortened = space > MAX_LENGTH * 0.6 ? cut.slice(0, space) : cut;
  return `${shortened.join('').trimEnd()}…`;
}
