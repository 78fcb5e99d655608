import type { Draft, RuleContext } from '../draft.ts';
import { eachAnswer } from '../draft.ts';

/**
 * Where the vendor demands the reasoning field of a thinking model, answers of others carry it empty (D1, F1); while
 * thinking is off it is not sent at all, own reasoning included (D2).
 */
export function echoReasoning(draft: Draft, context: RuleContext, thinkingOn: boolean): void {
  if (!context.dialect.reasoningRequired) return;
  eachAnswer(draft, (item) => {
    if (thinkingOn === (item.reasoning !== undefined)) return;
    context.note(thinkingOn ? 'empty-reasoning' : 'drop-unusable-thinking', { message: item.message });
    if (thinkingOn) item.reasoning = '';
    else delete item.reasoning;
  });
}
