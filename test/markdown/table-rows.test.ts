import { expect, it } from 'vitest';
import { plainText } from '#markdown/ast.ts';
import { readBlocks } from '#markdown/block-reader.ts';

function cellsOf(...lines: string[]): string[][] {
  const [table] = readBlocks(lines.join('\n'));
  if (table?.type !== 'table') return [];
  return [table.head, ...table.rows].map((row) => row.map((cell) => plainText(cell)));
}

it('keeps code and formulas with vertical bars in one cell, in the head, too', () => {
  const rows = ['| `a || b` | or |', '| $|x|$ | size |', 'x | `a|b`'];
  expect(cellsOf('| `|` | meaning |', '|---|---|', ...rows)).toEqual([
    ['|', 'meaning'],
    ['a || b', 'or'],
    ['|x|', 'size'],
    ['x', 'a|b'],
  ]);
});

it('shows what a row has beyond the columns in the last cell', () => {
  expect(cellsOf('| a | b |', '|---|---|', '| 1 | 2 | 3 | 4 |', String.raw`| 1 | \| | 3`)).toEqual([
    ['a', 'b'],
    ['1', '2 | 3 | 4'],
    ['1', '| | 3'],
  ]);
});

it('leaves every other row as it is, and what comes after the table', () => {
  expect(cellsOf('| a | b |', '|---|---|', '| $5 | $6 |', '| `x | y` |')).toEqual([
    ['a', 'b'],
    ['$5', '$6'],
    ['`x', 'y`'],
  ]);
  const [table, after] = readBlocks('a | b\n-|-\n`|` | 2\n\nafter');
  expect([table?.raw, after?.type]).toEqual(['a | b\n-|-\n`|` | 2', 'paragraph']);
});
