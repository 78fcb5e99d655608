import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { withFigures } from './performance-table.ts';

const measured = { date: '2026-11-26', commit: '01234567' };
const PAGE = readFileSync(new URL('../../docs/performance.md', import.meta.url), 'utf8');
const figure = (what: string) => ({ what, figure: '1 ms', goal: '2 ms' });

it('replaces the rows of a part where they were, and nothing else of the page', () => {
  const before = withFigures(
    withFigures(PAGE, 'one', [figure('a'), figure('b')], measured),
    'two',
    [figure('c')],
    measured,
  );
  const after = withFigures(before, 'one', [figure('d')], { ...measured, date: '2026-12-01' });
  const rowsOf = (page: string) => page.split('\n').filter((line) => line.startsWith('|'));
  expect(rowsOf(after).filter((line) => !rowsOf(before).includes(line))).toEqual([
    '| d | 1 ms | 2 ms | `one` | 2026-12-01, `01234567` |',
  ]);
  expect(rowsOf(before).filter((line) => !rowsOf(after).includes(line))).toHaveLength(2);
  expect(rowsOf(after).at(-1)).toContain('| c |');
  expect(after.replace(/^\|.*\n/gm, '')).toBe(before.replace(/^\|.*\n/gm, ''));
});

it('keeps a row in one piece whatever its text holds', () => {
  const after = withFigures(PAGE, 'one', [figure('a | b')], measured);
  expect(withFigures(after, 'one', [], measured)).toBe(withFigures(PAGE, 'one', [], measured));
});
