/** What the tree functions need to know about a message. */
export interface TreeNode {
  id: string;
  parentId: string | null;
  seq: number;
}

/** Children of every message in order of `seq`. The key `null` holds the first messages. */
export function childrenOf<T extends TreeNode>(nodes: Iterable<T>): Map<string | null, T[]> {
  const children = new Map<string | null, T[]>();
  for (const node of nodes) {
    const list = children.get(node.parentId);
    if (list) list.push(node);
    else children.set(node.parentId, [node]);
  }
  for (const list of children.values()) list.sort(bySeq);
  return children;
}

/**
 * Returns the path from the first message to `leafId`, both included. Empty when the leaf is unknown. The path ends at
 * a missing parent and at a parent that is not older than its child: damaged data never loops and never hides the
 * newest messages.
 */
export function pathTo<T extends TreeNode>(nodes: Iterable<T>, leafId: string | null): T[] {
  const byId = new Map<string, T>();
  for (const node of nodes) byId.set(node.id, node);
  const path: T[] = [];
  let node = leafId === null ? undefined : byId.get(leafId);
  while (node) {
    path.push(node);
    const parent: T | undefined = node.parentId === null ? undefined : byId.get(node.parentId);
    node = parent && parent.seq < node.seq ? parent : undefined;
  }
  return path.toReversed();
}

function bySeq(a: TreeNode, b: TreeNode): number {
  return a.seq - b.seq;
}
