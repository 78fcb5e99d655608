import { keywordFinder } from '#core/reliability/keywords.ts';
import { byFolder } from './base/by-folder.ts';
import type { UserWords } from './base/user-words-definition.ts';

/** The words of every language. */
export const USER_WORDS: readonly UserWords[] = [
  ...byFolder(import.meta.glob<UserWords>('./*/user-words.ts', { eager: true, import: 'userWords' })).values(),
];

export const findKeywords = keywordFinder(USER_WORDS.map(({ keywords }) => keywords));
