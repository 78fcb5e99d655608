import type { Block } from './ast.ts';
import { blockCost, itemCost, rowCost, SLICE_COST, TEXT_COST } from './cost.ts';

/** Consecutive parts that each cost at most `most`. `null` when one alone costs more. */
function divide<T>(parts: readonly T[], cost: (part: T) => number, most: number): T[][] | null {
  const groups: T[][] = [];
  let left = 0;
  for (const part of parts) {
    const own = cost(part);
    if (own > most) return null;
    if (own > left) {
      groups.push([]);
      left = most;
    }
    groups.at(-1)?.push(part);
    left -= own;
  }
  return groups;
}

const asWritten = ({ raw }: Block): Block => ({ type: 'verbatim', raw, text: raw.trimEnd(), beyond: true });

/** A long list or table goes on as another one. What can't be divided is shown as written. */
function fit(block: Block): readonly Block[] {
  if (block.type === 'list') {
    const groups = divide(block.items, itemCost, SLICE_COST - 3);
    let start = block.start;
    return (
      groups?.map((items): Block => {
        const part = { ...block, raw: items.map(({ raw }) => raw).join(''), start, items };
        start += items.length;
        return part;
      }) ?? [asWritten(block)]
    );
  }
  if (block.type === 'table') {
    const groups = divide(block.rows, rowCost, SLICE_COST - 20 - rowCost(block.head));
    const [head = '', delimiters = '', ...lines] = block.raw.split('\n');
    let at = 0;
    return (
      groups?.map((rows): Block => {
        const own = lines.slice(at, (at += rows.length));
        return { ...block, raw: [head, delimiters, ...own].join('\n'), rows };
      }) ?? [asWritten(block)]
    );
  }
  if (block.type === 'quote') {
    const groups = divide(fitBlocks(block.children), blockCost, SLICE_COST - 4);
    const { alert, ...plain } = block;
    return (
      groups?.map((children, at): Block => {
        const raw = children.map((child) => child.raw).join('\n');
        return { ...plain, ...(alert && at === 0 && { alert }), raw, children };
      }) ?? [asWritten(block)]
    );
  }
  return [asWritten(block)];
}

const fitted = new WeakMap<Block, readonly Block[]>();

/** The same blocks, each of which can be drawn in one task. */
export function fitBlocks(blocks: readonly Block[]): Block[] {
  return blocks.flatMap((block) => {
    if (blockCost(block) <= SLICE_COST) return [block];
    const known = fitted.get(block) ?? fit(block);
    fitted.set(block, known);
    return known;
  });
}

/** As many blocks from the start as cost at most this much, and at least one. */
export function countWithin(blocks: readonly Block[], most: number): number {
  let left = most;
  const over = blocks.findIndex((block) => (left -= blockCost(block)) < 0);
  return over < 0 ? blocks.length : Math.max(1, over);
}

/** What goes beyond the budget of a text is shown as written. */
export function withinBudget(blocks: Block[]): Block[] {
  const count = countWithin(blocks, TEXT_COST);
  if (count === blocks.length) return blocks;
  const raw = blocks
    .slice(count)
    .map((block) => block.raw.trimEnd())
    .join('\n\n');
  return [...blocks.slice(0, count), { type: 'verbatim', raw, text: raw, beyond: true }];
}
