import { catalogs as en } from '#texts/en/catalogs.ts';
import { catalogs as ko } from '#texts/ko/catalogs.ts';
import { createI18n, type OnMissing } from '#ui/kit/i18n/init.ts';

/** The page's texts in one language. By default, a missing value throws. */
export const i18nIn = (language: 'en' | 'ko', onMissing?: OnMissing) =>
  createI18n(language, { en, ko }[language], onMissing);
