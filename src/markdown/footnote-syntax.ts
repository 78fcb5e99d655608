import type { Token, TokenizerAndRendererExtension, Tokens } from 'marked';

export interface FootnoteRefToken extends Tokens.Generic {
  label: string;
}

export interface FootnoteDefToken extends Tokens.Generic {
  label: string;
  tokens: Token[];
}

export const isFootnoteRef = (token: Tokens.Generic): token is FootnoteRefToken => token.type === 'footnoteRef';
export const isFootnoteDef = (token: Tokens.Generic): token is FootnoteDefToken => token.type === 'footnoteDef';

const REF = /^\[\^([^\]\s^]{1,64})\](?!:)/;
const DEF = /^\[\^([^\]\s^]{1,64})\]:[ \t]*/;
const DEF_LINE = /(?:^|\n)(?=\[\^[^\]\s^]{1,64}\]:)/;
const PARAGRAPH_END = /\n[ \t]*\n/;
const INDENTED = /^(?: {2,}|\t)/;
const BLANK = /^[ \t]*$/;
/** A line that starts a block of its own ends the definition, as it ends a paragraph. */
const NEW_BLOCK = /^(?: {0,3}(?:#{1,6}\s|>|[-*+] |\d{1,9}[.)] |```|~~~|\$\$|\\\[)|\[\^[^\]\s^]{1,64}\]:)/;

/**
 * `[^label]: text`, carried on by lines that follow without a blank one and by indented lines. Returns the source it
 * takes and its content with the indent removed.
 */
export function readFootnoteDef(src: string): { raw: string; label: string; content: string } | undefined {
  const open = DEF.exec(src);
  const label = open?.[1];
  if (!open || label === undefined) return undefined;
  const lines = src.split('\n');
  const content = [(lines[0] ?? '').slice(open[0].length)];
  let taken = 1;
  let blank = false;
  for (let at = 1; at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    if (BLANK.test(line)) {
      blank = true;
      continue;
    }
    const indented = INDENTED.test(line);
    if (!indented && (blank || NEW_BLOCK.test(line))) break;
    for (; taken < at; taken += 1) content.push('');
    content.push(indented ? line.replace(/^(?:\t| {2,4})/, '') : line);
    taken = at + 1;
    blank = false;
  }
  const raw = lines.slice(0, taken).join('\n') + (taken < lines.length ? '\n' : '');
  return { raw, label, content: content.join('\n') };
}

function defStart(src: string): number | undefined {
  const end = src.search(PARAGRAPH_END);
  const found = DEF_LINE.exec(end < 0 ? src : src.slice(0, end + 1));
  return found ? found.index + found[0].length : undefined;
}

export const FOOTNOTE_SYNTAX: TokenizerAndRendererExtension[] = [
  {
    name: 'footnoteDef',
    level: 'block',
    start: defStart,
    tokenizer(src) {
      const found = readFootnoteDef(src);
      if (!found) return undefined;
      const token: FootnoteDefToken = { type: 'footnoteDef', raw: found.raw, label: found.label, tokens: [] };
      const { state } = this.lexer;
      const { top } = state;
      state.top = true;
      this.lexer.blockTokens(found.content, token.tokens);
      state.top = top;
      return token;
    },
  },
  {
    name: 'footnoteRef',
    level: 'inline',
    tokenizer(src) {
      const found = REF.exec(src);
      const label = found?.[1];
      if (!found || label === undefined) return undefined;
      return { type: 'footnoteRef', raw: found[0], label } satisfies FootnoteRefToken;
    },
  },
];
