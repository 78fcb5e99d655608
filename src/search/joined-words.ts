const LINK_END = /\]\([^\s()[\]]{1,500}\)/y;
/** What Markdown may write inside a word: emphasis, code, and the end of a link. */
const MARKS = /[*`~]+|\]\([^\s()[\]]{1,500}\)/g;
const LETTER = /[\p{L}\p{N}]/u;
/** Longer runs without a space are no words. */
const MAX_SIDE = 200;
const [ASTERISK, BACKTICK, TILDE, BRACKET] = [0x2a, 0x60, 0x7e, 0x5d];

/**
 * The words that marks of Markdown interrupt, as the page shows them: `인공지능은` for `**인공지능**은`. Particles of Korean
 * and endings follow their word without a space.
 */
export function joinedWords(text: string): string {
  let words = '';
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (!isMark(code)) continue;
    const after = endOfMark(text, at, code);
    if (at > 0 && !isSpace(text.charCodeAt(at - 1)) && isLetter(text, after)) {
      let [begin, end] = [at, after];
      while (begin > 0 && begin > at - MAX_SIDE && !isSpace(text.charCodeAt(begin - 1))) begin--;
      while (end < text.length && end < after + MAX_SIDE && !isSpace(text.charCodeAt(end))) end++;
      words += `${text.slice(begin, end).replaceAll(MARKS, '')} `;
      at = end;
    } else at = Math.max(at, after - 1);
  }
  return words;
}

const isMark = (code: number): boolean => code === ASTERISK || code === BACKTICK || code === TILDE || code === BRACKET;

/** `at` where there is only a bracket. */
function endOfMark(text: string, at: number, code: number): number {
  if (code !== BRACKET) {
    let end = at + 1;
    while (isMark(text.charCodeAt(end)) && text.charCodeAt(end) !== BRACKET) end++;
    return end;
  }
  LINK_END.lastIndex = at;
  return text.charAt(at + 1) === '(' && LINK_END.test(text) ? LINK_END.lastIndex : at;
}

const isSpace = (code: number): boolean => code <= 0x20 || code === 0xa0 || code === 0x3000;

function isLetter(text: string, at: number): boolean {
  const code = text.codePointAt(at) ?? 0;
  if (code >= 0xac00 && code <= 0xd7a3) return true;
  return code > 0x2f && LETTER.test(String.fromCodePoint(code));
}
