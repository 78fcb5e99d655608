import { createContext, use } from 'react';
import type { Area, Catalogs } from '#texts/catalogs.ts';
import type { Language } from '#texts/languages.ts';
import type { KeyOf, PlacesOf } from '#texts/base/translation.ts';

type Values<Place extends string> = [Place] extends [never] ? [] : [values: Readonly<Record<Place, string | number>>];

/** Requires exactly the values that the text has placeholders for. `count` selects the plural form. */
export type Translate<A extends Area> = <K extends KeyOf<Catalogs[A]>>(
  key: K,
  ...values: Values<PlacesOf<Catalogs[A], K>>
) => string;

export type ReadText = (key: string, values?: object) => string;

interface PageTexts {
  language: Language;
  textsOf: (area: Area) => ReadText;
}

export const TextsContext = createContext<PageTexts | null>(null);

function useTexts(): PageTexts {
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
