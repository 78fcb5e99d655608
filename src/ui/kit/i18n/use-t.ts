import { createContext, use } from 'react';
import type { Area, Catalogs } from '#texts/catalogs.ts';
import type { Language } from '#texts/languages.ts';
import type { Places } from '#texts/base/translation.ts';
import type { ShownTexts } from './page-texts.ts';

type Values<Place> = [Place] extends [never] ? [] : [values: Readonly<Record<Place & string, string | number>>];

/** Requires exactly the values that the text has placeholders for. `count` selects the plural form. */
export type Translate<A extends Area> = <K extends keyof Places<Catalogs[A]>>(
  key: K,
  ...values: Values<Places<Catalogs[A]>[K]>
) => string;

export const TextsContext = createContext<ShownTexts | null>(null);

function useTexts(): ShownTexts {
  const texts = use(TextsContext);
  if (!texts) throw new Error('TextsProvider is missing');
  return texts;
}

/** Texts of one area in the page's language: `const t = useT('chat'); t('send')`. The same function until it changes. */
export function useT<A extends Area>(area: A): Translate<A> {
  return useTexts().textsOf(area);
}

/** The page's language, for Intl. */
export function useLanguage(): Language {
  return useTexts().language;
}

/** Whether more than the first texts are loaded. A part that is loaded later waits for its texts, too. */
export function useTextsComplete(): boolean {
  return use(TextsContext)?.complete ?? true;
}
