const KANA = /[\p{Script=Hiragana}\p{Script=Katakana}]/u;
const HANGUL = /\p{Script=Hangul}/u;
/** As much as tells. */
const MAX_LENGTH = 4_000;

/**
 * The language of a text as an attribute, if its letters must not be drawn in the forms of the page's language: the same
 * code points are other kanji in Japanese than in Korean.
 */
export function languageOf(text: string): 'ja' | undefined {
  const start = text.slice(0, MAX_LENGTH);
  return KANA.test(start) && !HANGUL.test(start) ? 'ja' : undefined;
}
