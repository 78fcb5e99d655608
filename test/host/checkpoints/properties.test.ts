import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { runs } from '#test/runs.ts';
import { applyChange, change, step } from './random-changes.ts';
import { type StoreBench, createStoreBench, treeOf } from './support.ts';

const RUNS = runs(10);

async function play(bench: StoreBench, steps: readonly (typeof step extends fc.Arbitrary<infer T> ? T : never)[]) {
  const trees = [treeOf(bench.folder)];
  for (const [at, one] of steps.entries()) {
    const call = `step-${at}#0`;
    // A path that is a folder, or below a file, is refused by the tool.
    if (one.kind === 'tool') await bench.write(one.path, one.content, call).catch(() => undefined);
    else await bench.command(() => one.changes.forEach((single) => applyChange(bench.folder, single)), call);
    trees.push(treeOf(bench.folder));
  }
  return trees;
}

describe('after any run of writes, moves, deletions, links, modes and commands', () => {
  test('taking it back gives the first byte, and taking that back the last', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(change, { maxLength: 12 }),
        fc.array(step, { minLength: 1, maxLength: 8 }),
        async (initial, steps) => {
          const bench = createStoreBench();
          try {
            for (const one of initial) applyChange(bench.folder, one);
            const trees = await play(bench, steps);
            const first = await bench.takeBack({ runs: ['run-1'] });
            expect(first.left).toEqual([]);
            expect(treeOf(bench.folder)).toEqual(trees[0]);
            if (first.run !== null) await bench.takeBack({ runs: [first.run] });
            expect(treeOf(bench.folder)).toEqual(trees.at(-1));
          } finally {
            bench.dispose();
          }
        },
      ),
      { numRuns: RUNS },
    );
  });

  test('taking back its last steps gives the state between, also with a new host', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 8 }), fc.nat(), async (steps, from) => {
        const bench = createStoreBench();
        try {
          const trees = await play(bench, steps);
          const at = from % steps.length;
          bench.restart();
          const last = steps.slice(at).map((_, index) => `step-${at + index}`);
          expect((await bench.takeBack({ steps: last })).left).toEqual([]);
          expect(treeOf(bench.folder)).toEqual(trees[at]);
        } finally {
          bench.dispose();
        }
      }),
      { numRuns: RUNS },
    );
  });
});
