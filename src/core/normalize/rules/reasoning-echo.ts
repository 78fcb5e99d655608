import type { Draft, RuleContext } from '../../draft/draft.ts';
import { hasCalls, isThinking } from '../../draft/draft.ts';
import type { ThinkingPart } from '../../message.ts';
import type { ThinkingLevel } from '../../model.ts';

/**
 * Where the vendor requires the reasoning field of a thinking model, answers of other models carry it empty (D1, F1).
 * While thinking is off the field is not sent at all, even for the model's own reasoning (D2). A model that requires
 * the field counts as thinking when its thinking cannot be switched, or only by a field that it refuses.
 */
export function fillReasoningField(draft: Draft, context: RuleContext, level: ThinkingLevel): void {
  if (!context.dialect.reasoningRequired) return;
  if (context.dialect.state === 'anthropic') return fillThinkingBlock(draft, context);
  const { model, learned } = context.target;
  const unasked = learned?.omit.some((field) => field === 'thinking' || field === 'reasoning_effort') ?? false;
  const thinkingOn = level !== 'off' || unasked || model.thinking.kind === 'none';
  for (const item of draft.items.slice(draft.done)) {
    if (item.role === 'user' || thinkingOn === (item.reasoning !== undefined)) continue;
    context.notes.add(thinkingOn ? 'empty-reasoning' : 'drop-unusable-thinking', { message: item.message });
    if (thinkingOn) item.reasoning = '';
    else delete item.reasoning;
  }
}

const NO_THOUGHTS: ThinkingPart = { type: 'thinking', text: '' };

/** In the Messages API it is a block, which only answers with calls need (A39). */
function fillThinkingBlock(draft: Draft, context: RuleContext): void {
  for (const item of draft.items.slice(draft.done)) {
    if (item.role === 'user' || !hasCalls(item) || item.parts.some(({ part }) => isThinking(part))) continue;
    context.notes.add('empty-reasoning', { message: item.message });
    item.parts = [{ part: NO_THOUGHTS, at: { message: item.message } }, ...item.parts];
  }
}
