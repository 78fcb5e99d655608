const HAN = /\p{Script=Han}/gu;

/** Scripts by their ISO 15924 codes, and what their letters are. Where none of these is found, the script is Latin. */
const SCRIPTS = [
  ['Kore', /\p{Script=Hangul}/gu],
  ['Jpan', /[\p{Script=Hiragana}\p{Script=Katakana}]/gu],
  ['Hans', HAN],
  ['Cyrl', /\p{Script=Cyrillic}/gu],
  ['Arab', /\p{Script=Arabic}/gu],
  ['Hebr', /\p{Script=Hebrew}/gu],
  ['Deva', /\p{Script=Devanagari}/gu],
  ['Thai', /\p{Script=Thai}/gu],
  ['Grek', /\p{Script=Greek}/gu],
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
  const [script, ...others] = scriptsIn(text);
  const own = ownLanguages.find((language) => [script, ...others].includes(scriptOf(language) ?? ''));
  return own ?? new Intl.Locale(`und-${script}`).maximize().language;
}

/** The script of a text, and others that it may also be. */
function scriptsIn(text: string): [string, ...string[]] {
  const least = countOf(text, LETTERS) * ENOUGH;
  for (const [script, letters] of SCRIPTS) {
    const count = countOf(text, letters);
    if (count === 0) continue;
    // Japanese is written in Chinese characters, too. A heading may have nothing else.
    if (script === 'Jpan' && count + countOf(text, HAN) >= least) return [script];
    if (count >= least) return script === 'Hans' ? [script, 'Jpan'] : [script];
  }
  return ['Latn'];
}
