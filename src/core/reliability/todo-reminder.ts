export interface TodoItem {
  id: string;
  content: string;
  status: 'pending' | 'in_progress' | 'completed' | 'cancelled' | 'blocked';
}

const TITLE = '[SYSTEM REMINDER - TODO CONTINUATION]';

/** The message that the model gets while todos are open (reliability.md S1-38). */
export function todoReminder(done: number, total: number, open: readonly TodoItem[]): string {
  return [
    TITLE,
    '',
    'Incomplete tasks remain in your todo list. Continue working on the next pending task.',
    '',
    '- Proceed without asking for permission',
    '- Mark each task complete when finished',
    '- Do not stop until all tasks are done',
    '',
    `[Status: ${done}/${total} completed, ${open.length} remaining]`,
    ...open.map(({ content }) => `- [ ] ${content}`),
  ].join('\n');
}

/** The todo status in such a reminder. `null` when the text is not one. */
export function readTodoReminder(text: string): { done: number; total: number } | null {
  if (!text.startsWith(TITLE)) return null;
  const [, done, total] = /\[Status: (\d+)\/(\d+) completed/.exec(text) ?? [];
  return { done: Number(done ?? 0), total: Number(total ?? 0) };
}
