import * as fc from 'fast-check';
import { Lexer } from 'marked';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createBlockReader, readBlocks } from '#markdown/block-reader.ts';
import { inlinePieces } from '#markdown/inline-pieces.ts';
import { canHighlight, MAX_PARAGRAPH_LENGTH } from '#markdown/limits.ts';
import { blocksText } from '#markdown/plain-excerpt.ts';

const FRAGMENTS = [
  '_a',
  '*__a__*_',
  '\\(',
  '\\[',
  '![',
  '[a](b',
  '`',
  '<',
  '$',
  '!',
  ' ',
  '~~a',
  'a@',
  '가 ',
  '😀',
  '\n',
];
const hostile = fc
  .tuple(fc.array(fc.constantFrom(...FRAGMENTS), { minLength: 1, maxLength: 4 }), fc.integer({ min: 1, max: 6_000 }))
  .map(([unit, times]) => unit.join('').repeat(times).slice(0, 30_000).toWellFormed());

const marksOf = (text: string): number => text.match(/[*_~`[\]<>!$\\@]/g)?.length ?? 0;

describe('pieces of a paragraph', () => {
  it('hold every character once, and no more than can be weighed against each other', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const pieces = inlinePieces(text);
        expect(pieces.join('')).toBe(text);
        for (const piece of pieces) {
          expect(piece.length).toBeLessThanOrEqual(MAX_PARAGRAPH_LENGTH);
          expect(marksOf(piece)).toBeLessThanOrEqual(128);
          expect(piece.isWellFormed()).toBe(true);
        }
      }),
      { numRuns: 60 },
    );
  });

  it('are one for what people write', () => {
    const written = 'Call `read_file` with **one** path, see [the page](https://example.com/a_b). '.repeat(8);
    expect(inlinePieces(written)).toEqual([written]);
    expect(inlinePieces('')).toEqual([]);
  });

  it('end where a line or a word ends', () => {
    const lines = '**term**: `code` and what it means\n'.repeat(60);
    for (const piece of inlinePieces(lines)) expect(piece.endsWith('\n')).toBe(true);
    expect(readBlocks(lines.trimEnd()).flatMap((block) => JSON.stringify(block).match(/"strong"/g) ?? [])).toHaveLength(
      60,
    );
  });
});

describe('what reaches the inline rules', () => {
  afterEach(() => vi.restoreAllMocks());

  it('stays within the bounds, in paragraphs, lists, tables and quotes', () => {
    const read = vi.spyOn(Lexer.prototype, 'inlineTokens');
    for (const before of ['', '- ', '> ', '# ', '| a |\n|---|\n| ', '[^a]: '])
      for (const unit of FRAGMENTS) readBlocks(before + unit.repeat(4_000));
    expect(read).toHaveBeenCalled();
    for (const [src] of read.mock.calls) {
      expect(src.length).toBeLessThanOrEqual(MAX_PARAGRAPH_LENGTH);
      expect(marksOf(src)).toBeLessThanOrEqual(128);
    }
  });
});

describe('what the reader sees of a text beyond the bounds', () => {
  const letters = (text: string): string => text.replaceAll(/[^a-z]/g, '');

  it.each([
    ['a long paragraph', 'one **two** three '.repeat(3_000)],
    ['a long line of marks', '_word'.repeat(5_000)],
    ['a long quote', '> quote\nlazy\n'.repeat(3_000)],
    ['a long list', '- item\n  more\n'.repeat(8_000)],
    ['a long item', `- item\n${'line\n'.repeat(8_000)}`],
    ['a nested list', Array.from({ length: 600 }, (_, at) => `${'  '.repeat(at)}- deep\n`).join('')],
    ['a table with too many columns', `${'a|'.repeat(200)}\n${'-|'.repeat(200)}\nrow\n`],
    ['refused tables', 'head|er\n-|-|-\n'.repeat(2_000)],
    ['a heading over many lines', `${'words and words\n'.repeat(60)}===\n`],
    ['open formulas', 'say\n\\[\n'.repeat(2_000)],
  ])('of %s is every letter', (_, text) => {
    expect(letters(blocksText(readBlocks(text)))).toBe(letters(text));
  });

  it('beyond every length is the text, read by nobody', () => {
    const text = '*a* '.repeat(200_000);
    const verbatim = [{ type: 'verbatim', raw: text, text }];
    expect(readBlocks(text)).toEqual(verbatim);
    expect(createBlockReader().read(text, true)).toEqual(verbatim);
  });

  it('fills no table with more cells than were nearly written', () => {
    const [table] = readBlocks(`${'a|'.repeat(100)}\n${'-|'.repeat(100)}\n${'a\n'.repeat(100_000)}`);
    const cells = table?.type === 'table' ? table.rows.length * table.head.length : Infinity;
    expect(cells).toBeLessThanOrEqual(1_000_000);
  });

  it('resolves a definition that is one long line', () => {
    const address = `https://example.com/${'a'.repeat(20_000)}`;
    expect(JSON.stringify(readBlocks(`[page]\n\n[page]: ${address}\n`))).toContain(`"href":"${address}"`);
  });
});

describe('code that is colored', () => {
  it('is what programs look like, not words without an end', () => {
    expect(canHighlight('int main(void) {\n  return 0;\n}\n'.repeat(2_000))).toBe(true);
    for (const unit of ['a ', 'a\n', 'word word\n']) expect(canHighlight(unit.repeat(3_000))).toBe(false);
    expect(canHighlight(`x = "${'a'.repeat(5_001)}"`)).toBe(false);
  });
});
