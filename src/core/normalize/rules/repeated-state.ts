import type { Draft, RuleContext } from '../../draft/draft.ts';
import { changeParts, forEachAnswer, isCall, isThinking } from '../../draft/draft.ts';
import type { SeenState } from '../../draft/seen-state.ts';
import type { Part } from '../../message.ts';
import { without } from '../../without.ts';

/**
 * A signature, encrypted block or item id exists once. Its second appearance is a copy in a place where the vendor did
 * not make it, and would be refused there (A22, R7): the copied state is removed, the text stays.
 */
export function dropRepeatedState(draft: Draft, context: RuleContext): void {
  const seen = context.seen.opaqueState;
  forEachAnswer(draft, (item) => {
    let messageItem: string | undefined;
    changeParts(item, (placed) => {
      // One message item of the Responses API may hold several texts.
      const sameItem =
        placed.part.type === 'text' && placed.part.itemId !== undefined && placed.part.itemId === messageItem;
      messageItem = placed.part.type === 'text' ? placed.part.itemId : undefined;
      const occurred = hasOccurred(placed.part, seen);
      if (!occurred || sameItem) return placed;
      context.note('drop-repeated-state', placed.at);
      if (isThinking(placed.part)) return null;
      if (isCall(placed)) return { ...placed, part: without(placed.part, 'itemId') };
      const { part } = placed;
      if (part.type === 'image') return { ...placed, part: without(part, 'itemId') };
      return part.type === 'text' ? { ...placed, part: without(part, 'itemId') } : placed;
    });
  });
}

/**
 * Whether some of a part's state occurred before. It has occurred from here on. Gemini's thought signatures are exempt:
 * they are not bound to a place outside their own turn.
 */
function hasOccurred(part: Part, seen: SeenState): boolean {
  switch (part.type) {
    case 'redacted_thinking':
      return seen.occurs('redacted', part.data);
    case 'thinking': {
      const { signature, encrypted, itemId } = part;
      const [signed, sealed, named] = [
        !!signature && seen.occurs('signature', signature),
        !!encrypted && seen.occurs('encrypted', encrypted),
        !!itemId && seen.occurs('item', itemId),
      ];
      return signed || sealed || named;
    }
    case 'text':
    case 'tool_call':
    case 'image':
      return !!part.itemId && seen.occurs('item', part.itemId);
    default:
      return false;
  }
}
