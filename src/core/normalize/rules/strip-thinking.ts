import type { Item, SourceIndex } from '../../draft/draft.ts';
import { isThinking } from '../../draft/draft.ts';

/**
 * Removes every thinking block from these items and reports each. Returns the message of the last one, `null` without
 * any.
 */
export function stripThinking(items: readonly Item[], onStripped: (at: SourceIndex) => void): number | null {
  let last: number | null = null;
  for (const item of items) {
    if (item.role === 'user') continue;
    item.parts = item.parts.filter(({ part, at }) => {
      if (!isThinking(part)) return true;
      onStripped(at);
      last = at.message;
      return false;
    });
  }
  return last;
}
