import type { RootContent } from 'hast';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { highlight } from '#markdown/grammars.ts';
import { languageOfFile } from '#markdown/language-of-file.ts';
import { divideColors } from '#markdown/worker/serve-text.ts';
import { colorLines } from '#ui/shared/markdown/color-lines.ts';

const textOf = (nodes: readonly RootContent[]): string =>
  nodes.map((node) => (node.type === 'text' ? node.value : 'children' in node ? textOf(node.children) : '')).join('');
const linesOf = (language: string, code: string) => colorLines(divideColors(highlight(language, code)) ?? []);

describe('the colors of single lines', () => {
  it('hold what each line holds, and a comment of several lines keeps its color on each', () => {
    const code = '/* one\n   two */\nconst a = `x\n${1}`;\n\nend';
    const lines = linesOf('typescript', code);
    expect(lines.map(textOf)).toEqual(code.split('\n'));
    for (const line of lines.slice(0, 2))
      expect(line[0]).toMatchObject({ type: 'element', properties: { className: ['hljs-comment'] } });
  });

  it('are as many as there are lines, for any text', () => {
    const pieces = fc.constantFrom('"', '`', '/*', '*/', '\n', 'const ', 'x', ' ', '//', '${', '}', '<a>');
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 40 }), (all) => {
        const code = all.join('');
        for (const language of ['typescript', 'xml', 'python'])
          expect(linesOf(language, code).map(textOf)).toEqual(code.split('\n'));
      }),
    );
  });
});

it.each([
  ['src/app.ts', 'ts'],
  ['C:\\a\\B.TSX', 'tsx'],
  ['lib/x.mjs', 'javascript'],
  ['Dockerfile', 'dockerfile'],
  ['.gitignore', 'gitignore'],
  ['README', ''],
  ['a.constructor', 'constructor'],
  ['', ''],
])('takes the language of %j to be %j', (path, language) => {
  expect(languageOfFile(path)).toBe(language);
});
