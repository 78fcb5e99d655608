import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { POLICIES, TASKS, countQuestions, questionTable, type Policy } from './recorded-tasks.ts';

const [BEFORE, ASK, EDITS, BOXED] = Object.values(POLICIES) as [Policy, Policy, Policy, Policy];

describe.each(Object.entries(TASKS))('%s', (_name, steps) => {
  it.each(['once', 'widest'] as const)('asks no more often than before, allowing %s', async (patience) => {
    const counts = await Promise.all([BEFORE, ASK, EDITS, BOXED].map((one) => countQuestions(steps, one, patience)));
    expect(counts).toEqual(counts.toSorted((a, b) => b - a));
  });
});

it('what follows the web is asked about as before, whatever the mode', async () => {
  const steps = TASKS['Web research to a file'] ?? [];
  expect(await countQuestions(steps, BOXED, 'once')).toBe(await countQuestions(steps, BEFORE, 'once'));
  expect(await countQuestions(steps, BOXED, 'widest')).toBe(await countQuestions(steps, ASK, 'widest'));
});

it('the table in docs/agent.md is what the tasks give', async () => {
  expect(readFileSync('docs/agent.md', 'utf8')).toContain(await questionTable());
});
