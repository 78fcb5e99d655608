import { createInstance, type i18n } from 'i18next';
import { initReactI18next } from 'react-i18next';
import type { Language } from '#ui/kit/theme/appearance.ts';
import { EN, KO } from './catalogs.ts';

/** A text was asked for without a value that it has a place for. */
export type OnMissing = (error: Error) => void;

const fail: OnMissing = (error) => {
  throw error;
};

/** Ready on return: the catalogs are part of the bundle. `onMissing` keeps a defect in one text from being more. */
export function createI18n(language: Language, onMissing: OnMissing = fail): i18n {
  const instance = createInstance();
  // With the catalogs at hand nothing is left to wait for; a failure would be a defect and surfaces as a rejection.
  void instance.use(initReactI18next).init({
    lng: language,
    fallbackLng: 'en',
    resources: { en: EN, ko: KO },
    ns: Object.keys(EN),
    defaultNS: 'common',
    keySeparator: false,
    nsSeparator: false,
    initAsync: false,
    returnEmptyString: false,
    interpolation: { escapeValue: false },
    missingInterpolationHandler(text: string, [place]: RegExpExecArray) {
      onMissing(new Error(`no value for ${place} in “${text}”`));
      return '…';
    },
    react: { useSuspense: false },
  });
  return instance;
}
