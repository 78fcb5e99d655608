import { anything, array, assert, boolean, constantFrom, nat, oneof, property, record, string } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyPlanTool } from '#core/agent/plan/apply-plan-tool.ts';
import { EMPTY_PLAN, MAX_NOTES, MAX_TODOS, planText, planTodos, type PlanState } from '#core/agent/plan/plan-state.ts';
import { PLAN_TOOLS, PLANNING_SERVER } from '#core/agent/plan/plan-tools.ts';
import { toToolName } from '#core/tool-names.ts';
import { adaptSchema } from '#core/normalize/schema/adapt-schema.ts';
import { dialectFor } from '#core/normalize/base/dialects.ts';
import { TARGETS } from '../targets.ts';

type Step = [name: string, args: Record<string, unknown>];

function play(...steps: Step[]): { state: PlanState; texts: string[]; errors: boolean[] } {
  let state = EMPTY_PLAN;
  const results = steps.map(([name, args]) => {
    const step = applyPlanTool(state, name, args);
    ({ state } = step);
    return step.result;
  });
  return { state, texts: results.map(({ text }) => text), errors: results.map(({ isError }) => isError ?? false) };
}

describe('the plan', () => {
  it('takes a goal, todos, checks and notes', () => {
    const { state, texts } = play(
      ['create_goal', { goal: ' Research the top ten stories ' }],
      ['add_todo', { content: 'Open Hacker News' }],
      ['add_todo', { content: 'Read story one' }],
      ['check_todo', { id: '1', check: true, summary: 'It has 30 stories' }],
      ['notes', { add: 'Story one is about boats' }],
      ['list', {}],
    );
    expect(state).toEqual({
      goal: 'Research the top ten stories',
      todos: [
        { id: '1', content: 'Open Hacker News', done: true, summary: 'It has 30 stories' },
        { id: '2', content: 'Read story one', done: false },
      ],
      notes: ['Story one is about boats'],
      lastId: 2,
    });
    expect(texts.at(-1)).toBe(
      [
        'Goal: Research the top ten stories',
        'Todos (1 of 2 done):',
        '- [x] 1: Open Hacker News (It has 30 stories)',
        '- [ ] 2: Read story one',
        'Notes:',
        '1. Story one is about boats',
      ].join('\n'),
    );
    expect(planTodos(state).map(({ id, status }) => [id, status])).toEqual([
      ['1', 'completed'],
      ['2', 'pending'],
    ]);
  });

  it('opens a todo again, without what had come of it', () => {
    const { state } = play(
      ['add_todo', { content: 'a' }],
      ['check_todo', { id: 1, summary: 's' }],
      ['check_todo', { id: '1', check: false }],
    );
    expect(state.todos).toEqual([{ id: '1', content: 'a', done: false }]);
  });

  it('says what a new goal takes the place of, and clears goal and todos together', () => {
    const { state, texts } = play(
      ['create_goal', { goal: 'one' }],
      ['create_goal', { goal: 'two' }],
      ['add_todo', { content: 'a' }],
      ['notes', { add: 'n' }],
      ['clear_goal', {}],
      ['clear_goal', {}],
      ['add_todo', { content: 'b' }],
    );
    expect(texts[1]).toContain('takes the place of: one');
    expect(texts[5]).toBe('There is no goal to clear.');
    expect(state).toMatchObject({ goal: null, notes: ['n'], todos: [{ id: '2', content: 'b' }] });
  });

  it(`keeps ${MAX_NOTES} notes and says which one went`, () => {
    const notes = Array.from({ length: MAX_NOTES + 1 }, (_, index): Step => ['notes', { add: `note ${index}` }]);
    const { state, texts } = play(...notes, ['notes', { remove: 1 }], ['notes', { remove: 10 }]);
    expect(state.notes).toEqual(Array.from({ length: MAX_NOTES - 1 }, (_, index) => `note ${index + 2}`));
    expect(texts[MAX_NOTES]).toContain('Left out to make room: note 0');
    expect(texts.at(-1)).toBe('There is no note 10.');
  });

  it('refuses what makes no sense, and says what would', () => {
    const todos = Array.from({ length: MAX_TODOS }, (): Step => ['add_todo', { content: 'x' }]);
    const { state, texts, errors } = play(
      ['create_goal', {}],
      ['create_goal', { goal: '  ' }],
      ['create_goal', { goal: 'x'.repeat(2_001) }],
      ['check_todo', { id: '7' }],
      ['notes', { add: 5 }],
      ['notes', { remove: 1.5 }],
      ['toString', {}],
      ...todos,
      ['check_todo', { id: '900' }],
      ['check_todo', { id: '1', check: 'yes' }],
      ['add_todo', { content: 'one too many' }],
    );
    expect(errors.slice(0, 7)).toEqual(Array.from({ length: 7 }, () => true));
    expect(errors.slice(-3)).toEqual([true, true, true]);
    expect(texts[3]).toContain('The list is empty');
    expect(texts.at(-3)).toContain('There are: 1, 2, 3');
    expect(state.todos.length).toBe(MAX_TODOS);
  });

  it('survives any calls and keeps its bounds', () => {
    const name = oneof(constantFrom(...PLAN_TOOLS.map((tool) => tool.name)), string());
    const args = oneof(
      record(
        {
          goal: string(),
          content: string(),
          id: oneof(nat(5), string()),
          check: boolean(),
          add: string(),
          remove: nat(12),
        },
        { requiredKeys: [] },
      ),
      record(
        {
          goal: anything(),
          content: anything(),
          id: anything(),
          check: anything(),
          add: anything(),
          remove: anything(),
          summary: anything(),
        },
        { requiredKeys: [] },
      ),
    );
    assert(
      property(array(record({ name, args }), { maxLength: 60 }), (calls) => {
        let state = EMPTY_PLAN;
        for (const call of calls) {
          const before = structuredClone(state);
          const { state: next, result } = applyPlanTool(state, call.name, call.args);
          expect(state).toEqual(before);
          expect(result.text).not.toBe('');
          expect(result.isError === true && next !== state).toBe(false);
          state = next;
        }
        expect(new Set(state.todos.map(({ id }) => id)).size).toBe(state.todos.length);
        expect(state.notes.length).toBeLessThanOrEqual(MAX_NOTES);
        expect(JSON.parse(JSON.stringify(state))).toEqual(state);
        expect(planText(state).split('\n').length).toBeGreaterThanOrEqual(2);
      }),
    );
  });

  it('offers schemas that every vendor takes', () => {
    for (const target of Object.values(TARGETS)) {
      const profile = dialectFor(target).schema;
      for (const { inputSchema } of PLAN_TOOLS) {
        const adapted = adaptSchema(inputSchema, profile);
        if ('problem' in adapted) throw new Error(adapted.problem);
        expect(Object.keys(adapted.schema.properties ?? {})).toEqual(Object.keys(inputSchema.properties ?? {}));
        expect(profile === 'json-schema' ? adapted.changes : []).toEqual([]);
      }
    }
    expect(toToolName(PLANNING_SERVER, 'create_goal')).toBe('builtin_planning_server__create_goal');
  });
});
