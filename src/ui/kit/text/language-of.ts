import { LANGUAGES, type Language } from '#texts/languages.ts';

/** As much as tells. */
const MAX_LENGTH = 4_000;

/** The language of a text as an attribute, if its letters must not be drawn in the forms of the page's language. */
export function languageOf(text: string): Language | undefined {
  const start = text.slice(0, MAX_LENGTH);
  for (const [language, { letterforms }] of LANGUAGES) if (letterforms?.test(start)) return language;
  return undefined;
}
