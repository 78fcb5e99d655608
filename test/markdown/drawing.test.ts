import * as fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import type { Block } from '#markdown/ast.ts';
import { readBlocks } from '#markdown/block-reader.ts';
import { blockCost, canTypeset, costOf, SLICE_COST, TEXT_COST } from '#markdown/cost.ts';
import { createDrawing, SLICE_LENGTH, type Drawn } from '#markdown/drawing.ts';
import { fitBlocks, withinBudget } from '#markdown/fit-blocks.ts';
import type * as LexMarkdown from '#markdown/lex-markdown.ts';
import { blocksText } from '#markdown/plain-excerpt.ts';
import { HOSTILE, UNITS } from './hostile-texts.ts';

/** Characters given to the lexer since it was last emptied. */
let lexed = 0;
vi.mock('#markdown/lex-markdown.ts', async (load) => {
  const real = await load<typeof LexMarkdown>();
  const lexMarkdown: typeof real.lexMarkdown = (text, links) => {
    lexed += text.length;
    return real.lexMarkdown(text, links);
  };
  return { ...real, lexMarkdown };
});

/** A slice, and a block that streams and is longer: each is read to find its end, and again to draw it. */
const MAX_LEXED = 2 * (SLICE_LENGTH + 16_000);

/** Where the page reads long texts. What it costs there is no matter of a task. */
const readInWorker = async (text: string): Promise<Block[]> => {
  const before = lexed;
  const blocks = withinBudget(fitBlocks(readBlocks(text)));
  lexed = before;
  return blocks;
};

interface Whole {
  blocks: readonly Block[];
  /** Characters lexed in one turn, cost of one block, and cost that one turn added: the most of each. */
  lexed: number;
  largest: number;
  added: number;
}

/** Draws a text turn by turn, after the states in which it streamed. */
async function drawWhole(text: string, states: readonly string[] = []): Promise<Whole> {
  const drawing = createDrawing(readInWorker, () => undefined);
  const most = { lexed: 0, largest: 0, added: 0 };
  let last: Drawn = { blocks: [], more: false, whole: false };
  let turn = 0;
  const draw = (shown: string, streaming: boolean) => {
    lexed = 0;
    turn += 1;
    const { blocks } = last;
    last = drawing.draw(shown, streaming, turn);
    most.lexed = Math.max(most.lexed, lexed);
    most.largest = Math.max(most.largest, ...last.blocks.map(blockCost));
    most.added = Math.max(most.added, costOf(last.blocks) - costOf(blocks));
  };
  for (const state of states) draw(state, true);
  for (let turns = 0; turns < 2 || last.more; turns += 1) {
    draw(text, false);
    await new Promise((resolve) => setImmediate(resolve));
  }
  return { ...most, blocks: last.blocks };
}

/** Names what was more than a task or the page may take. */
function excess({ blocks, lexed, largest, added }: Whole): string[] {
  const over = {
    lexed: lexed > MAX_LEXED,
    largest: largest > SLICE_COST,
    // What streams may replace its last block.
    added: added > 2 * SLICE_COST,
    all: costOf(blocks) > TEXT_COST + SLICE_COST,
  };
  return Object.entries(over).flatMap(([name, is]) => (is ? [name] : []));
}

const streamed = (text: string): string[] =>
  Array.from({ length: Math.ceil(text.length / 3_000) }, (_, at) => text.slice(0, (at + 1) * 3_000));

describe('a hostile text', () => {
  for (const [name, make] of Object.entries(HOSTILE))
    it(`such as ${name} is read and drawn in tasks of a bounded size`, async () => {
      for (const length of [14_000, 100_000]) expect(excess(await drawWhole(make(length)))).toEqual([]);
      const short = make(16_000);
      expect(excess(await drawWhole(short, streamed(short)))).toEqual([]);
    });

  it('made of any units keeps the bounds, stored and streamed', async () => {
    const text = fc
      .tuple(
        fc.array(fc.constantFrom(...Object.values(UNITS)), { minLength: 1, maxLength: 4 }),
        fc.nat({ max: 20_000 }),
      )
      .map(([units, length]) => {
        const unit = units.join('');
        return unit
          .repeat(Math.ceil(length / unit.length))
          .slice(0, length)
          .toWellFormed();
      });
    await fc.assert(
      fc.asyncProperty(text, async (given) => {
        expect(excess(await drawWhole(given))).toEqual([]);
        expect(excess(await drawWhole(given, streamed(given)))).toEqual([]);
      }),
      { numRuns: 20 },
    );
  });
});

const letters = (blocks: readonly Block[]): string => blocksText(blocks).replaceAll(/[^a-z]/g, '');

