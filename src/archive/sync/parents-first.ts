import { greatest } from '#core/greatest.ts';
import type { StoredMessage } from '#storage/rows.ts';

/**
 * Sorts messages by sequence number. A message whose parent arrived later moves after it, together with its
 * descendants. `lastSeq`: the highest number that is taken, also by what is not among them.
 */
export function withParentsFirst(messages: readonly StoredMessage[], lastSeq = 0): StoredMessage[] {
  const places = new Map(messages.map(({ id, seq }) => [id, seq]));
  const children = new Map<string, StoredMessage[]>();
  for (const message of messages) {
    if (message.parentId === null) continue;
    const siblings = children.get(message.parentId) ?? [];
    children.set(message.parentId, [...siblings, message]);
  }
  let last = greatest(places.values(), lastSeq);
  const late = messages.filter(({ parentId, seq }) => parentId !== null && (places.get(parentId) ?? 0) > seq);
  const seen = new Set<string>();
  const waiting = late.toSorted((a, b) => a.seq - b.seq);
  for (let next = waiting.shift(); next; next = waiting.shift()) {
    // A loop, which only a damaged history has, ends where it began.
    const behind = (places.get(next.id) ?? 0) > (places.get(next.parentId ?? '') ?? 0);
    if (behind || seen.has(`${next.id} ${next.parentId}`)) continue;
    if (seen.has(next.id)) seen.add(`${next.id} ${next.parentId}`);
    seen.add(next.id);
    places.set(next.id, ++last);
    waiting.push(...(children.get(next.id) ?? []).toSorted((a, b) => a.seq - b.seq));
  }
  return messages
    .map((message) => {
      const seq = places.get(message.id) ?? message.seq;
      return seq === message.seq ? message : { ...message, seq };
    })
    .toSorted((a, b) => a.seq - b.seq);
}
