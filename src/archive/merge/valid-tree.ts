import type { StoredMessage } from '#storage/rows.ts';

/**
 * Turns messages into a tree that storage accepts: unique ids, ascending numbers, no parent after its child. A valid
 * tree stays unchanged. A message keeps a parent that doesn't exist, because a path can end there as anywhere else.
 */
export function validTree(messages: readonly StoredMessage[]): StoredMessage[] {
  const byId = new Map<string, StoredMessage>();
  for (const message of messages) if (!byId.has(message.id)) byId.set(message.id, message);
  const sorted = [...byId.values()].toSorted((a, b) => a.seq - b.seq);
  const numbered = sorted.every(({ seq }, index) => seq > (sorted[index - 1]?.seq ?? 0));
  const places = new Map(sorted.map(({ id }, index) => [id, index]));
  return sorted.map((message, index) => {
    const parent = message.parentId === null ? undefined : places.get(message.parentId);
    const parentId = parent !== undefined && parent >= index ? null : message.parentId;
    const seq = numbered ? message.seq : index + 1;
    return parentId === message.parentId && seq === message.seq ? message : { ...message, parentId, seq };
  });
}
