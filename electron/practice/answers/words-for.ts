import { ENGLISH } from './english.ts';
import { JAPANESE } from './japanese.ts';
import { KOREAN } from './korean.ts';
import type { Words } from './words.ts';

const HANGUL = /[\uac00-\ud7af\u3131-\u318e]/;
const KANA = /[\u3041-\u30ff]/;

/**
 * The texts in the language that is spoken: that of the first of these texts that says something. A message may consist
 * of commands alone, which are the same in every language.
 */
export function wordsFor(said: readonly string[]): Words {
  const spoken = said.find((text) => text !== '') ?? '';
  return HANGUL.test(spoken) ? KOREAN : KANA.test(spoken) ? JAPANESE : ENGLISH;
}
