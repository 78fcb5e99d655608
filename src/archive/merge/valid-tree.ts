import type { StoredMessage } from '#storage/rows.ts';

/**
 * Messages as a tree that storage can hold: every id once, numbered upwards, no parent behind its child. A sound tree
 * stays as it is. What names a parent that is not there keeps it, for a path ends in such a place as in any other.
 */
export function validTree(messages: readonly StoredMessage[]): StoredMessage[] {
  const byId = new Map<string, StoredMessage>();
  for (const message of messages) if (!byId.has(message.id)) byId.set(message.id, message);
  const ordered = [...byId.values()].toSorted((a, b) => a.seq - b.seq);
  const numbered = ordered.every(({ seq }, index) => seq > (ordered[index - 1]?.seq ?? 0));
  const places = new Map(ordered.map(({ id }, index) => [id, index]));
  return ordered.map((message, index) => {
    const parent = message.parentId === null ? undefined : places.get(message.parentId);
    const parentId = parent !== undefined && parent >= index ? null : message.parentId;
    const seq = numbered ? message.seq : index + 1;
    return parentId === message.parentId && seq === message.seq ? message : { ...message, parentId, seq };
  });
}
