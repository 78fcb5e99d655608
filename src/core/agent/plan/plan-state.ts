import type { TodoItem } from '../../reliability/todo-reminder.ts';

export interface PlanTodo {
  /** 1, 2, 3 …, never reused. */
  id: string;
  content: string;
  done: boolean;
  /** The result, as the model put it. */
  summary?: string;
}

/** The plan of one session, as the built-in planning server keeps it. */
export interface PlanState {
  goal: string | null;
  todos: readonly PlanTodo[];
  /** Oldest first, at most `MAX_NOTES`. */
  notes: readonly string[];
  /** Highest todo number ever used. */
  lastId: number;
}

export const EMPTY_PLAN: PlanState = { goal: null, todos: [], notes: [], lastId: 0 };

/** reliability.md A-21. */
export const MAX_NOTES = 10;
export const MAX_TODOS = 100;
/** Maximum characters of one goal, todo, summary or note. */
export const MAX_ENTRY_LENGTH = 2_000;

/** The plan as text for the model: as a result, or among the changing facts of a request. */
export function planText({ goal, todos, notes }: PlanState): string {
  const done = todos.filter((todo) => todo.done).length;
  return [
    goal === null ? 'No goal is set.' : `Goal: ${goal}`,
    todos.length === 0 ? 'No todos.' : `Todos (${done} of ${todos.length} done):`,
    ...todos.map(todoLine),
    ...(notes.length === 0 ? [] : ['Notes:', ...notes.map((note, index) => `${index + 1}. ${note}`)]),
  ].join('\n');
}

export function todoLine({ id, content, done, summary }: PlanTodo): string {
  return `- [${done ? 'x' : ' '}] ${id}: ${content}${summary === undefined ? '' : ` (${summary})`}`;
}

/** The todos in the form that the todo continuation reads. */
export function planTodos({ todos }: PlanState): TodoItem[] {
  return todos.map(({ id, content, done }) => ({ id, content, status: done ? 'completed' : 'pending' }));
}
