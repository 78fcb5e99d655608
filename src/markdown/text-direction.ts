const RIGHT_TO_LEFT = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;
const LETTER = /\p{L}/gu;
/** As much as tells. */
const MAX_LENGTH = 2_000;
/** What is written from left to right in every language: code, formulas and addresses. */
const FOREIGN = /```[^]*?(?:```|$)|`[^`\n]*`|\$\$[^]*?(?:\$\$|$)|\$[^$\n]*\$|\]\([^)\s]*\)|https?:\S+/g;

/**
 * The direction of a text with letters of both: that of most of them. Its first letter may be of a name, such as
 * “HTTP”. Otherwise `auto`.
 */
export function textDirection(text: string): 'ltr' | 'rtl' | 'auto' {
  const start = text.slice(0, MAX_LENGTH);
  if (!RIGHT_TO_LEFT.test(start)) return 'auto';
  let more = 0;
  for (const [letter] of start.replaceAll(FOREIGN, ' ').matchAll(LETTER)) more += RIGHT_TO_LEFT.test(letter) ? 1 : -1;
  return more === 0 ? 'auto' : more > 0 ? 'rtl' : 'ltr';
}
