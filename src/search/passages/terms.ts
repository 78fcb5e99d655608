/** One thing to look for, case-folded. */
export interface Term {
  text: string;
  /** A word of an alphabet begins where the text before it ends; CJK has no such ends. */
  atWordStart: boolean;
}

const WORD = /[\p{L}\p{N}_]+/gu;
const CJK_RUN =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]+|[^\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]+/gu;
const CJK = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]/u;
/** Words that every question has. */
const COMMON = new Set(
  'a an and are as at be by can could did do does for from had has have how i in is it its me my of on or our should so that the their them there they this to was we were what when where which who why will with would you your 무엇 어떻게 언제 어디 누구 얼마나 알려줘 알려 주세요 설명해줘 대해 대한 있는 하는 그리고'.split(
    ' ',
  ),
);
const MAX_TERMS = 48;
/** What comes later in a pasted text would rarely be among the terms. */
const MAX_LENGTH = 20_000;

/** Folds case without changing offsets. */
export function foldCase(text: string): string {
  const lower = text.toLowerCase();
  if (lower.length === text.length) return lower;
  return Array.from(text, (char) => (char.toLowerCase().length === char.length ? char.toLowerCase() : char)).join('');
}

/** What to look for: words of alphabets without their endings, and each two neighbors of CJK writing. */
export function termsOf(query: string): Term[] {
  const terms = new Map<string, Term>();
  const add = (text: string, atWordStart: boolean): void => void terms.set(text, { text, atWordStart });
  for (const [word] of foldCase(query.slice(0, MAX_LENGTH).normalize('NFC')).matchAll(WORD)) {
    if (COMMON.has(word)) continue;
    for (const [run] of word.matchAll(CJK_RUN)) {
      if (!CJK.test(run)) {
        if (run.length > 1 || /\p{N}/u.test(run)) add(stemOf(run), true);
        continue;
      }
      const characters = Array.from(run);
      if (characters.length === 1) add(run, false);
      for (const [index, character] of characters.slice(0, -1).entries())
        add(`${character}${characters[index + 1] ?? ''}`, false);
    }
  }
  return [...terms.values()].slice(0, MAX_TERMS);
}

/** Without the endings of English, so that its beginning finds every form. */
function stemOf(word: string): string {
  if (word.length < 5 || !/^[a-z]+$/.test(word)) return word;
  const stem = word.replace(/(?:ations?|ings?|ies|ed|es|s|y)$/, '');
  return stem.length < 3 ? word : stem;
}
