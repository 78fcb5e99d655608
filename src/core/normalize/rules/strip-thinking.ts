import type { Item, RuleContext } from '../draft.ts';
import { isThinking } from '../draft.ts';

/** Takes every block of thinking out of these items. Input index of the last message that had one; null without any. */
export function stripThinking(items: readonly Item[], context: RuleContext, rule: string): number | null {
  let last: number | null = null;
  for (const item of items) {
    if (item.role === 'user') continue;
    item.parts = item.parts.filter(({ part, at }) => {
      if (!isThinking(part)) return true;
      context.note(rule, at);
      last = at.message;
      return false;
    });
  }
  return last;
}
