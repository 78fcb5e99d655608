import { byFolder } from './base/by-folder.ts';
import type { LanguageDefinition } from './base/language-definition.ts';

/** The name of a folder here, and a tag of BCP 47. */
export type Language = string;

/** For users whose languages have no folder. */
export const DEFAULT_LANGUAGE: Language = 'en';

/** Every language has a folder of its own, and is in no list. */
export const LANGUAGES: ReadonlyMap<Language, LanguageDefinition> = byFolder(
  import.meta.glob<LanguageDefinition>('./*/language.ts', { eager: true, import: 'language' }),
);
