import { ENGLISH } from './english.ts';
import { JAPANESE } from './japanese.ts';
import { KOREAN } from './korean.ts';
import type { Words } from './words.ts';

const HANGUL = /[\uac00-\ud7af\u3131-\u318e]/;
const KANA = /[\u3041-\u30ff]/;

/** The texts in the language of a question. */
export const wordsFor = (question: string): Words =>
  HANGUL.test(question) ? KOREAN : KANA.test(question) ? JAPANESE : ENGLISH;
