import { Lexer, Marked, Tokenizer, type Links, type Token, type TokensList } from 'marked';
import { CJK_EMPHASIS } from './cjk-emphasis.ts';
import { FOOTNOTE_SYNTAX } from './footnote-syntax.ts';
import { inlinePieces } from './inline-pieces.ts';
import { MAX_PARAGRAPH_LENGTH, MAX_DEPTH } from './limits.ts';
import { MATH_SYNTAX, maskMath } from './math-syntax.ts';
import { fitTable } from './table-rows.ts';

/** A Korean particle or a Japanese word directly after a bare address is not part of it. */
const PARTICLE = /(?<=[A-Za-z0-9/)])[\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/u;
/** Punctuation that no address has, and that is followed by no space: `https://example.com、次`. */
const WIDE_PUNCTUATION = /[\u3000-\u303f\uff01\uff08\uff09\uff0c\uff0e\uff1a\uff1b\uff1f“”‘’…→]/;
const AFTER_SEPARATOR = /[/=_\-#?&+.%]$/;
/** What follows a slash may be a page of that name. A particle alone hardly ever is: `http://localhost:3000/에서`. */
const PARTICLE_AFTER_SLASH =
  /\/(?:은|는|이|가|을|를|에|에서|에는|에도|의|로|으로|와|과|도|만|까지|부터|처럼|라고|이나|나|이며|이고|이다|입니다|で|に|を|は|が|と|の|へ|から|まで|です)$/;

const OWN_BLOCK_INSIDE = /\n {0,3}(?:\$\$|\\\[|\[\^[^\]\s^]{1,64}\]:)/;

/**
 * How much of the remaining text each rule may read. Without these limits some rules would read all of it for every
 * line. Longer text is no heading and no definition; lists, quotes, paragraphs and tables continue as another one.
 */
const MAX_HEADING_LENGTH = 500;
const MAX_DEFINITION_LENGTH = 4_000;
const MAX_QUOTE_LENGTH = 8_000;
const MAX_LIST_LENGTH = 16_000;
/** A short row is padded to all columns. */
const MAX_CELLS = 20_000;
const MAX_TABLE_LENGTH = 64_000;
const MAX_COLUMNS = 100;

const HEAD_OF_TABLE = /^[^\n]*\n[ |:-]+(?=\n|$)/;
const UNDERLINE = /\n {0,3}(?:=+|-+)[ \t]*(?:\n|$)/;

/** As many complete lines from the start as fit, at least one. */
function firstLines(src: string, most: number): string {
  if (src.length <= most) return src;
  const end = src.lastIndexOf('\n', most) + 1 || src.indexOf('\n', most) + 1;
  return end === 0 ? src : src.slice(0, end);
}

/** As many rows as this, and their head. */
function firstRows(src: string, most: number): string {
  const lines = firstLines(src, MAX_TABLE_LENGTH);
  let end = 0;
  for (let rows = -2; rows < most && end < lines.length; rows += 1) end = lines.indexOf('\n', end) + 1 || lines.length;
  return lines.slice(0, end);
}

/** `2026. 11. 29.`, as dates are written in Korean. Two numbers on one line are no list in a list. */
const DATE = /^ {0,3}\d{1,4}\.[ \t]\d{1,2}\.(?=[ \t\n]|$)/;
const MARKER = /^ {0,3}(?:[-*+]|\d{1,9}[.)])[ \t]/gm;

/** As many complete items from the start as fit. Without a second item, as many lines. */
function firstItems(src: string, most: number): string {
  const lines = firstLines(src, most);
  if (lines.length === src.length) return src;
  const last = [...lines.matchAll(MARKER)].at(-1)?.index ?? 0;
  return last > 0 ? lines.slice(0, last) : lines;
}

/** The token, unless it might continue beyond the text that was read. */
const endsWithin = <T extends Token>(ahead: string, src: string, token: T | undefined): T | undefined =>
  token && token.raw.length === ahead.length && ahead.length < src.length ? undefined : token;

/** GFM with line breaks kept, math, footnotes, and fixes for the two places where GFM misreads CJK prose. */
const marked = new Marked({
  gfm: true,
  breaks: true,
  extensions: [...MATH_SYNTAX, ...FOOTNOTE_SYNTAX, CJK_EMPHASIS],
  hooks: { emStrongMask: maskMath },
  tokenizer: {
    /** Only `~~`: a single tilde is a range (`3~5`) far more often than a deletion. */
    del(src) {
      return src.startsWith('~~') ? false : undefined;
    },
    /** A heading underline covers the lines before it, but not across a formula or a footnote. */
    lheading(src) {
      const ahead = src.slice(0, MAX_HEADING_LENGTH);
      if (!UNDERLINE.test(ahead)) return undefined;
      const found = this.rules.block.lheading.exec(ahead);
      if (!found || OWN_BLOCK_INSIDE.test(found[0])) return undefined;
      return endsWithin(ahead, src, Tokenizer.prototype.lheading.call(this, ahead));
    },
    def(src) {
      const ahead = firstLines(src, MAX_DEFINITION_LENGTH);
      return endsWithin(ahead, src, Tokenizer.prototype.def.call(this, ahead));
    },
    /**
     * The rows are read only when the head and the delimiter line fit: rejected text is read again as something else.
     */
    table(src) {
      const head = HEAD_OF_TABLE.exec(src)?.[0];
      if (head === undefined) return undefined;
      const queued = this.lexer.inlineQueue.length;
      const columns = Tokenizer.prototype.table.call(this, fitTable(head))?.header.length ?? 0;
      this.lexer.inlineQueue.length = queued;
      if (columns === 0 || columns > MAX_COLUMNS) return undefined;
      const rows = firstRows(src, MAX_CELLS / columns);
      const token = Tokenizer.prototype.table.call(this, fitTable(rows));
      // No line was added or removed.
      return token && { ...token, raw: rows.split('\n', token.raw.split('\n').length).join('\n') };
    },
    list(src) {
      if (DATE.test(src)) return undefined;
      return Tokenizer.prototype.list.call(this, firstItems(src, MAX_LIST_LENGTH));
    },
    blockquote(src) {
      return Tokenizer.prototype.blockquote.call(this, firstLines(src, MAX_QUOTE_LENGTH));
    },
    paragraph(src) {
      return Tokenizer.prototype.paragraph.call(this, firstLines(src, MAX_PARAGRAPH_LENGTH));
    },
    /** In a list item each line is joined to those before it. */
    text() {
      const before = this.lexer.state.lastToken;
      if (before?.type === 'text' && before.raw.length > MAX_PARAGRAPH_LENGTH) before.type = 'paragraph';
      return false;
    },
    url(src) {
      const token = Tokenizer.prototype.url.call(this, src);
      if (!token) return undefined;
      const end = WIDE_PUNCTUATION.exec(token.raw)?.index ?? token.raw.length;
      const particle = PARTICLE.exec(token.raw.slice(0, end))?.index ?? end;
      const isOfAddress =
        AFTER_SEPARATOR.test(token.raw.slice(0, particle)) && !PARTICLE_AFTER_SLASH.test(token.raw.slice(0, end));
      const cut = isOfAddress ? end : particle;
      return cut === token.raw.length ? token : Tokenizer.prototype.url.call(this, token.raw.slice(0, cut));
    },
  },
});

export interface Lexed {
  tokens: Token[];
  /** Link definitions known after this pass, including those passed in. */
  links: Links;
}

/** Line ends as the lexer sees them, so that offsets into the text stay valid. */
export const normalizeLineEnds = (text: string): string => (text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text);

/**
 * Each level of nesting rereads its content, and each mark of a paragraph scans those after it. This class bounds both.
 */
class BoundedLexer extends Lexer {
  #depth = 0;

  override blockTokens(src: string, tokens?: Token[], lastParagraphClipped?: boolean): Token[];
  override blockTokens(src: string, tokens?: TokensList, lastParagraphClipped?: boolean): TokensList;
  override blockTokens(src: string, tokens: Token[] = [], lastParagraphClipped?: boolean): Token[] {
    if (this.#depth > MAX_DEPTH) {
      tokens.push({ type: 'verbatim', raw: src });
      return tokens;
    }
    this.#depth += 1;
    super.blockTokens(src, tokens, lastParagraphClipped);
    this.#depth -= 1;
    return tokens;
  }

  override inlineTokens(src: string, tokens: Token[] = []): Token[] {
    // Each piece gets a list of its own: otherwise text would be joined across pieces, again at every mark.
    for (const piece of inlinePieces(src)) tokens.push(...super.inlineTokens(piece, []));
    return tokens;
  }
}

/** Block tokens of `text` (line ends normalized). `links` are definitions found before it. */
export function lexMarkdown(text: string, links?: Links): Lexed {
  const lexer = new BoundedLexer(marked.defaults);
  if (links) Object.assign(lexer.tokens.links, links);
  const tokens = lexer.lex(text);
  return { tokens, links: tokens.links };
}
