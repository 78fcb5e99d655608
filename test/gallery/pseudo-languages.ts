import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './vite.ts';

/** A language from right to left, and one whose texts are about 40 % longer. Only the gallery has them. */
const PSEUDO_LANGUAGES = ['ar', 'de'] as const;
export type PseudoLanguage = (typeof PSEUDO_LANGUAGES)[number];

/** Everything a reader sees is from the English catalogs, so that a new text is there at once. */
const CHANGE: Readonly<Record<PseudoLanguage, string>> = {
  // Arabic letters by sound, words by their lengths: enough for direction, joining and width.
  ar: `
    const LETTERS = { a: 'ا', b: 'ب', c: 'ك', d: 'د', e: 'ي', f: 'ف', g: 'غ', h: 'ه', i: 'ى', j: 'ج', k: 'ق', l: 'ل', m: 'م',
      n: 'ن', o: 'و', p: 'ث', q: 'ق', r: 'ر', s: 'س', t: 'ت', u: 'و', v: 'ڤ', w: 'ش', x: 'خ', y: 'ي', z: 'ز' };
    const change = (text) =>
      text.replaceAll(/\\{\\{[^}]*\\}\\}|[a-z]/gi, (one) => LETTERS[one.toLowerCase()] ?? one) + ' ' + 'ـ'.repeat(Math.ceil(text.length / 8));`,
  // Wrapping like German: some longer words, no new lines.
  de: `
    const change = (text) => {
      const more = Math.ceil(text.replaceAll(/\\{\\{[^}]*\\}\\}/g, '').length * 0.4);
      return text + ' ' + 'verlängerung '.repeat(Math.ceil(more / 13)).slice(0, more).trim();
    };`,
};

const folder = (language: PseudoLanguage): Readonly<Record<string, string>> => ({
  'language.ts': `
    export const language = {
      name: '${language}', word: '', symbol: '', paletteWords: { history: '', outline: '', sent: '', next: '', export: '' },
    };`,
  'change.ts': `${CHANGE[language]}
    const mapValues = (value, map) => Object.fromEntries(Object.entries(value).map(([key, one]) => [key, map(one)]));
    export const changed = (catalogs) => mapValues(catalogs, (catalog) => mapValues(catalog, change));`,
  'catalogs.ts': `
    import { catalogs as english } from '../en/catalogs.ts';
    import { changed } from './change.ts';
    export const catalogs = changed(english);`,
  'first-catalogs.ts': `
    import { firstCatalogs as english } from '../en/first-catalogs.ts';
    import { changed } from './change.ts';
    export const firstCatalogs = changed(english);`,
  'start.ts': `export { startTexts } from '../en/start.ts';`,
  'render.ts': `
    import { render as english } from '../en/render.ts';
    export const render = { ...english, lang: '${language}' };`,
});

/** A copy of src/texts with these languages, and how to remove it. It lies in the tree, where modules are found. */
export function copyTexts(): { texts: string; remove: () => void } {
  mkdirSync(join(ROOT, 'dist'), { recursive: true });
  const texts = mkdtempSync(join(ROOT, 'dist', 'pseudo-texts-'));
  cpSync(join(ROOT, 'src/texts'), texts, { recursive: true });
  for (const language of PSEUDO_LANGUAGES) {
    mkdirSync(join(texts, language), { recursive: true });
    for (const [name, text] of Object.entries(folder(language))) writeFileSync(join(texts, language, name), text);
  }
  return { texts, remove: () => rmSync(texts, { recursive: true, force: true }) };
}
