import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readTestCount } from '#core/agent/work/read-test-count.ts';

describe('how many tests passed', () => {
  it.each<[string, string, [passed: number, failed: number]]>([
    ['Vitest', ' Test Files  1 failed | 2 passed (3)\n      Tests  1 failed | 12 passed | 2 skipped (15)', [12, 1]],
    ['Vitest', ' Test Files  3 passed (3)\n      Tests  42 passed (42)\n   Duration  1.2s', [42, 0]],
    [
      'Jest',
      'Test Suites: 1 failed, 2 passed, 3 total\nTests:       1 failed, 2 skipped, 12 passed, 15 total',
      [12, 1],
    ],
    ['pytest', '======= 1 failed, 12 passed, 1 warning in 0.12s =======', [12, 1]],
    ['pytest -q', '............\n12 passed in 0.03s', [12, 0]],
    ['pytest', '=== 3 passed, 2 errors in 1.02s (0:00:01) ===', [3, 2]],
    [
      'Cargo',
      'test result: ok. 12 passed; 0 failed; 1 ignored; 0 measured; 0 filtered out; finished in 0.00s\n\ntest result: FAILED. 1 passed; 2 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.00s',
      [13, 2],
    ],
    ['Deno', 'ok | 12 passed | 0 failed (3ms)', [12, 0]],
    ['.NET', 'Passed!  - Failed:     0, Passed:    12, Skipped:     0, Total:    12, Duration: 9 ms', [12, 0]],
    [
      'Maven',
      '[INFO] Tests run: 5, Failures: 0, Errors: 0, Skipped: 0, Time elapsed: 0.1 s -- in AppTest\n[ERROR] Tests run: 12, Failures: 1, Errors: 1, Skipped: 0',
      [10, 2],
    ],
    ['RSpec', '12 examples, 1 failure', [11, 1]],
    ['PHPUnit', 'OK (12 tests, 34 assertions)', [12, 0]],
    ['PHPUnit', 'FAILURES!\nTests: 12, Assertions: 34, Failures: 1.', [11, 1]],
    ['unittest', 'Ran 12 tests in 0.001s\n\nFAILED (failures=1, errors=2)', [9, 3]],
    ['unittest', 'Ran 12 tests in 0.001s\n\nOK', [12, 0]],
    ['Mocha', '  12 passing (34ms)\n  1 failing\n', [12, 1]],
    ['node --test', 'ℹ tests 13\nℹ suites 0\nℹ pass 12\nℹ fail 1', [12, 1]],
    ['TAP', '# tests 12\n# pass 12\n# fail 0', [12, 0]],
    ['Playwright', '  1 failed\n    [chromium] › a.spec.ts:3:1 › a\n  12 passed (3.4s)', [12, 1]],
    ['Bun', ' 12 pass\n 1 fail\nRan 13 tests across 2 files. [8.00ms]', [12, 1]],
    [
      'Go',
      '=== RUN   TestA\n--- PASS: TestA (0.00s)\n    --- PASS: TestA/b (0.00s)\n--- FAIL: TestB (0.00s)\nFAIL',
      [1, 1],
    ],
  ])('is read from %s: %j', (_runner, output, [passed, failed]) => {
    expect(readTestCount(output)).toEqual({ passed, failed });
    const windows = `$ test\r\n${output.replaceAll('\n', '\r\n')}\r\n[exit code 1, 1.2 s]`;
    expect(readTestCount(windows)).toEqual({ passed, failed });
  });

  it.each([
    '',
    '12 passed',
    'He said that 12 tests passed and 1 failed.',
    'Tests: all of them',
    'Tests  are good (3)',
    '- 3 examples, 1 failure mode each',
    'const line = "test result: ok. 12 passed; 0 failed;";',
    'pass 12',
    '# passing 12',
    'ok  \tgithub.com/a/b\t0.012s',
    'Ran 12 migrations in 0.001s',
    'vehicles: 12 passed in 30 min',
    '0 passed in 0.01s',
  ])('is not read from %j', (output) => {
    expect(readTestCount(output)).toBeNull();
  });

  it('takes any output, long ones quickly', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const count = readTestCount(text);
        expect(count === null || (count.passed >= 0 && count.failed >= 0)).toBe(true);
      }),
    );
    const before = performance.now();
    expect(readTestCount(`${'12 passed, '.repeat(100_000)}\n12 passed in 0.03s`)).toEqual({ passed: 12, failed: 0 });
    expect(performance.now() - before).toBeLessThan(2_000);
  });
});
