/*
 * Texts that take other renderers, and earlier versions of this one, far longer than their length: a model that
 * repeats itself, a tool that prints one line, an imported chat.
 */

const fill = (unit: string, length: number): string => unit.repeat(Math.ceil(length / unit.length)).slice(0, length);
const fenced = (language: string, code: string): string => `\`\`\`${language}\n${code}\n\`\`\`\n`;
const formula = (tex: string): string => `$$${tex}$$\n\n`;

/** Lines that differ by their number, up to a length. */
function numbered(line: (at: number) => string, length: number): string {
  const lines: string[] = [];
  for (let left = length; left > 0; left -= lines.at(-1)?.length ?? left) lines.push(line(lines.length));
  return lines.join('');
}

/** What is repeated to any length. */
export const UNITS: Readonly<Record<string, string>> = {
  words: 'word and word. ',
  prose: 'A **bold** word, `code` and [a link](https://a.b/c).\n\n',
  underscores: '_a',
  stars: '*__a__*_',
  letters: 'a',
  'open formulas': '\\(',
  'open display formulas': '\\[',
  brackets: '[',
  images: '![',
  links: '[a](b',
  ticks: '`a``',
  tags: '<a b="',
  comments: '<!--',
  preformatted: '<pre>\n',
  quotes: '> ',
  'quoted lines': '> > > > a\n',
  bullets: '- ',
  items: '- a\n',
  'loose items': '- a\n\n',
  tasks: '- [ ] a\n',
  headings: '# a\n',
  rules: '---\n\n',
  'line breaks': 'a\n',
  paragraphs: 'a\n\n',
  'inline formulas': '$x$ ',
  'block formulas': '$$x$$\n\n',
  'code blocks': fenced('js', 'a'),
  addresses: 'http://a ',
  'mail addresses': 'a@',
  entities: '&amp;',
  escapes: '\\',
  families: '👩‍👩‍👧‍👦',
  directions: '\u202eabc\u202c',
  'empty lines': '\n',
  'Korean marks': '**"강조"**는 ',
  'open Korean marks': '*"가~~"나***"다',
};

/** Hostile texts by name, of about a length. */
export const HOSTILE: Readonly<Record<string, (length: number) => string>> = {
  ...Object.fromEntries(Object.entries(UNITS).map(([name, unit]) => [name, (length: number) => fill(unit, length)])),
  blanks: (length) => `a${' '.repeat(length)}b`,
  accents: (length) => `a${'\u0301'.repeat(length)}`,
  'a deep list': (length) => numbered((at) => `${'  '.repeat(at)}- a\n`, length),
  footnotes: (length) => numbered((at) => `[^${at}]: a\n`, length),
  definitions: (length) => numbered((at) => `[${at}]: b\n`, length),
  'definitions after their use': (length) => `${fill('[a] ', length)}\n\n[a]: b\n`,
  'a table': (length) => `|a|b|\n|-|-|\n${fill('|a|b|\n', length)}`,
  'a table of short rows': (length) => `${'a|'.repeat(100)}\n${'-|'.repeat(100)}\n${fill('a\n', length)}`,
  fractions: (length) => fill(formula('\\frac{a}{b}+'.repeat(600)), length),
  braces: (length) => fill(formula(`${'{'.repeat(3_900)}x${'}'.repeat(3_900)}`), length),
  matrices: (length) => fill(formula(`\\begin{matrix}${'a&'.repeat(3_500)}\\end{matrix}`), length),
  'macros in macros': (length) =>
    fill(formula('\\def\\a{xxxxxxxxxx}\\def\\b{\\a\\a\\a\\a\\a\\a}\\def\\c{\\b\\b\\b\\b\\b}\\c\\c\\c\\c'), length),
  'macros that double': (length) => fill(formula(`\\edef\\x{ab}${'\\edef\\x{\\x\\x}'.repeat(40)}\\x`), length),
  JavaScript: (length) => fenced('js', fill('const a = (b) => `x${c}` + /re/.test("s");\n', length)),
  'C++': (length) => fenced('cpp', fill('a<b<c>>(d) e::f\n', length)),
  'words in C++': (length) => fenced('cpp', fill(`${'word '.repeat(20)};\n`, length)),
  PowerShell: (length) => fenced('powershell', fill('$a -b "c$($d)" | e;\n', length)),
  XML: (length) => fenced('xml', fill('<a b="c">\n', length)),
  'open code': (length) => `\`\`\`\n${fill('a\n', length)}`,
  'a line of code': (length) => fenced('js', fill('a = b;', length)),
};
