import type { Page } from '@playwright/test';
import { catalogs as english } from '#texts/en/catalogs.ts';
import { catalogs as japanese } from '#texts/ja/catalogs.ts';
import { language as japaneseLanguage } from '#texts/ja/language.ts';
import { catalogs as korean } from '#texts/ko/catalogs.ts';
import { language as koreanLanguage } from '#texts/ko/language.ts';

type Catalogs = Readonly<Record<string, Readonly<Record<string, string>>>>;

const PLACE = /\{\{[^}]*\}\}/;
/** Fewer letters around a value could be anything. */
const MIN_LETTERS = 8;
const quoted = (text: string) => text.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`);

/** Matches a complete text of the page that a catalog's text with values could be. */
function patternOf(text: string): RegExp | null {
  const literal = text.split(PLACE);
  const letters = literal.join('').match(/\p{L}/gu)?.length ?? 0;
  return letters >= MIN_LETTERS ? new RegExp(`^${literal.map(quoted).join('.+')}$`, 'su') : null;
}

/** Tells whether a text is one of the catalogs' own texts and not one of the others'. */
function textsOf(own: Catalogs, other: Catalogs): (text: string) => boolean {
  const theirs = new Set(Object.values(other).flatMap((texts) => Object.values(texts)));
  const all = new Set(
    Object.values(own)
      .flatMap((texts) => Object.values(texts))
      .filter((text) => !theirs.has(text)),
  );
  const whole = new Set([...all].filter((text) => !PLACE.test(text) && /\p{L}/u.test(text)));
  const patterns = [...all].filter((text) => PLACE.test(text)).flatMap((text) => patternOf(text) ?? []);
  // Most texts of a screen stand on many others, too.
  const known = new Map<string, boolean>();
  return (text) => {
    const answer = known.get(text) ?? (whole.has(text) || patterns.some((pattern) => pattern.test(text)));
    known.set(text, answer);
    return answer;
  };
}

const HANGUL = /\p{Script=Hangul}/u;
const KANA = /[\p{Script=Hiragana}\p{Script=Katakana}]/u;
const isEnglishIn = { ja: textsOf(english, japanese), ko: textsOf(english, korean) };
const WRONG: Readonly<Record<'en' | 'ja' | 'ko', (text: string) => boolean>> = {
  en: (text) => HANGUL.test(text) || KANA.test(text),
  ja: (text) => HANGUL.test(text) || isEnglishIn.ja(text),
  ko: (text) => KANA.test(text) || isEnglishIn.ko(text),
};
/** Each language is offered by its own name, and the choice is labeled in all of them. */
const ANYWHERE = [koreanLanguage, japaneseLanguage].flatMap(({ name, symbol, word }) => [name, symbol, word]);

/** Returns the texts that are not in the language: an English text of the catalogs, or the letters of another language. */
export function wrongTexts(
  shown: readonly string[],
  language: keyof typeof WRONG,
  allowed: readonly string[],
): string[] {
  const wrong = WRONG[language];
  const own = (text: string) => ANYWHERE.reduce((rest, name) => rest.replaceAll(name, ''), text);
  return [...new Set(shown)].filter((text) => !allowed.includes(text) && wrong(own(text)));
}

/** What was announced stays as it was; what names its own language may be in another one; keys are named as printed. */
const ANY_LANGUAGE = '[data-announcer], [lang]:not(html), kbd';

/** Every text of the page for eyes and screen readers, each element's text nodes on their own. */
export const shownTexts = (page: Page): Promise<string[]> =>
  page.evaluate((anyLanguage) => {
    const texts = [document.title];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (node.parentElement?.closest(anyLanguage)) continue;
      if (node instanceof Element)
        for (const name of ['aria-label', 'aria-description', 'title', 'placeholder', 'alt'])
          texts.push(node.getAttribute(name) ?? '');
      else if (!node.parentElement?.matches('script, style')) texts.push(node.nodeValue ?? '');
    }
    return texts.map((text) => text.trim()).filter((text) => text !== '');
  }, ANY_LANGUAGE);
