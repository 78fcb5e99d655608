import type { TokenizerAndRendererExtension } from 'marked';

/**
 * CommonMark's flanking rules assume spaces between words, so in Korean, Japanese and Chinese `**"강조"**는` stays literal
 * (commonmark-spec issue 650, open since 2017). This accepts exactly the pairs that those rules reject because a mark
 * is between punctuation and a letter of these scripts. Everything else is left to the standard rule.
 */
const CJK = /[\p{Script=Hangul}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;
const PUNCTUATION = /[\p{P}\p{S}]/u;
const SPACE = /\s/;
const MAX_LENGTH = 2_000;

/** Offset of the closing `**` for the opening one at 0, skipping code spans and escapes. -1 if there is none. */
function findClose(src: string): number {
  const limit = Math.min(src.length, MAX_LENGTH);
  for (let at = 2; at < limit; at += 1) {
    const char = src[at];
    if (char === '\\') at += 1;
    else if (char === '`') {
      const run = /^`+/.exec(src.slice(at, limit))?.[0] ?? '`';
      const end = src.indexOf(run, at + run.length);
      if (end < 0) return -1;
      at = end + run.length - 1;
    } else if (char === '*' && src[at + 1] === '*') return src[at + 2] === '*' ? -1 : at;
  }
  return -1;
}

function readCjkStrong(src: string, before: string): { raw: string; text: string } | undefined {
  if (!src.startsWith('**') || src[2] === undefined || src[2] === '*' || SPACE.test(src[2])) return undefined;
  const close = findClose(src);
  if (close < 3) return undefined;
  const first = src[2];
  const last = src[close - 1] ?? ' ';
  if (SPACE.test(last)) return undefined;
  const after = src[close + 2] ?? '';
  const opensBesideLetter = CJK.test(before) && PUNCTUATION.test(first);
  const closesBesideLetter = CJK.test(after) && PUNCTUATION.test(last);
  if (!opensBesideLetter && !closesBesideLetter) return undefined;
  return { raw: src.slice(0, close + 2), text: src.slice(2, close) };
}

export const CJK_STRONG: TokenizerAndRendererExtension = {
  name: 'cjkStrong',
  level: 'inline',
  tokenizer(src, tokens) {
    const found = readCjkStrong(src, tokens.at(-1)?.raw.at(-1) ?? '');
    if (!found) return undefined;
    return { type: 'strong', raw: found.raw, text: found.text, tokens: this.lexer.inlineTokens(found.text) };
  },
};
