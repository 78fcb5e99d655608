import type { CompileReport } from '#core/request.ts';
import type { StoredMessage } from '#storage/rows.ts';
import type { CompiledPath } from './compile-path.ts';
import type { DescribedNote, CompileDescription } from './request-inspection.ts';

/** Describes a compile report, with messages by id instead of by index. */
export function describeCompile({ report, messages }: Pick<CompiledPath, 'report' | 'messages'>): CompileDescription {
  const left = new Set(report.droppedByWindow);
  const silent = new Set(report.silent);
  const said = ({ role }: StoredMessage) => role !== 'tool';
  const { replaced } = report;
  const through = replaced?.through ?? -1;
  const summarized = messages.slice(0, through + 1).filter(said).length;
  return {
    notes: describeNotes(report, messages),
    inside: messages
      .filter((message, index) => said(message) && index > through && !left.has(index) && !silent.has(index))
      .map(({ id }) => id),
    left: messages.filter((message, index) => said(message) && left.has(index)).length,
    ...(summarized > 0 && { summarized }),
    more: through < 0 && (messages[0]?.parentId ?? null) !== null,
    tokens: report.tokens,
    budget: report.budget,
    ...(report.problem && { problem: report.problem }),
  };
}

/** Omits changes to messages before the window, because they don't affect the request. */
export function describeNotes(report: CompileReport, messages: readonly StoredMessage[]): DescribedNote[] {
  const left = new Set(report.droppedByWindow);
  return report.notes
    .filter(({ message }) => message === undefined || !left.has(message))
    .map(({ rule, message, part, detail }) => {
      const id = message === undefined ? undefined : messages[message]?.id;
      return {
        rule,
        ...(id !== undefined && { message: id }),
        ...(part !== undefined && { part }),
        ...(detail !== undefined && { detail }),
      };
    });
}
