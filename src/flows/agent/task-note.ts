import type { StoredMessage } from '#storage/rows.ts';

/**
 * Note to a run whose background task has ended. It has nothing of the task's answer, which may hold text that nobody
 * here wrote.
 */
export function taskNote(task: string, title: string): string {
  return `The background task ${JSON.stringify(title)} has ended. Ask for its result with task_result ${JSON.stringify({ task })}.`;
}

const NOTE = /^The background task (".*") has ended\. Ask for its result with task_result (\{.*\})\.$/s;

/** Returns the title of the task whose end a message reports; `null` for every other message. */
export function readTaskNote({ author, parts }: Pick<StoredMessage, 'author' | 'parts'>): string | null {
  const [part] = parts;
  if (author !== 'automation' || part?.type !== 'text') return null;
  const title = NOTE.exec(part.text)?.[1];
  return title === undefined ? null : String(JSON.parse(title));
}
