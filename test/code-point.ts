import { integer } from 'fast-check';

/** The surrogates, which are no characters of their own. */
const GAP = { from: 0xd800, length: 0x800 };
const LAST = 0x10ffff;

/**
 * The unit of strings that hold any character, `string({ unit: codePoint })`. It is fast-check's `'binary'`, which
 * needs seconds to list all characters before it draws the first.
 */
export const codePoint = integer({ min: 0, max: LAST - GAP.length }).map(
  (index) => String.fromCodePoint(index < GAP.from ? index : index + GAP.length),
  (text) => {
    const code = typeof text === 'string' ? text.codePointAt(0) : undefined;
    if (code === undefined || text !== String.fromCodePoint(code)) throw new Error('not one character');
    if (code < GAP.from) return code;
    if (code < GAP.from + GAP.length) throw new Error('half a character');
    return code - GAP.length;
  },
);
