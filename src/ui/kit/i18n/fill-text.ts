import { directionOf } from '#core/text-direction.ts';
import { LANGUAGES, type Language } from '#texts/languages.ts';

/** Called when a text is requested without a value for one of its placeholders. */
export type OnMissing = (error: Error) => void;

/** A place, and after it a closing quote and a particle with both its forms, as Korean has them. */
const PLACE = /(\{\{\s*([\w.]+)\s*(?:,\s*number\s*)?\}\})(?:(’?)(\S?\(\S\)\S?))?/g;

/** First strong isolate and its end: a value keeps its own direction and leaves that of the sentence alone. */
const isolated = (value: string): string => `\u2068${value}\u2069`;

const numbers = new Map<Language, Intl.NumberFormat>();

function numberFormat(language: Language): Intl.NumberFormat {
  const known = numbers.get(language) ?? new Intl.NumberFormat(language);
  numbers.set(language, known);
  return known;
}

/**
 * `{{name}}` becomes a value, `{{count}}` and `{{other, number}}` a number as the language writes it, a particle the form
 * that fits.
 */
export function fillText(
  text: string,
  values: Readonly<Record<string, string | number>>,
  language: Language,
  onMissing: OnMissing,
): string {
  const isolate = directionOf(language) === 'rtl';
  const particleAfter = LANGUAGES.get(language)?.particleAfter;
  return text.replaceAll(PLACE, (_, place: string, name: string, quote = '', particle = '') => {
    const value = values[name];
    if (value === undefined) {
      onMissing(new Error(`no value for ${place} in “${text}”`));
      return `…${quote}${particle}`;
    }
    const isNumber = typeof value === 'number' && (name === 'count' || place.includes(','));
    const filled = isNumber ? numberFormat(language).format(value) : String(value);
    const shown = isolate && typeof value === 'string' ? isolated(filled) : filled;
    return shown + quote + (particleAfter && particle ? particleAfter(filled, particle) : particle);
  });
}
