import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Area, Catalogs } from '#texts/catalogs.ts';
import { DEFAULT_LANGUAGE, LANGUAGES, type Language } from '#texts/languages.ts';
import type { KeyOf, PlacesOf } from '#texts/base/translation.ts';

type Values<Place extends string> = [Place] extends [never] ? [] : [values: Readonly<Record<Place, string | number>>];

/** Requires exactly the values that the text has placeholders for. `count` selects the plural form. */
export type Translate<A extends Area> = <K extends KeyOf<Catalogs[A]>>(
  key: K,
  ...values: Values<PlacesOf<Catalogs[A], K>>
) => string;

/** Texts of one area in the page's language: `const t = useT('chat'); t('send')`. */
export function useT<A extends Area>(area: A): Translate<A> {
  const { i18n } = useTranslation<string>(area);
  const { language } = i18n;
  return useMemo(() => {
    const t = i18n.getFixedT<string>(language, area);
    return (key: string, values?: object) => t(key, { ...values });
  }, [i18n, language, area]);
}

/** The page's language, for Intl. */
export function useLanguage(): Language {
  const { i18n } = useTranslation();
  return LANGUAGES.has(i18n.language) ? i18n.language : DEFAULT_LANGUAGE;
}
