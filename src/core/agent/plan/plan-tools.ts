import type { ToolSpec } from '../../request.ts';
import { MAX_ENTRY_LENGTH, MAX_NOTES, MAX_TODOS } from './plan-state.ts';

/** Id of the built-in planning server. Its tools are `builtin_planning_server__create_goal` and so on. */
export const PLANNING_SERVER = 'builtin_planning_server';

export type PlanToolName = 'create_goal' | 'clear_goal' | 'add_todo' | 'check_todo' | 'list' | 'notes';

const text = (description: string) => ({ type: 'string', description, minLength: 1, maxLength: MAX_ENTRY_LENGTH });

function inputSchema(properties: Record<string, unknown>, required: readonly string[] = []): Record<string, unknown> {
  return { type: 'object', properties, required: [...required], additionalProperties: false };
}

/** The tools as a model sees them. */
export const PLAN_TOOLS: readonly (ToolSpec & { name: PlanToolName; inputSchema: Record<string, unknown> })[] = [
  {
    name: 'create_goal',
    description: 'Set the goal of this conversation. It takes the place of an earlier goal; todos and notes stay.',
    inputSchema: inputSchema({ goal: text('What is to be achieved, in one or two sentences.') }, ['goal']),
  },
  {
    name: 'clear_goal',
    description: 'Remove the goal and its todos, when it is reached or given up. Notes stay.',
    inputSchema: inputSchema({}),
  },
  {
    name: 'add_todo',
    description: `Add one step towards the goal to the end of the todo list (at most ${MAX_TODOS}).`,
    inputSchema: inputSchema({ content: text('The step, short and checkable.') }, ['content']),
  },
  {
    name: 'check_todo',
    description: 'Mark a todo as done, or as open again.',
    inputSchema: inputSchema(
      {
        id: { type: 'string', description: 'Number of the todo, as the list shows it.' },
        check: { type: 'boolean', description: 'true: done (default). false: open again.' },
        summary: text('What came of it, in one sentence.'),
      },
      ['id'],
    ),
  },
  {
    name: 'list',
    description: 'Show the goal, all todos and all notes.',
    inputSchema: inputSchema({}),
  },
  {
    name: 'notes',
    description: `Keep facts for later steps. Shows the notes when called without arguments. At most ${MAX_NOTES} are kept; a further one takes the place of the oldest.`,
    inputSchema: inputSchema({
      add: text('A note to add.'),
      remove: { type: 'integer', description: 'Number of a note to remove.', minimum: 1, maximum: MAX_NOTES },
    }),
  },
];
