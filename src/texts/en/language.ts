import type { LanguageDefinition } from '../base/language-definition.ts';

export const language: LanguageDefinition = {
  name: 'English',
  word: 'Language',
  symbol: 'A',
  search: '영어 language 언어',
  pageWords: { history: 'export import restore backup archive' },
};
