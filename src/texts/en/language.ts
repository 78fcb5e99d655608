import type { LanguageDefinition } from '../base/language-definition.ts';

export const language: LanguageDefinition = {
  name: 'English',
  word: 'Language',
  symbol: 'A',
  unstarted:
    'Baton couldn’t start, and the page that says why couldn’t be loaded. Nothing has been changed or deleted. Reload to try again.',
  paletteWords: {
    history: 'export import restore backup archive',
    outline: 'outline tree branches',
    sent: 'inspect request report JSON cURL',
    next: 'inspect preview request JSON cURL',
    export: 'export save Markdown HTML JSON',
    print: 'print paper PDF',
  },
};
