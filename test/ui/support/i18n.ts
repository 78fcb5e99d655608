import { catalogs as en } from '#texts/en/catalogs.ts';
import { catalogs as ja } from '#texts/ja/catalogs.ts';
import { catalogs as ko } from '#texts/ko/catalogs.ts';
import type { OnMissing } from '#ui/kit/i18n/fill-text.ts';
import { createPageTexts } from '#ui/kit/i18n/page-texts.ts';

/** The page's texts in one language. By default, a missing value throws. */
export const textsIn = (language: 'en' | 'ja' | 'ko', onMissing?: OnMissing) =>
  createPageTexts(language, { en, ja, ko }[language], onMissing);
