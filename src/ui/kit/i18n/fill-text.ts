import type { Language } from '#texts/languages.ts';

/** Called when a text is requested without a value for one of its placeholders. */
export type OnMissing = (error: Error) => void;

const PLACE = /\{\{\s*([\w.]+)\s*(?:,\s*number\s*)?\}\}/g;

const numbers = new Map<Language, Intl.NumberFormat>();

function numberFormat(language: Language): Intl.NumberFormat {
  const known = numbers.get(language) ?? new Intl.NumberFormat(language);
  numbers.set(language, known);
  return known;
}

/** `{{name}}` becomes a value, `{{count, number}}` a number as the language writes it. */
export function fillText(
  text: string,
  values: Readonly<Record<string, string | number>>,
  language: Language,
  onMissing: OnMissing,
): string {
  return text.replaceAll(PLACE, (place, name: string) => {
    const value = values[name];
    if (value === undefined) {
      onMissing(new Error(`no value for ${place} in “${text}”`));
      return '…';
    }
    return typeof value === 'number' && place.includes(',') ? numberFormat(language).format(value) : String(value);
  });
}
