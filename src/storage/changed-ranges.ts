import type { IntervalTree } from 'dexie';

/** Ranges of keys that were written. */
export function* rangesIn(tree: IntervalTree): Generator<{ from: unknown; to: unknown }> {
  if (!('from' in tree)) return;
  yield tree;
  if (tree.l) yield* rangesIn(tree.l);
  if (tree.r) yield* rangesIn(tree.r);
}
