import { byFolder } from './base/by-folder.ts';
import type { catalogs as en } from './en/catalogs.ts';
import type { Language } from './languages.ts';

export type Catalogs = typeof en;
export type Area = keyof Catalogs;

/** The texts of the page. */
export const CATALOGS: ReadonlyMap<Language, Record<Area, Readonly<Record<string, string>>>> = byFolder(
  import.meta.glob<Record<Area, Readonly<Record<string, string>>>>('./*/catalogs.ts', {
    eager: true,
    import: 'catalogs',
  }),
);