/** Whether every letter of `part` is in `whole`, in order. */
function holds(whole: string, part: string): boolean {
  let at = 0;
  for (const letter of part) {
    at = whole.indexOf(letter, at) + 1;
    if (at === 0) return false;
  }
  return true;
}

describe('a text beyond the budget', () => {
  it.each(Object.entries(HOSTILE))('such as %s loses no letter', async (_, make) => {
    const text = make(30_000);
    expect(holds(letters((await drawWhole(text)).blocks), letters(readBlocks(text)))).toBe(true);
  });

  it('is one block as written from there on, and says so', async () => {
    const text = 'A **bold** word.\n\n'.repeat(6_000);
    const { blocks } = await drawWhole(text);
    const last = blocks.at(-1);
    expect(blocks.filter((block) => block.type === 'verbatim')).toEqual([last]);
    expect(last).toMatchObject({ beyond: true });
    expect(last?.raw.match(/\*\*bold\*\*/g)).toHaveLength(6_000 - blocks.length + 1);
  });

  it('is a word or a pile of accents that takes too long to lay out', () => {
    for (const text of ['a'.repeat(4_000), `a${'\u0301'.repeat(400)}`, `- ${'_a'.repeat(4_000)}`])
      expect(fitBlocks(readBlocks(text))).toMatchObject([{ type: 'verbatim', beyond: true, text }]);
    expect(fitBlocks(readBlocks('word '.repeat(2_000)))).toMatchObject([{ type: 'paragraph' }]);
  });

  it('goes on as another list or table where it is only long', async () => {
    const list = fitBlocks(readBlocks(Array.from({ length: 900 }, (_, at) => `${at + 1}. item`).join('\n')));
    expect(list.length).toBeGreaterThan(1);
    const numbers = list.flatMap((block) =>
      block.type === 'list' ? block.items.map((_, at) => block.start + at) : [],
    );
    expect(numbers).toEqual(Array.from({ length: 900 }, (_, at) => at + 1));
    const table = fitBlocks(readBlocks(`|head|er|\n|-|-|\n${'|a|b|\n'.repeat(400)}`));
    expect(table.length).toBeGreaterThan(1);
    for (const block of table) expect(readBlocks(block.raw)).toEqual([{ ...block, raw: expect.any(String) as string }]);
  });

  it('is the text itself when nobody reads it in time', async () => {
    const text = '*a* '.repeat(10_000);
    const drawing = createDrawing(
      async () => null,
      () => undefined,
    );
    expect(drawing.draw(text, false, 0)).toMatchObject({ more: false, whole: false });
    await new Promise((resolve) => setImmediate(resolve));
    const { blocks, whole } = drawing.draw(text, false, 1);
    expect(blocks).toEqual([{ type: 'verbatim', raw: text, text, beyond: true }]);
    expect(whole).toBe(true);
  });
});

it('keeps a derivation of twelve lines, and a paragraph with a long formula in it, as formulas', () => {
  const line = String.raw`\frac{\partial L}{\partial w_{ij}} &= \sum_{k=1}^{n} \left( \hat{y}_k - y_k \right) \sigma'(z_k) x_i + \lambda \sqrt{w_{ij}^2} \\`;
  const derivation = String.raw`\begin{aligned}${line.repeat(12)}\end{aligned}`;
  const text = `Since $${line.replaceAll('&', '').repeat(5).replaceAll('\\\\', '')}$:\n\n$$\n${derivation}\n$$\n`;
  const [paragraph, formula] = fitBlocks(readBlocks(text));
  expect(paragraph?.type).toBe('paragraph');
  expect(formula).toMatchObject({ type: 'math', tex: derivation });
  expect(canTypeset(derivation)).toBe(true);
});

it('typesets reactions, and shows a formula of chemistry as its source that would draw thousands of elements', () => {
  expect(canTypeset(String.raw`\ce{CH4 + 2 O2 ->[\Delta] CO2 + 2 H2O}`)).toBe(true);
  expect(canTypeset(`${'\\ce{A -> B} + '.repeat(20)}C`)).toBe(true);
  expect(canTypeset(`\\ce{${'x_'.repeat(400)}}`)).toBe(false);
});

it('titles an alert once that is drawn in several pieces', () => {
  const text = `> [!NOTE]\n${Array.from({ length: 400 }, (_, at) => `> Paragraph ${at} of many words.\n>\n`).join('')}`;
  const pieces = fitBlocks(readBlocks(text));
  expect(pieces.length).toBeGreaterThan(1);
  expect(pieces.map((piece) => (piece.type === 'quote' ? piece.alert : null))).toEqual([
    'note',
    ...pieces.slice(1).map(() => undefined),
  ]);
});
