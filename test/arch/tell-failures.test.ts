import { describe, expect, it } from 'vitest';
import { describePageFailures, describeUnitFailures } from '../tell-failures.ts';

describe('what a failed run repeats at its end', () => {
  it('names a failed unit test with its words, without colours, and no passed one', () => {
    const lines = describeUnitFailures({
      name: 'a.test.ts',
      status: 'failed',
      message: '',
      assertionResults: [
        { fullName: 'is well', status: 'passed', failureMessages: [] },
        { fullName: 'breaks', status: 'failed', failureMessages: ['\u001B[31mexpected 1\u001B[0m\n  at b.ts:2'] },
      ],
    });
    expect(lines).toEqual(['failed: a.test.ts › breaks\n    expected 1\n      at b.ts:2']);
  });

  it('names a unit test that passed the second time', () => {
    const assertionResults = [{ fullName: 'races', status: 'passed', failureMessages: ['too late'] }];
    const lines = describeUnitFailures({ name: 'a.test.ts', status: 'passed', message: '', assertionResults });
    expect(lines).toEqual(['flaky, passed the second time: a.test.ts › races\n    too late']);
  });

  it('names a file that could not be loaded', () => {
    const lines = describeUnitFailures({
      name: 'a.test.ts',
      status: 'failed',
      message: 'cannot find b',
      assertionResults: [],
    });
    expect(lines).toEqual(['failed: a.test.ts\n    cannot find b']);
  });

  it('names what failed on the page, and what was skipped with the reason', () => {
    const test = (status: 'expected' | 'unexpected' | 'flaky' | 'skipped') => ({
      status,
      annotations: [],
      results: [{}],
    });
    const lines = describePageFailures({
      title: 'a.spec.ts',
      specs: [{ title: 'fine', tests: [test('expected')] }],
      suites: [
        {
          title: 'inside',
          specs: [
            { title: 'broke', tests: [{ ...test('unexpected'), results: [{ error: { message: 'no button' } }] }] },
            {
              title: 'raced',
              tests: [{ ...test('flaky'), results: [{ error: { message: 'too late' } }, {}] }],
            },
            {
              title: 'left',
              tests: [{ ...test('skipped'), annotations: [{ type: 'skip', description: 'no shell' }] }],
            },
          ],
        },
      ],
    });
    expect(lines).toEqual([
      'failed: inside › broke\n    no button',
      'flaky, passed the second time: inside › raced\n    too late\n    ',
      'skipped: inside › left (no shell)',
    ]);
  });
});
