import type { LeftoverComment } from '../call-outcome.ts';
import { commentSyntax } from './comment-syntax.ts';
import type { CommentSyntax } from './comment-syntax.ts';
import { commentReader } from './read-comments.ts';
import type { Comment } from './read-comments.ts';

/** Limits: a longer line is data, and the rest of a longer result is ignored. */
const MAX_LINE_LENGTH = 500;
const MAX_RESULT_LENGTH = 500_000;
const MAX_TEXT_LENGTH = 120;
/** The start of a comment is enough to classify it. */
const MAX_READ = 160;
/** Counting stops here. */
const MAX_COUNT = 20;

/**
 * Finds comments that a change leaves behind and that ask for more work: unfinished places, placeholders for missing
 * code, and commented-out code. Reads the unified diffs in a tool's result. Only added lines count, and not those that
 * were only moved.
 */
export function findLeftoverComments(result: string): LeftoverComment[] {
  const found: LeftoverComment[] = [];
  for (const { path, hunks } of readDiffs(result.slice(0, MAX_RESULT_LENGTH))) {
    const syntax = commentSyntax(path);
    if (!syntax) continue;
    const removed = new Set(
      hunks.flatMap((lines) => lines.filter(({ sign }) => sign === '-').map(({ text }) => text.trim())),
    );
    for (const lines of hunks) {
      const read = commentReader(syntax);
      for (const { sign, line, text } of lines) {
        if (sign === '-' || text.length > MAX_LINE_LENGTH) continue;
        const comments = read(text);
        if (sign !== '+' || removed.has(text.trim())) continue;
        for (const comment of comments) {
          const kind = leftoverIn({ ...comment, text: comment.text.slice(0, MAX_READ) }, syntax, removed);
          if (kind) found.push({ path, line, kind, text: comment.text.slice(0, MAX_TEXT_LENGTH) });
          if (found.length >= MAX_COUNT) return found;
        }
      }
    }
  }
  return found;
}

function leftoverIn(
  { text, doc }: Comment,
  { code }: CommentSyntax,
  removed: ReadonlySet<string>,
): LeftoverComment['kind'] | null {
  if (UNFINISHED.some((sign) => sign.test(text))) return 'unfinished';
  if (STAND_IN.some((sign) => sign.test(text))) return 'stand_in';
  if (doc || text.length < 4) return null;
  if (removed.has(text) && /[^\w\s]/.test(text)) return 'commented_out';
  if (code === 'python' && PYTHON_IMPORT.test(text)) return 'commented_out';
  return code && !isProse(text) && CODE[code].some((sign) => sign.test(text)) ? 'commented_out' : null;
}

/** At the start of a comment, or where it names an owner or a ticket: elsewhere the text is about the word. */
const UNFINISHED = [
  /^(?:@?(?:TODO|FIXME|XXX|HACK))(?![\w-])/,
  /(?<![\w-])(?:TODO|FIXME|XXX|HACK)\s?[:(]/,
  /^@?(?:todo|fixme)\s?[:(]/i,
];

const STAND_IN = [
  /^(?:\.{3}|…)\s*(?:the\s+)?(?:existing|rest|other|remaining|same|unchanged|previous)\b/i,
  /^(?:the\s+)?(?:rest|remainder) of (?:the )?(?:code|file|function|class|method|component|implementation)(?: (?:here|is unchanged|stays the same|remains unchanged|remains the same|goes here))?[\s.…]*$/i,
  /^(?:add |put |insert )?(?:your|the actual|the real) (?:code|implementation|logic)(?: goes)? here[\s.…]*$/i,
  /^(?:existing code|implementation|code)(?: goes)? here[\s.…]*$/i,
  /^implement (?:me|this)[\s.!…]*$/i,
];

/** Four plain words in a row are a sentence. */
function isProse(text: string): boolean {
  return /(?:[A-Za-z’']{2,}[,.]? ){3}[A-Za-z’']{2,}/.test(text) || /[.?!]$/.test(text);
}

/** Looks like a sentence but is not one. */
const PYTHON_IMPORT = /^from [\w.]+ import \w+(?: as \w+)?(?:, \w+(?: as \w+)?)*$/;

const CODE: Readonly<Record<NonNullable<CommentSyntax['code']>, readonly RegExp[]>> = {
  braces: [
    /^(?:return|break|continue|throw|import|export|const|let|var|delete|await|yield)\b.*;$/,
    /[=([].*;$/,
    /^[\w$.]+(?:\+\+|--);$/,
    /^(?:\} )?(?:if|for|while|switch|else|try|catch|function|class|export|struct|fn|func|interface|match)\b.*\{$/,
    /(?:=>|\)) \{$/,
    /^(?:const|let|var)\s+[\w{[][^=]{0,80}=\s*\S/,
    /^import\s.{1,200}\sfrom\s+['"]/,
    /^(?:return |await )?[\w$]+(?:\.[\w$]+)+\([^()]{0,200}\)$/,
    /^<\/?[A-Z]\w*(?:\s[^<>]*)?\/?>$/,
  ],
  python: [
    /^(?:async )?(?:def|class) \w+(?:\(.*\))?.*:$/,
    /^(?:if|elif|for|while|with|except) .*:$/,
    /^(?:return|raise|yield|await|print|assert)\b\s*[\w.]*[([{"'].*[)\]}"']$/,
    /^[a-z_][\w.[\]'"]* (?:=|\+=|-=|\*=) \S/,
    /^\w+(?:\.\w+)+\([^()]{0,200}\)$/,
  ],
};

interface DiffLine {
  sign: '+' | '-' | ' ';
  /** Line number in the file after the change. */
  line: number;
  text: string;
}

interface FileDiff {
  path: string;
  hunks: DiffLine[][];
}

/** Parses every unified diff in a text, as far as it is there: a truncated one has fewer lines. */
function readDiffs(text: string): FileDiff[] {
  const files: FileDiff[] = [];
  let left = { old: 0, new: 0 };
  let line = 0;
  let before = '';
  for (const row of text.split('\n')) {
    const hunks = files.at(-1)?.hunks;
    const hunk = hunks?.at(-1);
    const sign = row.charAt(0);
    if (hunk && left.old + left.new > 0 && (sign === '+' || sign === '-' || sign === ' ' || row === '')) {
      hunk.push({ sign: sign === '+' || sign === '-' ? sign : ' ', line, text: row.slice(1) });
      if (sign !== '+') left.old -= 1;
      if (sign !== '-') {
        left.new -= 1;
        line += 1;
      }
    } else if (!row.startsWith('\\')) {
      left = { old: 0, new: 0 };
      const head = /^@@ -\d+(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/.exec(row);
      if (head && hunks) {
        left = { old: Number(head[1] ?? 1), new: Number(head[3] ?? 1) };
        line = Number(head[2]);
        hunks.push([]);
      } else if (row.startsWith('+++ ') && before.startsWith('--- ')) {
        // Some tools write a tab and a word after the name.
        files.push({ path: (row.slice(4).split('\t')[0] ?? '').replace(/^b\//, '').trim(), hunks: [] });
      }
    }
    before = row;
  }
  return files;
}
