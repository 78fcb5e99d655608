import type { Draft, RuleContext } from '../draft.ts';
import { eachAnswer } from '../draft.ts';

/** Where thinking is on and the vendor demands the field, answers of others carry it empty (D1, F1). */
export function echoReasoning(draft: Draft, context: RuleContext, thinkingOn: boolean): void {
  if (!context.dialect.reasoningRequired || !thinkingOn) return;
  eachAnswer(draft, (item) => {
    if (item.reasoning !== undefined) return;
    context.note('empty-reasoning', { message: item.message });
    item.reasoning = '';
  });
}
