import type { CompileDescription } from '#flows/request-inspection.ts';
import type { AskBeforeSwitch } from '#ui/data/preferences.ts';
import { summarise } from '#ui/features/conversation/inspector/read-notes.ts';

/** Is there enough to tell before the conversation changes hands? What does not fit is always told. */
export function confirmsSwitch(ask: AskBeforeSwitch, report: CompileDescription, leftBefore: number | null): boolean {
  if (report.problem) return true;
  if (ask !== 'changed') return ask === 'always';
  const { converted, stays } = summarise(report);
  return converted > 0 || stays > 0 || report.left > (leftBefore ?? report.left);
}
