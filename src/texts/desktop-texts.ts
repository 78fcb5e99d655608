/// <reference types="vite/types/importMeta.d.ts" />
import { byFolder } from './base/by-folder.ts';
import { desktop as english, type DesktopTexts } from './en/desktop.ts';

export type { DesktopTexts };

const TEXTS = byFolder(import.meta.glob<DesktopTexts>('./*/desktop.ts', { eager: true, import: 'desktop' }));

/** In the first of the system's languages that has texts; English if none has. */
export function desktopTexts(preferredLanguages: readonly string[]): DesktopTexts {
  const found = preferredLanguages.map((tag) => TEXTS.get(tag.split('-')[0] ?? ''));
  return found.find((texts) => texts !== undefined) ?? english;
}
