import { createHash } from 'node:crypto';
import { CONCEPTS } from './concepts.ts';

export const EMBEDDING_NUMBERS = 256;
const WORD = /[\p{L}\p{N}]+/gu;
const STEM_CHARS = 5;
/** How much a meaning counts against a word. */
const MEANING = 3;

const MEANINGS = CONCEPTS.map((line) => line.split(' '));

/** A direction for a key: the same key always has the same one, and two keys hardly have anything in common. */
function addDirection(vector: number[], key: string, weight: number): void {
  const bytes = createHash('sha256').update(key).digest();
  for (let index = 0; index < bytes.length; index += 4) {
    const at = bytes.readUInt16LE(index) % EMBEDDING_NUMBERS;
    vector[at] = (vector[at] ?? 0) + ((bytes[index + 2] ?? 0) % 2 === 0 ? weight : -weight);
  }
}

/** The vector of a text, of length 1: from the beginnings of its words, and from what they mean by a small list. */
export function embedText(text: string): number[] {
  const vector = Array.from({ length: EMBEDDING_NUMBERS }, () => 0);
  // Every vector has a little of this, so that none is zero.
  addDirection(vector, '', 0.01);
  for (const [word] of text.normalize('NFC').toLowerCase().matchAll(WORD)) {
    if (word.length > 2 || /[^\p{Script=Latin}]/u.test(word)) addDirection(vector, word.slice(0, STEM_CHARS), 1);
    for (const [index, words] of MEANINGS.entries())
      // Korean words have endings.
      if (words.some((one) => (/^[a-z]/.test(one) ? word === one : word.startsWith(one))))
        addDirection(vector, `meaning ${index}`, MEANING);
  }
  const length = Math.hypot(...vector);
  return vector.map((value) => value / length);
}
