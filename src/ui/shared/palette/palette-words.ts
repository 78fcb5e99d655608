import type { WordedEntry } from '#texts/base/language-definition.ts';
import { LANGUAGES, type Language } from '#texts/languages.ts';

/** Further words for an entry, in every language: users search in more than one. */
export const paletteWords = (entry: WordedEntry): string =>
  [...LANGUAGES.values()].map((language) => language.paletteWords[entry]).join(' ');

/** What every language calls this one. */
export const languageWords = (id: Language): string =>
  [...LANGUAGES]
    .flatMap(([each, { word }]) => [word, new Intl.DisplayNames([each], { type: 'language' }).of(id) ?? ''])
    .join(' ');
