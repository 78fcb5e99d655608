/** How a language writes comments and strings, as far as needed to distinguish the two. */
export interface CommentSyntax {
  readonly line: readonly string[];
  readonly block: readonly Delimited[];
  readonly strings: readonly StringSyntax[];
  /**
   * The language whose statements a comment is compared with. None for data and prose, where examples are commented out
   * on purpose.
   */
  readonly code?: 'braces' | 'python';
}

interface Delimited {
  readonly open: string;
  readonly close: string;
}

interface StringSyntax {
  readonly quote: string;
  /** May span lines. */
  readonly multi?: true;
  /** Only around one character: elsewhere the same sign means something else, such as a lifetime. */
  readonly char?: true;
}

const DOUBLE = { quote: '"' } as const;
const SINGLE = { quote: "'" } as const;
const CHAR = { quote: "'", char: true } as const;
const TICKS = { quote: '`', multi: true } as const;
const TRIPLE = { quote: '"""', multi: true } as const;
const STARS = [{ open: '/*', close: '*/' }] as const;
const ARROWS = [{ open: '<!--', close: '-->' }] as const;

const SCRIPT: CommentSyntax = { line: ['//'], block: STARS, strings: [SINGLE, DOUBLE, TICKS], code: 'braces' };
const BRACES: CommentSyntax = { line: ['//'], block: STARS, strings: [TRIPLE, DOUBLE, CHAR], code: 'braces' };
const GO: CommentSyntax = { line: ['//'], block: STARS, strings: [DOUBLE, TICKS, CHAR], code: 'braces' };
const PHP: CommentSyntax = { line: ['//', '#'], block: STARS, strings: [SINGLE, DOUBLE], code: 'braces' };
const STYLE: CommentSyntax = { line: ['//'], block: STARS, strings: [SINGLE, DOUBLE] };
const PLAIN_STYLE: CommentSyntax = { line: [], block: STARS, strings: [SINGLE, DOUBLE] };
const PYTHON: CommentSyntax = {
  line: ['#'],
  block: [],
  strings: [TRIPLE, { quote: "'''", multi: true }, DOUBLE, SINGLE],
  code: 'python',
};
const HASH: CommentSyntax = { line: ['#'], block: [], strings: [DOUBLE, SINGLE] };
const INI: CommentSyntax = { line: ['#', ';'], block: [], strings: [DOUBLE, SINGLE] };
const SQL: CommentSyntax = { line: ['--'], block: STARS, strings: [SINGLE, DOUBLE] };
const LUA: CommentSyntax = { line: ['--'], block: [{ open: '--[[', close: ']]' }], strings: [DOUBLE, SINGLE] };
const HASKELL: CommentSyntax = { line: ['--'], block: [{ open: '{-', close: '-}' }], strings: [DOUBLE, CHAR] };
const LISP: CommentSyntax = { line: [';'], block: [], strings: [DOUBLE] };
const PERCENT: CommentSyntax = { line: ['%'], block: [], strings: [] };
const MARKUP: CommentSyntax = { line: [], block: ARROWS, strings: [] };
/** Markup with scripts in it. */
const MIXED: CommentSyntax = { line: ['//'], block: [...ARROWS, ...STARS], strings: [SINGLE, DOUBLE], code: 'braces' };
/** Text in a fence or between backticks is an example. */
const MARKDOWN: CommentSyntax = { line: [], block: ARROWS, strings: [{ quote: '```', multi: true }, { quote: '`' }] };

const BY_EXTENSION: ReadonlyMap<string, CommentSyntax> = new Map(
  (
    [
      [SCRIPT, 'js jsx mjs cjs ts tsx mts cts'],
      [BRACES, 'java c h cc cpp cxx hpp hh cs rs swift kt kts scala dart groovy gradle m mm proto zig'],
      [GO, 'go'],
      [PHP, 'php'],
      [STYLE, 'scss sass less jsonc json5'],
      [PLAIN_STYLE, 'css'],
      [PYTHON, 'py pyi'],
      [HASH, 'rb sh bash zsh fish yml yaml toml pl r ps1 psm1 ex exs nix env tf cmake mk'],
      [INI, 'ini conf cfg properties'],
      [SQL, 'sql'],
      [LUA, 'lua'],
      [HASKELL, 'hs elm'],
      [LISP, 'lisp el clj cljs scm asm'],
      [PERCENT, 'tex erl'],
      [MARKUP, 'html htm xml svg xhtml'],
      [MIXED, 'vue svelte astro'],
      [MARKDOWN, 'md mdx markdown'],
    ] as const
  ).flatMap(([syntax, extensions]) => extensions.split(' ').map((one) => [one, syntax] as const)),
);

const BY_NAME: ReadonlyMap<string, CommentSyntax> = new Map([
  ['dockerfile', HASH],
  ['makefile', HASH],
  ['cmakelists.txt', HASH],
  ['.gitignore', HASH],
  ['.env', HASH],
]);

/** The syntax of a file, by its name. `null` for an unknown one, which is not checked. */
export function commentSyntax(path: string): CommentSyntax | null {
  const name = path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1).toLowerCase();
  return BY_NAME.get(name) ?? BY_EXTENSION.get(name.slice(name.lastIndexOf('.') + 1)) ?? null;
}
