import type { Draft, RuleContext } from '../../draft/draft.ts';
import { changeParts, forEachAnswer, isCall, isThinking } from '../../draft/draft.ts';
import type { ImagePart, Part, TextPart, ToolCallPart } from '../../message.ts';
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
      const keys = hasState(placed.part) ? stateKeys(placed.part) : NONE;
      // One message item of the Responses API may hold several texts.
      const sameItem =
        placed.part.type === 'text' && placed.part.itemId !== undefined && placed.part.itemId === messageItem;
      messageItem = placed.part.type === 'text' ? placed.part.itemId : undefined;
      const copy = !sameItem && keys.some((key) => seen.has(key));
      for (const key of keys) seen.add(key);
      if (!copy) return placed;
      context.note('drop-repeated-state', placed.at);
      if (isThinking(placed.part)) return null;
      if (isCall(placed)) return { ...placed, part: without(placed.part, 'itemId') };
      const { part } = placed;
      if (part.type === 'image') return { ...placed, part: without(part, 'itemId') };
      return part.type === 'text' ? { ...placed, part: without(part, 'itemId') } : placed;
    });
  });
}

const NONE: readonly string[] = [];

function hasState(part: Part): boolean {
  if (isThinking(part)) return true;
  return hasItemId(part) && part.itemId !== undefined;
}

function hasItemId(part: Part): part is TextPart | ToolCallPart | ImagePart {
  return part.type === 'text' || part.type === 'tool_call' || part.type === 'image';
}

/** Gemini's thought signatures are exempt: they are not bound to a place outside their own turn. */
function stateKeys(part: Part): string[] {
  if (part.type === 'redacted_thinking') return [`redacted ${part.data}`];
  if (part.type === 'thinking')
    return [
      ...(part.signature ? [`signature ${part.signature}`] : []),
      ...(part.encrypted ? [`encrypted ${part.encrypted}`] : []),
      ...(part.itemId ? [`item ${part.itemId}`] : []),
    ];
  return hasItemId(part) && part.itemId ? [`item ${part.itemId}`] : [];
}
