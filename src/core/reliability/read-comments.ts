import type { CommentSyntax } from './comment-syntax.ts';

export interface Comment {
  /** The text without the comment signs. */
  text: string;
  /** It describes the code below it; code in it is an example. */
  doc: boolean;
}

/** What is still open at the end of a line. */
type Open = { as: 'comment'; close: string; doc: boolean } | { as: 'string'; close: string };

/**
 * Reads lines of code in order and returns the comments of each. At a start in the middle of a file, such as a hunk of
 * a diff, the first line is taken for code unless it has the star of a block comment.
 */
export function commentReader(syntax: CommentSyntax): (line: string) => Comment[] {
  let open: Open | null = null;

  return (line) => {
    const found: Comment[] = [];
    let at = 0;
    if (open === null && syntax.block.some(({ open: sign }) => sign === '/*') && /^\s*\*(?:\s|\/|$)/.test(line)) {
      open = { as: 'comment', close: '*/', doc: true };
    }
    while (at < line.length) {
      if (open !== null) {
        const end = open.as === 'string' ? endOfString(line, at, open.close) : line.indexOf(open.close, at);
        if (open.as === 'comment')
          found.push({ text: withoutSigns(line.slice(at, end < 0 ? undefined : end)), doc: open.doc });
        if (end < 0) return found;
        at = end + open.close.length;
        open = null;
        continue;
      }
      const block = syntax.block.find((one) => line.startsWith(one.open, at));
      if (block) {
        at += block.open.length;
        open = { as: 'comment', close: block.close, doc: block.open === '/*' && line.charAt(at) === '*' };
        continue;
      }
      const sign = syntax.line.find((one) => beginsComment(line, at, one));
      if (sign !== undefined) {
        const doc = sign === '//' && /^[/!]/.test(line.slice(at + 2));
        found.push({ text: withoutSigns(line.slice(at + sign.length)), doc });
        return found;
      }
      const quote = syntax.strings.find((one) => line.startsWith(one.quote, at));
      if (!quote) at += 1;
      else if (quote.char) at += /^'(?:\\.[^']{0,8}|[^'\\])'/.exec(line.slice(at, at + 12))?.[0].length ?? 1;
      else {
        at += quote.quote.length;
        const end = endOfString(line, at, quote.quote);
        if (end >= 0) at = end + quote.quote.length;
        else {
          if (quote.multi) open = { as: 'string', close: quote.quote };
          return found;
        }
      }
    }
    return found;
  };
}

/** `//` of an address and `#` of a color or a fragment start no comment. */
function beginsComment(line: string, at: number, sign: string): boolean {
  if (!line.startsWith(sign, at)) return false;
  const before = line.charAt(at - 1);
  if (sign === '//') return before !== ':' && before !== '(';
  if (sign === '%') return before !== '\\';
  if (sign === '#' && line.charAt(at + 1) === '!' && at === 0) return false;
  return before === '' || /\s/.test(before);
}

function endOfString(line: string, from: number, quote: string): number {
  for (let at = from; at < line.length; at++) {
    if (line.charAt(at) === '\\') at += 1;
    else if (line.startsWith(quote, at)) return at;
  }
  return -1;
}

function withoutSigns(text: string): string {
  return text.replace(/^[\s*/!#;%-]+/, '').trim();
}
