import { Lexer, Marked, Tokenizer, type Links, type Token } from 'marked';
import { CJK_STRONG } from './cjk-strong.ts';
import { FOOTNOTE_SYNTAX } from './footnote-syntax.ts';
import { MATH_SYNTAX, maskMath } from './math-syntax.ts';

/** A particle of Korean or a word of Japanese written directly behind a bare address is not part of it. */
const PARTICLE = /(?<=[A-Za-z0-9/)])[\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/u;
const AFTER_SEPARATOR = /[/=_\-#?&+.%]$/;

const OWN_BLOCK_INSIDE = /\n {0,3}(?:\$\$|\\\[|\[\^[^\]\s^]{1,64}\]:)/;

/** GFM with line breaks kept, math, footnotes, and the two places where GFM misreads CJK prose corrected. */
const marked = new Marked({
  gfm: true,
  breaks: true,
  extensions: [...MATH_SYNTAX, ...FOOTNOTE_SYNTAX, CJK_STRONG],
  hooks: { emStrongMask: maskMath },
  tokenizer: {
    /** Only `~~`: a single tilde is a range (`3~5`) far more often than a deletion. */
    del(src) {
      return src.startsWith('~~') ? false : undefined;
    },
    /** A heading underline reaches back over several lines, but not over a formula or a footnote among them. */
    lheading(src) {
      const found = this.rules.block.lheading.exec(src);
      return found && OWN_BLOCK_INSIDE.test(found[0]) ? undefined : false;
    },
    url(src) {
      const token = Tokenizer.prototype.url.call(this, src);
      if (!token) return undefined;
      const cut = PARTICLE.exec(token.raw)?.index;
      if (cut === undefined || AFTER_SEPARATOR.test(token.raw.slice(0, cut))) return token;
      return Tokenizer.prototype.url.call(this, token.raw.slice(0, cut));
    },
  },
});

export interface Lexed {
  tokens: Token[];
  /** Link definitions known after this pass, those handed in included. */
  links: Links;
}

/** Line ends as the lexer sees them, so that offsets into the text stay right. */
export const normalizeLineEnds = (text: string): string => (text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text);

/**
 * Block tokens of `text` (line ends normalised). `links` are definitions found in front of it. Throws for text nested
 * beyond the stack; callers show such text as it is.
 */
export function lexMarkdown(text: string, links?: Links): Lexed {
  const lexer = new Lexer(marked.defaults);
  if (links) Object.assign(lexer.tokens.links, links);
  const tokens = lexer.lex(text);
  return { tokens, links: tokens.links };
}
