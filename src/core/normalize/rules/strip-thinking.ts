import type { Item, SourceIndex } from '../draft.ts';
import { isThinking } from '../draft.ts';

/** Takes every block of thinking out of these items and tells of each; the message of the last one, null without any. */
export function stripThinking(items: readonly Item[], tell: (at: SourceIndex) => void): number | null {
  let last: number | null = null;
  for (const item of items) {
    if (item.role === 'user') continue;
    item.parts = item.parts.filter(({ part, at }) => {
      if (!isThinking(part)) return true;
      tell(at);
      last = at.message;
      return false;
    });
  }
  return last;
}
