import type { Draft, RuleContext } from '../../draft/draft.ts';
import { toolCallsOf } from '../../draft/draft.ts';
import { SplitList } from '../../list-start.ts';

/**
 * Gemini 3 and later: in the open turn (everything after the newest user message) the first call of every model content
 * carries a thought signature. The documented placeholder replaces a missing one. Further calls of the same content
 * stay without (G9, G11).
 */
export function addThoughtSignatures(draft: Draft, context: RuleContext): void {
  const { standInSignature: signature } = context.dialect;
  if (signature === undefined) return;
  const items = new SplitList(draft.older, draft.items);
  let start = items.length;
  while (start > 0 && items.at(start - 1)?.role !== 'user') start--;
  for (let index = start; index < items.length; index++) {
    const item = items.at(index);
    if (item?.role !== 'assistant') continue;
    const call = toolCallsOf(item)[0];
    if (!call || call.part.signature !== undefined) continue;
    draft.reopened ||= index < draft.older.length + draft.done;
    context.notes.add('stand-in-signature', call.at, call.part.name);
    const signed = { ...call, part: { ...call.part, signature } };
    item.parts = item.parts.map((placed) => (placed === call ? signed : placed));
  }
}
