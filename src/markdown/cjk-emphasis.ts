import type { TokenizerAndRendererExtension, Tokens } from 'marked';

/**
 * CommonMark's flanking rules assume spaces between words, so in Korean, Japanese and Chinese `**"강조"**는` stays literal
 * (commonmark-spec issue 650, open since 2017). This accepts exactly the pairs that those rules reject because a mark
 * is between punctuation and a letter of these scripts. Everything else is left to the standard rule; so are `_` and
 * `__`, which stand inside names.
 */
const CJK = /[\p{Script=Hangul}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;
const PUNCTUATION = /[\p{P}\p{S}]/u;
const SPACE = /\s/;
const MARK = /^(?:\*{1,3}(?!\*)|~~(?!~))/;
const QUOTE = /["'“‘「『《〈【]/;
const MAX_LENGTH = 2_000;

/** Offset of the closing mark for the opening one at 0, skipping code spans and escapes. -1 if there is none. */
function findClose(src: string, mark: string): number {
  const limit = Math.min(src.length, MAX_LENGTH);
  for (let at = mark.length; at < limit; at += 1) {
    const char = src[at];
    if (char === '\\') at += 1;
    else if (char === '`') {
      const run = /^`+/.exec(src.slice(at, limit))?.[0] ?? '`';
      const end = src.indexOf(run, at + run.length);
      if (end < 0) return -1;
      at = end + run.length - 1;
    } else if (char === mark[0]) {
      let length = 1;
      while (length < 4 && src[at + length] === char) length += 1;
      if (length === mark.length) return at;
      if (length > Math.max(mark.length, 2)) return -1;
      at += length - 1;
    }
  }
  return -1;
}

/** Beside a letter, `*` and `~~` are also signs for themselves: `가격*(1+세율)*수량`, `네~~(웃음)`. Before a quote they aren't. */
const opens = (mark: string, before: string, first: string): boolean =>
  mark.startsWith('**') ||
  (before !== mark[0] && (before === '' || SPACE.test(before) || PUNCTUATION.test(before) || QUOTE.test(first)));

function readCjkEmphasis(src: string, before: string): { mark: string; text: string } | undefined {
  const mark = MARK.exec(src)?.[0];
  const first = mark && src[mark.length];
  if (!mark || !first || SPACE.test(first) || !opens(mark, before, first)) return undefined;
  const close = findClose(src, mark);
  if (close <= mark.length) return undefined;
  const last = src[close - 1] ?? ' ';
  if (SPACE.test(last)) return undefined;
  const after = src[close + mark.length] ?? '';
  const opensBesideLetter = CJK.test(before) && PUNCTUATION.test(first);
  const closesBesideLetter = CJK.test(after) && PUNCTUATION.test(last);
  if (!opensBesideLetter && !closesBesideLetter) return undefined;
  return { mark, text: src.slice(mark.length, close) };
}

export const CJK_EMPHASIS: TokenizerAndRendererExtension = {
  name: 'cjkEmphasis',
  level: 'inline',
  tokenizer(src, tokens) {
    const found = readCjkEmphasis(src, tokens.at(-1)?.raw.at(-1) ?? '');
    if (!found) return undefined;
    const { mark, text } = found;
    const raw = mark + text + mark;
    const inner = this.lexer.inlineTokens(text);
    if (mark === '~~') return { type: 'del', raw, text, tokens: inner };
    if (mark === '*') return { type: 'em', raw, text, tokens: inner };
    const strong: Tokens.Strong = {
      type: 'strong',
      raw: mark.length === 2 ? raw : raw.slice(1, -1),
      text,
      tokens: inner,
    };
    return mark === '**' ? strong : { type: 'em', raw, text: strong.raw, tokens: [strong] };
  },
};
