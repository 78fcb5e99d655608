import type { Token, TokenizerAndRendererExtension, Tokens } from 'marked';
import { MAX_PARAGRAPH_LENGTH } from './limits.ts';

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
const DEF_START = /^\[\^[^\]\s^]{1,64}\]:/;
/** The end of the paragraph, or a definition before it. */
const INTERRUPTION = /\n(?:[ \t]*\n|(\[\^[^\]\s^]{1,64}\]:))/;
const INDENTED = /^(?: {2,}|\t)/;
const BLANK = /^[ \t]*$/;
/** A line that starts its own block ends the definition, as it ends a paragraph. */
const NEW_BLOCK = /^(?: {0,3}(?:#{1,6}\s|>|[-*+] |\d{1,9}[.)] |```|~~~|\$\$|\\\[)|\[\^[^\]\s^]{1,64}\]:)/;

const lineEnd = (src: string, from: number): number => {
  const end = src.indexOf('\n', from);
  return end < 0 ? src.length : end;
};

/**
 * `[^label]: text`, continued by directly following lines and by indented lines. Returns its source and its content
 * without the indent.
 */
export function readFootnoteDef(src: string): { raw: string; label: string; content: string } | undefined {
  const open = DEF.exec(src);
  const label = open?.[1];
  if (!open || label === undefined) return undefined;
  let end = lineEnd(src, 0);
  const content = [src.slice(open[0].length, end)];
  let blanks = 0;
  for (let start = end + 1; start <= src.length;) {
    const stop = lineEnd(src, start);
    const line = src.slice(start, stop);
    start = stop + 1;
    if (BLANK.test(line)) {
      blanks += 1;
      continue;
    }
    const indented = INDENTED.test(line);
    if (!indented && (blanks > 0 || NEW_BLOCK.test(line))) break;
    for (; blanks > 0; blanks -= 1) content.push('');
    content.push(indented ? line.replace(/^(?:\t| {2,4})/, '') : line);
    end = stop;
  }
  return { raw: src.slice(0, end + 1), label, content: content.join('\n') };
}

/** Offset where a definition interrupts this paragraph. */
function defStart(src: string): number | undefined {
  if (DEF_START.test(src)) return 0;
  const found = INTERRUPTION.exec(src.slice(0, MAX_PARAGRAPH_LENGTH));
  return found?.[1] === undefined ? undefined : found.index + 1;
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
