import type { CompileDescription } from '#flows/request/request-inspection.ts';
import type { AskBeforeSwitch } from '#ui/data/preferences.ts';
import { summarize } from '#ui/features/conversation/inspector/read-notes.ts';

/** Whether there is enough to show before a handoff. Content that doesn't fit is always shown. */
export function confirmsSwitch(ask: AskBeforeSwitch, report: CompileDescription, leftBefore: number | null): boolean {
  if (report.problem) return true;
  if (ask !== 'changed') return ask === 'always';
  const { converted, stays } = summarize(report);
  return converted > 0 || stays > 0 || report.left > (leftBefore ?? report.left);
}
