import type { Block, ListItem } from './ast.ts';

/** Structural equality of plain data. Nodes hold nothing else. */
function same(left: unknown, right: unknown): boolean {
  if (left === right) return true;
  if (typeof left !== 'object' || typeof right !== 'object' || left === null || right === null) return false;
  if (Array.isArray(left))
    return Array.isArray(right) && left.length === right.length && left.every((one, at) => same(one, right[at]));
  const keys = Object.keys(left);
  return (
    keys.length === Object.keys(right).length &&
    keys.every((key) => same(Reflect.get(left, key), Reflect.get(right, key)))
  );
}

/** Comparing `raw` first distinguishes different nodes cheaply. */
const equal = (old: Block | ListItem, next: Block | ListItem): boolean =>
  old === next || (old.raw === next.raw && same(old, next));

function reuseItems(previous: ListItem[], next: ListItem[]): ListItem[] {
  return next.map((item, at) => {
    const old = previous[at];
    if (!old) return item;
    return equal(old, item) ? old : { ...item, children: reuseBlocks(old.children, item.children) };
  });
}

function reuseBlock(old: Block | undefined, block: Block): Block {
  if (!old || old.type !== block.type) return block;
  if (equal(old, block)) return old;
  if (block.type === 'list' && old.type === 'list') return { ...block, items: reuseItems(old.items, block.items) };
  if (block.type === 'quote' && old.type === 'quote')
    return { ...block, children: reuseBlocks(old.children, block.children) };
  return block;
}

/**
 * Returns `next` with every node that equals the one at the same place in `previous` replaced by it, for memoized
 * elements.
 */
export function reuseBlocks(previous: Block[], next: Block[]): Block[] {
  const blocks = next.map((block, at) => reuseBlock(previous[at], block));
  const unchanged = previous.length === blocks.length && previous.every((block, at) => block === blocks[at]);
  return unchanged ? previous : blocks;
}
