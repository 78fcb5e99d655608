import type { PlanToolName } from './plan-tools.ts';
import { MAX_ENTRY_LENGTH, MAX_NOTES, MAX_TODOS, planText, todoLine, type PlanState } from './plan-state.ts';

export interface PlanResult {
  text: string;
  isError?: boolean;
}

export interface PlanStep {
  /** The same object when nothing changed. */
  state: PlanState;
  result: PlanResult;
}

type Args = Readonly<Record<string, unknown>>;
type PlanTool = (state: PlanState, args: Args) => PlanStep;

const TOOLS: Readonly<Record<PlanToolName, PlanTool>> = {
  create_goal(state, args) {
    const goal = entry(args.goal, 'goal');
    if (!goal.ok) return refuse(state, goal.why);
    const before = state.goal === null || state.goal === goal.text ? '' : ` It takes the place of: ${state.goal}`;
    return succeed({ ...state, goal: goal.text }, `The goal is set: ${goal.text}${before}`);
  },

  clear_goal(state) {
    if (state.goal === null && state.todos.length === 0) return succeed(state, 'There is no goal to clear.');
    return succeed({ ...state, goal: null, todos: [] }, 'The goal and its todos are cleared.');
  },

  add_todo(state, args) {
    const content = entry(args.content, 'content');
    if (!content.ok) return refuse(state, content.why);
    if (state.todos.length >= MAX_TODOS)
      return refuse(state, `The list holds ${MAX_TODOS} todos, which is the most. Check some off and clear the goal.`);
    const todo = { id: String(state.lastId + 1), content: content.text, done: false };
    return succeed({ ...state, todos: [...state.todos, todo], lastId: state.lastId + 1 }, `Added. ${todoLine(todo)}`);
  },

  check_todo(state, args) {
    const id = typeof args.id === 'number' ? String(args.id) : args.id;
    const existing = state.todos.find((todo) => todo.id === id);
    if (!existing) {
      const ids = state.todos.map((todo) => todo.id).join(', ');
      return refuse(
        state,
        `There is no todo ${JSON.stringify(args.id ?? null)}. ${ids === '' ? 'The list is empty.' : `There are: ${ids}.`}`,
      );
    }
    if (args.check !== undefined && typeof args.check !== 'boolean')
      return refuse(state, '"check" must be true or false.');
    const summary = args.summary === undefined ? null : entry(args.summary, 'summary');
    if (summary && !summary.ok) return refuse(state, summary.why);
    const { summary: _old, ...open } = existing;
    const done = args.check ?? true;
    const text = summary?.text ?? (done ? existing.summary : undefined);
    const todo = { ...open, done, ...(text !== undefined && { summary: text }) };
    const todos = state.todos.map((other) => (other === existing ? todo : other));
    const left = todos.filter((other) => !other.done).length;
    return succeed({ ...state, todos }, `${todoLine(todo)}\n${left === 0 ? 'All todos are done.' : `${left} left.`}`);
  },

  list: (state) => succeed(state, planText(state)),

  notes(state, args) {
    const added = args.add === undefined ? null : entry(args.add, 'add');
    if (added && !added.ok) return refuse(state, added.why);
    const { remove } = args;
    let notes = state.notes;
    const lines: string[] = [];
    if (remove !== undefined) {
      const index = typeof remove === 'number' && Number.isInteger(remove) ? remove - 1 : -1;
      const removed = notes[index];
      if (removed === undefined) return refuse(state, `There is no note ${JSON.stringify(remove)}.`);
      notes = notes.filter((_, at) => at !== index);
      lines.push(`Removed: ${removed}`);
    }
    if (added) {
      const all = [...notes, added.text];
      for (const removed of all.slice(0, -MAX_NOTES)) lines.push(`Left out to make room: ${removed}`);
      notes = all.slice(-MAX_NOTES);
      lines.push(`Noted: ${added.text}`);
    }
    const list = notes.length === 0 ? ['No notes.'] : notes.map((note, index) => `${index + 1}. ${note}`);
    return succeed(notes === state.notes ? state : { ...state, notes }, [...lines, ...list].join('\n'));
  },
};

/**
 * Applies one call of a planning tool. Pure, never throws: invalid arguments leave the plan unchanged and the text says
 * why.
 */
export function applyPlanTool(state: PlanState, name: string, args: Args): PlanStep {
  const tool = Object.hasOwn(TOOLS, name) ? TOOLS[name as PlanToolName] : undefined;
  return tool ? tool(state, args) : refuse(state, `There is no planning tool ${JSON.stringify(name)}.`);
}

function succeed(state: PlanState, text: string): PlanStep {
  return { state, result: { text } };
}

function refuse(state: PlanState, text: string): PlanStep {
  return { state, result: { text, isError: true } };
}

type Entry = { ok: true; text: string } | { ok: false; why: string };

function entry(value: unknown, name: string): Entry {
  const text = typeof value === 'string' ? value.trim() : '';
  if (text === '') return { ok: false, why: `"${name}" must be a text that says something.` };
  if (text.length > MAX_ENTRY_LENGTH)
    return { ok: false, why: `"${name}" is longer than ${MAX_ENTRY_LENGTH} characters. Say it in fewer words.` };
  return { ok: true, text };
}
