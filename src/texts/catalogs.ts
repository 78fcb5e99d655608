import { byFolder } from './base/by-folder.ts';
import type { catalogs as en } from './en/catalogs.ts';
import type { firstCatalogs as firstEn } from './en/first-catalogs.ts';
import type { Language } from './languages.ts';

export type Catalogs = typeof en;
export type Area = keyof Catalogs;
/** The texts of the page in one language. */
export type Texts = Record<Area, Readonly<Record<string, string>>>;
/** Those it needs first. */
export type FirstTexts = Pick<Texts, keyof typeof firstEn>;

const CATALOGS = byFolder(import.meta.glob<Texts>('./*/catalogs.ts', { import: 'catalogs' }));
const FIRST = byFolder(import.meta.glob<FirstTexts>('./*/first-catalogs.ts', { import: 'firstCatalogs' }));

async function load<T>(loaders: ReadonlyMap<string, () => Promise<T>>, language: Language): Promise<T> {
  const loader = loaders.get(language);
  if (!loader) throw new Error(`no texts in “${language}”`);
  return loader();
}

/** Each language is loaded by itself. Rejects when it can't be fetched. */
export const loadTexts = (language: Language): Promise<Texts> => load(CATALOGS, language);

/** The same, but only what a page needs before its message box can be used. */
export const loadFirstTexts = (language: Language): Promise<FirstTexts> => load(FIRST, language);
