import type { StoredMessage } from '#storage/rows.ts';

/** Told to a run whose background task has ended. Of the task's answer nothing: it may hold what nobody here said. */
export function taskNote(task: string, title: string): string {
  return `The background task ${JSON.stringify(title)} has ended. Ask for its result with task_result ${JSON.stringify({ task })}.`;
}

const NOTE = /^The background task (".*") has ended\. Ask for its result with task_result (\{.*\})\.$/s;

/** Title of the task that a message tells the end of; null for every other message. */
export function readTaskNote({ author, parts }: Pick<StoredMessage, 'author' | 'parts'>): string | null {
  const [part] = parts;
  if (author !== 'automation' || part?.type !== 'text') return null;
  const title = NOTE.exec(part.text)?.[1];
  return title === undefined ? null : String(JSON.parse(title));
}
