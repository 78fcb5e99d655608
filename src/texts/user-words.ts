import { keywordFinder } from '#core/reliability/keywords.ts';
import { byFolder } from './base/by-folder.ts';
import type { UserWords } from './base/user-words-definition.ts';

/** The words of every language. */
export const USER_WORDS: readonly UserWords[] = [
  ...byFolder(import.meta.glob<UserWords>('./*/user-words.ts', { eager: true, import: 'userWords' })).values(),
];

const oneOf = (sources: readonly string[]): string => `(?:${sources.join('|')})`;
/** A space follows, or the mark that ends a phrase where words have no spaces between them. */
const BEFORE = new RegExp(`^${oneOf(USER_WORDS.map(({ courtesies }) => courtesies.before))}(?:\\s+|(?<=[、。]))`, 'iu');
const AFTER = new RegExp(`${oneOf(USER_WORDS.map(({ courtesies }) => courtesies.after))}[.!?~。\uFF01\uFF1F]*$`, 'iu');
/** More in a row than anybody writes. */
const MAX_COURTESIES = 4;

/** A request without what only makes it polite; as it is if nothing else is there. Begins with a capital. */
export function withoutCourtesies(line: string): string {
  let rest = line;
  for (let count = 0; count < MAX_COURTESIES && BEFORE.test(rest); count += 1) rest = rest.replace(BEFORE, '');
  rest = rest.replace(AFTER, '').trim();
  if (rest === '' || rest === line) return line;
  const [first = ''] = rest;
  return `${first.toLocaleUpperCase()}${rest.slice(first.length)}`;
}

export const findKeywords = keywordFinder(USER_WORDS.map(({ keywords }) => keywords));
