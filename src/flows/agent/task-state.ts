import { endText } from '#core/agent/texts.ts';
import type { EndReason } from '#core/agent/run-record.ts';
import { readPath } from '#storage/read-path.ts';
import type { SessionRow, StoredMessage } from '#storage/rows.ts';
import { readOutsideSources } from '#storage/run-repository.ts';
import type { TaskState } from '#tools/page/task-server.ts';
import type { FlowDeps } from '../base/flow-deps.ts';
import { findRun } from './stored-run.ts';

/** Number of messages searched for the task's last text. */
const TAIL = 20;

/**
 * Returns the state of a task that is not active: what its conversation holds, and what outside content may have led to
 * it.
 */
export async function readTaskState(
  deps: Pick<FlowDeps, 'db' | 'onUnreadableRow'>,
  session: SessionRow,
): Promise<TaskState & { reason: EndReason | null }> {
  const { db, onUnreadableRow } = deps;
  const { messages } = await readPath(db, session.id, session.leafId, TAIL, onUnreadableRow);
  const answers = messages.filter(({ role }) => role === 'assistant');
  const text = answers.map(textOf).findLast((text) => text !== '') ?? '';
  const reason = (await findRun(deps, session.id))?.description.state.ended ?? null;
  return {
    ...ending(reason, text, answers.at(-1)),
    task: session.id,
    reason,
    sources: (await readOutsideSources(db, session.id)).map((source) => ({
      ...source,
      detail: `${session.title}: ${source.detail ?? source.tool}`,
    })),
  };
}

function ending(
  reason: EndReason | null,
  text: string,
  last: StoredMessage | undefined,
): Pick<TaskState, 'state' | 'text'> {
  const soFar = text === '' ? '' : ` Its last words: ${text}`;
  switch (reason?.kind) {
    case 'finished':
    case 'length':
      return { state: 'done', text };
    case 'failed':
    case 'refused':
      return { state: 'failed', text: `${last?.error?.message ?? endText(reason)}${soFar}` };
    case 'cancelled':
    case 'closed':
      return { state: 'stopped', text: `The user ended it.${soFar}` };
    case 'steps':
    case 'cost':
    case 'repeating':
    case 'recovered':
      return { state: 'stopped', text: `${endText(reason)}${soFar}` };
    default:
      return { state: 'stopped', text: `It was interrupted.${soFar}` };
  }
}

function textOf({ parts }: StoredMessage): string {
  return parts
    .map((part) => (part.type === 'text' ? part.text : ''))
    .join('')
    .trim();
}
