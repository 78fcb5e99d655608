import { byFolder } from './base/by-folder.ts';
import type { catalogs as en } from './en/catalogs.ts';
import type { Language } from './languages.ts';

export type Catalogs = typeof en;
export type Area = keyof Catalogs;
/** The texts of the page in one language. */
export type Texts = Record<Area, Readonly<Record<string, string>>>;

const CATALOGS = byFolder(import.meta.glob<Texts>('./*/catalogs.ts', { import: 'catalogs' }));

/** Each language is loaded by itself. Rejects when it can't be fetched. */
export async function loadTexts(language: Language): Promise<Texts> {
  const load = CATALOGS.get(language);
  if (!load) throw new Error(`no texts in “${language}”`);
  return load();
}
