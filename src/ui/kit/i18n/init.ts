import { createInstance, type i18n } from 'i18next';
import { initReactI18next } from 'react-i18next';
import { CATALOGS } from '#texts/catalogs.ts';
import { catalogs as english } from '#texts/en/catalogs.ts';
import { DEFAULT_LANGUAGE, type Language } from '#texts/languages.ts';

/** Called when a text is requested without a value for one of its placeholders. */
export type OnMissing = (error: Error) => void;

const fail: OnMissing = (error) => {
  throw error;
};

/** Ready on return, because the catalogs are part of the bundle. `onMissing` limits a defect to the one text. */
export function createI18n(language: Language, onMissing: OnMissing = fail): i18n {
  const instance = createInstance();
  // The catalogs are loaded, so there is nothing to wait for. A failure would be a defect and surfaces as a rejection.
  void instance.use(initReactI18next).init({
    lng: language,
    fallbackLng: DEFAULT_LANGUAGE,
    resources: Object.fromEntries(CATALOGS),
    ns: Object.keys(english),
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
