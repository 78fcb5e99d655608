import { describe, expect, it } from 'vitest';
import { childrenOf, pathTo, type TreeNode } from '#core/tree.ts';

const node = (id: string, parentId: string | null, seq: number): TreeNode => ({ id, parentId, seq });
/** u1 - a1 - u2 - a2 ; a1b beside a1 - u3 */
const nodes = [
  node('u1', null, 1),
  node('a1', 'u1', 2),
  node('u2', 'a1', 3),
  node('a2', 'u2', 4),
  node('a1b', 'u1', 5),
  node('u3', 'a1b', 6),
];
const ids = (list: readonly TreeNode[]) => list.map(({ id }) => id);

describe('tree', () => {
  it('follows parents to a leaf', () => {
    expect(ids(pathTo(nodes, 'a2'))).toEqual(['u1', 'a1', 'u2', 'a2']);
    expect(ids(pathTo(nodes, 'u3'))).toEqual(['u1', 'a1b', 'u3']);
    expect(pathTo(nodes, 'nobody')).toEqual([]);
    expect(pathTo(nodes, null)).toEqual([]);
  });

  it('ends at a missing parent and never loops', () => {
    expect(ids(pathTo([node('x', 'lost', 5)], 'x'))).toEqual(['x']);
    expect(ids(pathTo([node('x', 'y', 5), node('y', 'x', 6)], 'x'))).toEqual(['x']);
    expect(ids(pathTo([node('x', 'x', 5)], 'x'))).toEqual(['x']);
  });

  it('knows children', () => {
    expect(ids(childrenOf(nodes).get('u1') ?? [])).toEqual(['a1', 'a1b']);
    expect(ids(childrenOf(nodes).get(null) ?? [])).toEqual(['u1']);
  });
});
