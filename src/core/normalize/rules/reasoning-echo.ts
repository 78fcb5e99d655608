import type { Draft, RuleContext } from '../../draft/draft.ts';
import type { ThinkingLevel } from '../../model.ts';

/**
 * Where the vendor requires the reasoning field of a thinking model, answers of other models carry it empty (D1, F1).
 * While thinking is off the field is not sent at all, even for the model's own reasoning (D2). A model that requires
 * the field counts as thinking when its thinking cannot be switched, or only by a field that it refuses.
 */
export function fillReasoningField(draft: Draft, context: RuleContext, level: ThinkingLevel): void {
  if (!context.dialect.reasoningRequired) return;
  const { model, learned } = context.target;
  const unasked = learned?.omit.some((field) => field === 'thinking' || field === 'reasoning_effort') ?? false;
  const thinkingOn = level !== 'off' || unasked || model.thinking.kind === 'none';
  for (const item of draft.items.slice(draft.done)) {
    if (item.role === 'user' || thinkingOn === (item.reasoning !== undefined)) continue;
    context.note(thinkingOn ? 'empty-reasoning' : 'drop-unusable-thinking', { message: item.message });
    if (thinkingOn) item.reasoning = '';
    else delete item.reasoning;
  }
}
