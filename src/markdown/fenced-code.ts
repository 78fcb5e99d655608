export interface FencedCode {
  language: string;
  /** Without the last line break. */
  text: string;
  /** False until the closing fence arrives. */
  closed: boolean;
}

/** Marks of quotes and lists, then the fence and the language. */
const OPENING = /^((?:[ \t]*(?:>|(?:[-*+]|\d{1,9}[.)])(?=[ \t])))*[ \t]*)(`{3,}|~{3,})[ \t]*([^\s`]*)[^`]*$/;
/** A fence in a longer line isn't looked for: the pattern would take too long. */
const MAX_OPENING_LENGTH = 300;

interface Open {
  fence: string;
  language: string;
  quotes: number;
  indent: number;
  lines: string[];
}

/** A line of the block without what belongs to the quotes and lists around it. */
function withoutMarks(line: string, { quotes, indent }: Open): string {
  let at = 0;
  for (let count = 0; count < quotes; count += 1) at += /^ {0,3}> ?/.exec(line.slice(at))?.[0].length ?? 0;
  const spaces = /^ */.exec(line.slice(at))?.[0].length ?? 0;
  return line.slice(at + Math.min(spaces, indent));
}

/**
 * The fenced blocks of a text, in order, in time proportional to its length. For finding versions of a document without
 * reading the whole text as Markdown; blocks in deep nesting may be missed.
 */
export function fencedCode(text: string): FencedCode[] {
  const found: FencedCode[] = [];
  let open: Open | null = null;
  const close = (closed: boolean) => {
    if (open) {
      const code = open.lines.join('\n');
      found.push({ language: open.language, text: closed ? code : code.replace(/\n$/, ''), closed });
    }
    open = null;
  };
  for (const line of text.split(/\r\n?|\n/)) {
    if (open) {
      const inner = withoutMarks(line, open);
      const mark = inner.trim();
      const { fence } = open;
      if (mark.length >= fence.length && mark === fence.charAt(0).repeat(mark.length) && !/^ {4}/.test(inner))
        close(true);
      else open.lines.push(inner);
    } else if (line.length <= MAX_OPENING_LENGTH) {
      const [, marks = '', fence, language = ''] = OPENING.exec(line) ?? [];
      if (fence === undefined || /^(?: {4}|\t)/.test(marks)) continue;
      const quotes = marks.split('>').length - 1;
      open = {
        fence,
        language,
        quotes,
        indent: marks.slice(marks.lastIndexOf('>') + 1).length - (quotes > 0 ? 1 : 0),
        lines: [],
      };
    }
  }
  close(false);
  return found;
}
