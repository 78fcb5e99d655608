import type { Block, Inline, ListItem } from './ast.ts';
import { canLayOut } from './limits.ts';

/*
 * What drawing costs, in elements of the page: React, style and layout together take about as long for each of them.
 * This is the one budget of all texts; how long a text is and what is in it doesn't matter otherwise.
 */

/** What one task of the page draws. */
export const SLICE_COST = 1_000;
/** The largest formula that is typeset. It can't be divided, so it counts as one slice, whatever it costs. */
const FORMULA_COST = 2_500;
const MAX_COUNTED = SLICE_COST - 50;
/** What one text may cost. The rest of it is shown as written. */
export const TEXT_COST = 16_000;

/** Characters whose layout takes as long as one element. */
const CHARACTERS = 50;
const ALIGNMENT = /&|\\\\/g;
const DEFINITION = /\\(?:[gex]?def|(?:future)?let|(?:re)?newcommand|providecommand|global|long)/;
/** KaTeX's limit for formulas that define nothing. */
const MAX_EXPANSIONS = 500;

/** In these, each letter and number becomes what takes several commands elsewhere. */
const CHEMISTRY = /\\(?:ce|pu)\b/;

function elementsOf(tex: string): number {
  const each = CHEMISTRY.test(tex) ? 5 : 1.2;
  return 10 + Math.ceil(tex.length * each) + 6 * (tex.match(ALIGNMENT)?.length ?? 0);
}

export const formulaCost = (tex: string): number => Math.min(MAX_COUNTED, elementsOf(tex));

/** Whether a formula is typeset: a derivation of twelve lines makes 2,500 elements, in 8 ms of KaTeX (2026-11). */
export const canTypeset = (tex: string): boolean => elementsOf(tex) <= FORMULA_COST;

/** How many macros a formula may expand. What it defines itself can be as long as the formula, at each expansion. */
export const expansionsOf = (tex: string): number =>
  DEFINITION.test(tex) ? Math.min(MAX_EXPANSIONS, Math.floor(SLICE_COST / (tex.length + 1))) : MAX_EXPANSIONS;

const sum = <T>(values: readonly T[], cost: (value: T) => number): number =>
  values.reduce((all, value) => all + cost(value), 0);
const lengthCost = (text: string): number => (canLayOut(text) ? Math.floor(text.length / CHARACTERS) : SLICE_COST + 1);
const inlinesCost = (nodes: readonly Inline[]): number => sum(nodes, inlineCost);

function inlineCost(node: Inline): number {
  switch (node.type) {
    case 'text':
      return 1 + lengthCost(node.text);
    case 'strong':
    case 'em':
    case 'del':
      return 1 + inlinesCost(node.children);
    case 'link':
      return 3 + inlinesCost(node.children);
    case 'code':
      return 2 + lengthCost(node.text);
    case 'math':
      return canTypeset(node.tex) ? formulaCost(node.tex) : 2 + lengthCost(node.tex);
    case 'image':
      return 6;
    case 'break':
      return 1;
    case 'footnote':
    default:
      return 4;
  }
}

export const costOf = (blocks: readonly Block[]): number => sum(blocks, blockCost);
export const itemCost = ({ children }: ListItem): number => 3 + costOf(children);
export const rowCost = (row: readonly Inline[][]): number => 2 + sum(row, (cell) => 2 + inlinesCost(cell));

const costs = new WeakMap<Block, number>();

/** What drawing this block costs. */
export function blockCost(block: Block): number {
  const known = costs.get(block);
  if (known !== undefined) return known;
  const cost = countCost(block);
  costs.set(block, cost);
  return cost;
}

function countCost(block: Block): number {
  switch (block.type) {
    case 'paragraph':
    case 'heading':
      return 3 + inlinesCost(block.children);
    case 'code':
      // Its lines are drawn on their own (plain-lines.tsx), and so are its colors.
      return 30;
    case 'quote':
    case 'footnote':
      return 4 + costOf(block.children);
    case 'list':
      return 3 + sum(block.items, itemCost);
    case 'table':
      return 20 + sum([block.head, ...block.rows], rowCost);
    case 'math':
      return canTypeset(block.tex) ? formulaCost(block.tex) : 3 + lengthCost(block.tex);
    case 'verbatim':
      return block.beyond ? 6 : 3 + lengthCost(block.text);
    case 'rule':
    default:
      return 2;
  }
}
