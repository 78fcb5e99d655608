import type { LanguageDefinition } from '../base/language-definition.ts';

export const language: LanguageDefinition = {
  name: 'English',
  word: 'Language',
  symbol: 'A',
  paletteWords: {
    history: 'export import restore backup archive',
    outline: 'outline tree branches',
    sent: 'inspect request report JSON cURL',
    next: 'inspect preview request JSON cURL',
    export: 'export save Markdown HTML JSON',
    print: 'print paper PDF',
  },
};
