import type { ThinkingLevel } from '../../model.ts';
import type { Draft, RuleContext } from '../draft.ts';
import { forEachAnswer } from '../draft.ts';

/**
 * Where the vendor demands the reasoning field of a thinking model, answers of others carry it empty (D1, F1); while
 * thinking is off it is not sent at all, own reasoning included (D2). A model that demands it and whose thinking
 * nobody can switch, or only by a field that it refuses, thinks.
 */
export function fillReasoningField(draft: Draft, context: RuleContext, level: ThinkingLevel): void {
  if (!context.dialect.reasoningRequired) return;
  const { model, learned } = context.target;
  const unasked = learned?.omit.some((field) => field === 'thinking' || field === 'reasoning_effort') ?? false;
  const thinkingOn = level !== 'off' || unasked || model.thinking.kind === 'none';
  forEachAnswer(draft, (item) => {
    if (thinkingOn === (item.reasoning !== undefined)) return;
    context.note(thinkingOn ? 'empty-reasoning' : 'drop-unusable-thinking', { message: item.message });
    if (thinkingOn) item.reasoning = '';
    else delete item.reasoning;
  });
}
