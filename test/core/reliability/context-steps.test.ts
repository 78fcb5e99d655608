import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { contextShare, contextStep, NEW_WATCH, watchSteps, type StepWatch } from '#core/reliability/context-steps.ts';

/** Notices while the share passes through these percentages. */
function reportedSteps(...percents: (number | null)[]): number[] {
  let watch: StepWatch = NEW_WATCH;
  const all: number[] = [];
  for (const percent of percents) {
    watch = watchSteps(watch, percent === null ? null : percent / 100);
    if (watch.crossed !== null) all.push(watch.crossed);
  }
  return all;
}

describe('the share of a window', () => {
  it('stays between nothing and all of it', () => {
    expect(contextShare(0, 1_000)).toBe(0);
    expect(contextShare(699, 1_000)).toBeCloseTo(0.699);
    expect(contextShare(5_000, 1_000)).toBe(1);
    expect(contextShare(1, 0)).toBe(1);
  });

  it('is not known without a window', () => {
    expect(contextShare(5_000, null)).toBeNull();
    expect(contextShare(Number.NaN, 1_000)).toBeNull();
    expect(contextStep(null)).toBe(0);
  });

  it.each([
    [0, 0],
    [0.699, 0],
    [0.7, 70],
    [0.799, 70],
    [0.8, 80],
    [0.949, 80],
    [0.95, 95],
    [1, 95],
  ])('%d is step %d', (share, step) => {
    expect(contextStep(share)).toBe(step);
  });
});

describe('crossing a step', () => {
  it('is told once on the way up', () => {
    expect(reportedSteps(10, 69.9, 70, 72, 79.9, 80, 94, 95, 100)).toEqual([70, 80, 95]);
  });

  it('tells the highest of several at once', () => {
    expect(reportedSteps(10, 96)).toEqual([95]);
  });

  it('is not told for what a conversation is opened with', () => {
    expect(reportedSteps(85, 86)).toEqual([]);
    expect(reportedSteps(85, 95)).toEqual([95]);
  });

  it('is armed again by a summary, not by hovering around the step', () => {
    expect(reportedSteps(10, 70, 69, 70, 66, 70)).toEqual([70]);
    expect(reportedSteps(10, 85, 40, 71, 85)).toEqual([80, 70, 80]);
  });

  it('is not told while the window is not known', () => {
    expect(reportedSteps(null, 10, null, 75, null, 75)).toEqual([70]);
  });

  it('never tells a step twice without having left it in between', () => {
    const steadily = (percents: readonly number[]): boolean => {
      let watch: StepWatch = NEW_WATCH;
      let last = 0;
      let lowest = 100;
      return percents.every((percent) => {
        watch = watchSteps(watch, percent / 100);
        lowest = Math.min(lowest, percent);
        if (watch.crossed === null) return true;
        const fair = watch.crossed > last || lowest < last - 5;
        last = watch.crossed;
        lowest = 100;
        return fair;
      });
    };
    const property = fc.property(fc.array(fc.integer({ min: 0, max: 100 }), { maxLength: 60 }), steadily);
    expect(fc.check(property, { numRuns: 300 }).failed).toBe(false);
  });
});
