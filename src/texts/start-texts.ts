import { byFolder } from './base/by-folder.ts';
import { startTexts as english, type StartScreenTexts } from './en/start.ts';
import type { Language } from './languages.ts';

const TEXTS = byFolder(import.meta.glob<StartScreenTexts>('./*/start.ts', { eager: true, import: 'startTexts' }));

/**
 * The texts of the screens before there is a history. Separate from the page's catalogs: these screens must work when
 * nothing else could be loaded.
 */
export const startScreenTexts = (language: Language): StartScreenTexts => TEXTS.get(language) ?? english;
