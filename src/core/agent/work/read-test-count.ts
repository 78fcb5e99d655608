export interface TestCount {
  passed: number;
  failed: number;
}

/** The end of an output is where test runners sum up. */
const MAX_READ = 200_000;

type Read = (line: string) => Partial<TestCount> | null;

const passedAndFailed = (text: string): Partial<TestCount> => {
  const count = { passed: 0, failed: 0 };
  for (const [, number, word] of text.matchAll(/(\d+) (passed|failed|errors?)\b/g))
    count[word === 'passed' ? 'passed' : 'failed'] += Number(number);
  return count;
};

const inWords =
  (line: RegExp): Read =>
  (text) => {
    const found = line.exec(text)?.[1];
    return found === undefined ? null : passedAndFailed(found);
  };

/** Named groups `passed` and `failed`, and `all` instead of `passed`. Further failures are in `more`. */
const inNumbers =
  (line: RegExp): Read =>
  (text) => {
    const groups = line.exec(text)?.groups;
    if (!groups) return null;
    const failed = Number(groups['failed'] ?? 0) + Number(groups['more'] ?? 0);
    const all = groups['all'];
    return { failed, passed: all === undefined ? Number(groups['passed'] ?? 0) : Math.max(0, Number(all) - failed) };
  };

const firstOf =
  (...reads: readonly Read[]): Read =>
  (line) => {
    for (const read of reads) {
      const found = read(line);
      if (found) return found;
    }
    return null;
  };

/**
 * The summary lines of test runners, as their versions of November 2026 print them. Counts of several lines are added
 * up. The first runner that fits counts.
 */
const RUNNERS: readonly Read[] = [
  // Vitest
  inWords(/^\s*Tests {2,}((?:\d+ (?:passed|failed|skipped|todo|expected fail)(?: \| )?)+) \(\d+\)$/),
  // Jest
  inWords(/^Tests: +((?:\d+ (?:passed|failed|skipped|todo), )+)\d+ total$/),
  // pytest
  inWords(
    /^(?:=+ )?((?:\d+ (?:passed|failed|errors?|skipped|warnings?|deselected|xfailed|xpassed)(?:, )?)+) in [\d.]+s/,
  ),
  // Cargo
  inWords(/^test result: (?:ok|FAILED)\. (\d+ passed; \d+ failed);/),
  // Deno
  inWords(/^(?:ok|FAILED) \| (\d+ passed(?: \([^)]*\))? \| \d+ failed)/),
  // .NET
  inNumbers(/^(?:Passed|Failed)! +- Failed: +(?<failed>\d+), Passed: +(?<passed>\d+),/),
  // JUnit by Maven: the line that sums up has no time.
  inNumbers(/^(?:\[\w+\] )?Tests run: (?<all>\d+), Failures: (?<failed>\d+), Errors: (?<more>\d+), Skipped: \d+$/),
  // RSpec
  inNumbers(/^(?<all>\d+) examples?, (?<failed>\d+) failures?(?:, \d+ pending)?$/),
  // PHPUnit
  firstOf(
    inNumbers(/^OK \((?<all>\d+) tests?, \d+ assertions?\)$/),
    inNumbers(/^Tests: (?<all>\d+), Assertions: \d+(?:, Errors: (?<more>\d+))?(?:, Failures: (?<failed>\d+))?[.,]/),
  ),
  // unittest
  firstOf(inNumbers(/^Ran (?<all>\d+) tests? in [\d.]+s$/), (line) => {
    const ends = /^FAILED \(((?:(?:failures|errors)=\d+(?:, )?)+)/.exec(line)?.[1];
    if (ends === undefined) return null;
    const failed = [...ends.matchAll(/\d+/g)].reduce((sum, [number]) => sum + Number(number), 0);
    return { failed, passed: -failed };
  }),
  // Mocha
  firstOf(inNumbers(/^ {2}(?<passed>\d+) passing \([^)]+\)$/), inNumbers(/^ {2}(?<failed>\d+) failing$/)),
  // The runner of Node.js, and others that print TAP
  firstOf(inNumbers(/^[#ℹ] pass (?<passed>\d+)$/), inNumbers(/^[#ℹ] fail (?<failed>\d+)$/)),
  // Playwright
  firstOf(inNumbers(/^ {2}(?<passed>\d+) passed \([\d.]+m?s\)$/), inNumbers(/^ {2}(?<failed>\d+) failed$/)),
  // Bun
  firstOf(inNumbers(/^ (?<passed>\d+) pass$/), inNumbers(/^ (?<failed>\d+) fail$/)),
  // Go, where it lists its tests
  firstOf(
    (line) => (/^--- PASS: Test\S* \(/.test(line) ? { passed: 1 } : null),
    (line) => (/^--- FAIL: Test\S* \(/.test(line) ? { failed: 1 } : null),
  ),
];

/** How many tests passed and failed, as the output of a command sums it up; `null` where it doesn't. */
export function readTestCount(output: string): TestCount | null {
  const lines = output.slice(-MAX_READ).split('\n');
  for (const read of RUNNERS) {
    const count = { passed: 0, failed: 0 };
    for (const line of lines) {
      const found = read(line.trimEnd());
      count.passed += found?.passed ?? 0;
      count.failed += found?.failed ?? 0;
    }
    if (count.passed + count.failed > 0 && count.passed >= 0) return count;
  }
  return null;
}
