import type { Message } from '../../message.ts';
import { DELETED, targetKey } from './overlays.ts';
import type { Overlay } from '../../request.ts';
import type { TreeNode } from '../../tree.ts';

/** What the user deleted: messages, and single tool results (see targetKey). */
export type Deletions = ReadonlySet<string>;

interface Node extends TreeNode {
  role: Message['role'];
}

type Parts = readonly { type: string }[];

export function deletionsOf(overlays: Iterable<Pick<Overlay, 'kind' | 'target'>>): Deletions {
  const deleted = new Set<string>();
  for (const { kind, target } of overlays) if (kind === DELETED) deleted.add(targetKey(target));
  return deleted;
}

/**
 * Ids of the messages that are gone: those that were deleted, and the results of a deleted answer's calls. Parents come
 * before their children.
 */
export function goneMessages(nodes: Iterable<Node>, deleted: Deletions): ReadonlySet<string> {
  const gone = new Set<string>();
  if (deleted.size === 0) return gone;
  /** Whatever tool message follows one of these goes along. */
  const answers = new Set<string>();
  for (const { id, parentId, role } of nodes) {
    const along = role === 'tool' && parentId !== null && answers.has(parentId);
    if (!along && !deleted.has(id)) continue;
    gone.add(id);
    if (along || role === 'assistant') answers.add(id);
  }
  return gone;
}

/** A tree in which each message hangs on the nearest one above it that is left. */
export interface RemainingTree<T> {
  nodes: T[];
  /** The message itself, or the nearest one above it that is left. */
  nearest: (id: string | null) => string | null;
}

/** Parents come before their children. Messages that stay where they are keep their identity. */
export function withoutGone<T extends Node>(nodes: readonly T[], deleted: Deletions): RemainingTree<T> {
  const gone = goneMessages(nodes, deleted);
  const above = new Map<string, string | null>();
  const nearest = (id: string | null): string | null =>
    id === null ? null : (above.get(id) ?? (above.has(id) ? null : id));
  const left: T[] = [];
  for (const node of nodes) {
    const parentId = nearest(node.parentId);
    if (gone.has(node.id)) above.set(node.id, parentId);
    else left.push(parentId === node.parentId ? node : { ...node, parentId });
  }
  return { nodes: left, nearest };
}

/** Whether a part of a message is a tool result that was deleted. */
export function isDeletedResult(
  { id, parts }: { id: string; parts: Parts },
  part: number,
  deleted: Deletions,
): boolean {
  return parts[part]?.type === 'tool_result' && deleted.has(targetKey({ message: id, part }));
}

/** A message without the tool results that were deleted; the message itself when there are none. */
export function withoutResults<T extends { id: string; role: Message['role']; parts: Parts }>(
  message: T,
  deleted: Deletions,
): T {
  if (deleted.size === 0 || message.role !== 'tool') return message;
  const parts = message.parts.filter((_, index) => !isDeletedResult(message, index, deleted));
  return parts.length === message.parts.length ? message : { ...message, parts };
}
