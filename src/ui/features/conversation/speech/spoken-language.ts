const HAN = /\p{Script=Han}/gu;

/** Scripts by their ISO 15924 codes, what their letters are, and the language that most texts in them have. */
const SCRIPTS = [
  ['Kore', /\p{Script=Hangul}/gu, 'ko'],
  ['Jpan', /[\p{Script=Hiragana}\p{Script=Katakana}]/gu, 'ja'],
  ['Hans', HAN, 'zh'],
  ['Cyrl', /\p{Script=Cyrillic}/gu, 'ru'],
  ['Arab', /\p{Script=Arabic}/gu, 'ar'],
  ['Hebr', /\p{Script=Hebrew}/gu, 'he'],
  ['Deva', /\p{Script=Devanagari}/gu, 'hi'],
  ['Thai', /\p{Script=Thai}/gu, 'th'],
  ['Grek', /\p{Script=Greek}/gu, 'el'],
] as const;
const LETTERS = /\p{L}/gu;

/**
 * Of all letters. Terms in Latin letters stand in texts of every language, so that a voice for one of these reads them,
 * too. A voice for a Latin script can't read the others.
 */
const ENOUGH = 0.2;

const countOf = (text: string, letters: RegExp): number => text.match(letters)?.length ?? 0;

/** The script that most texts of a language have. */
function scriptOf(language: string): string | undefined {
  try {
    const { script } = new Intl.Locale(language).maximize();
    // Which Chinese is read makes no difference for finding a voice.
    return script === 'Hant' ? 'Hans' : script;
  } catch {
    return undefined;
  }
}

/**
 * The language to read a text in, as a tag of BCP 47: the first of the user's own that is written in its script,
 * otherwise the one that most such texts have.
 */
export function spokenLanguage(text: string, ownLanguages: readonly string[]): string {
  const ownIn = (...scripts: string[]) => ownLanguages.find((language) => scripts.includes(scriptOf(language) ?? ''));
  const least = countOf(text, LETTERS) * ENOUGH;
  for (const [script, letters, language] of SCRIPTS) {
    const count = countOf(text, letters);
    if (count === 0) continue;
    // Japanese is written in Chinese characters, too. A heading may have nothing else.
    if (script === 'Jpan' && count + countOf(text, HAN) >= least) return ownIn(script) ?? language;
    if (script === 'Hans' && count >= least) return ownIn('Jpan', 'Hans') ?? language;
    if (count >= least) return ownIn(script) ?? language;
  }
  return ownIn('Latn') ?? 'en';
}
