import type { AssistantItem, AssistantPart, Draft, RuleContext } from '../../draft/draft.ts';
import { changeParts, isCall, isThinking } from '../../draft/draft.ts';
import type { SeenState } from '../../draft/seen-state.ts';
import type { Part } from '../../message.ts';
import { without } from '../../without.ts';

/**
 * A signature, encrypted block or item id exists once. Its second appearance is a copy in a place where the vendor did
 * not make it, and would be refused there (A22, R7): the copied state is removed, the text stays.
 */
export function dropRepeatedState(draft: Draft, context: RuleContext): void {
  for (const item of draft.items) if (item.role === 'assistant') changeParts(item, context, withoutRepeated);
}

function withoutRepeated(
  placed: AssistantPart,
  _item: AssistantItem,
  context: RuleContext,
  before: AssistantPart | undefined,
): AssistantPart | null {
  const { part } = placed;
  if (!hasOccurred(part, context.seen.opaqueState) || isSameItem(part, before?.part)) return placed;
  context.notes.add('drop-repeated-state', placed.at);
  if (isThinking(part)) return null;
  if (isCall(placed)) return { ...placed, part: without(placed.part, 'itemId') };
  if (part.type === 'image') return { ...placed, part: without(part, 'itemId') };
  return part.type === 'text' ? { ...placed, part: without(part, 'itemId') } : placed;
}

/** One message item of the Responses API may hold several texts. */
function isSameItem(part: Part, before: Part | undefined): boolean {
  return part.type === 'text' && before?.type === 'text' && part.itemId === before.itemId;
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
