import type { Draft, SourceIndex } from '../../draft/draft.ts';
import { isThinking } from '../../draft/draft.ts';

/**
 * Removes every thinking block from the first `count` items and reports each. Returns the message of the last one,
 * `null` without any.
 */
export function stripThinking(draft: Draft, count: number, onStripped: (at: SourceIndex) => void): number | null {
  let last: number | null = null;
  draft.reopened ||= count > 0 && draft.olderKinds.thinking;
  for (const [index, item] of draft.items.slice(0, count).entries()) {
    if (item.role === 'user' || !item.parts.some(({ part }) => isThinking(part))) continue;
    draft.reopened ||= index < draft.done;
    item.parts = item.parts.filter(({ part, at }) => {
      if (!isThinking(part)) return true;
      onStripped(at);
      last = at.message;
      return false;
    });
  }
  return last;
}
