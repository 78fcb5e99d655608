import { createInstance, type i18n } from 'i18next';
import { loadTexts, type Texts } from '#texts/catalogs.ts';
import type { Language } from '#texts/languages.ts';

/** Called when a text is requested without a value for one of its placeholders. */
export type OnMissing = (error: Error) => void;

const fail: OnMissing = (error) => {
  throw error;
};

/** Ready on return, because the texts are given. `onMissing` limits a defect to the one text. */
export function createI18n(language: Language, texts: Texts, onMissing: OnMissing = fail): i18n {
  const instance = createInstance();
  // There is nothing to wait for. A failure would be a defect and surfaces as a rejection.
  void instance.init({
    lng: language,
    // A translation that lacks a text does not compile.
    fallbackLng: false,
    resources: { [language]: texts },
    ns: Object.keys(texts),
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
  });
  return instance;
}

/** Loads the texts of a language, unless the page has them. */
export async function addLanguage(i18n: i18n, language: Language): Promise<void> {
  if (i18n.hasResourceBundle(language, 'common')) return;
  for (const [area, texts] of Object.entries(await loadTexts(language))) i18n.addResourceBundle(language, area, texts);
}
