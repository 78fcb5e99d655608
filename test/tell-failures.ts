import { stripVTControlCharacters } from 'node:util';

/** The fields of the runners' JSON reports that name a failure; see Vitest's and Playwright's `json` reporters. */
export interface UnitFile {
  name: string;
  status: string;
  message: string;
  assertionResults: { fullName: string; status: string; failureMessages: string[] }[];
}

export interface PageSuite {
  title: string;
  suites?: PageSuite[];
  specs: {
    title: string;
    tests: {
      status: 'expected' | 'unexpected' | 'flaky' | 'skipped';
      annotations: { type: string; description?: string }[];
      results: { error?: { message?: string } }[];
    }[];
  }[];
}

/** Maximum lines of a message to repeat. */
const LINES = 30;

const FLAKY = 'flaky, passed the second time';

export function describeUnitFailures({ name, status, message, assertionResults }: UnitFile): string[] {
  const failed = assertionResults.filter((test) => test.status === 'failed');
  // Vitest keeps the first attempt's messages even if the second one passed.
  const flaky = assertionResults.filter((test) => test.status === 'passed' && test.failureMessages.length > 0);
  if (failed.length === 0 && status === 'failed') return [`failed: ${name}\n${quote(message)}`];
  const describe = (word: string) => (test: UnitFile['assertionResults'][number]) =>
    `${word}: ${name} › ${test.fullName}\n${quote(test.failureMessages.join('\n'))}`;
  return [...failed.map(describe('failed')), ...flaky.map(describe(FLAKY))];
}

export function describePageFailures({ title, suites = [], specs }: PageSuite): string[] {
  const own = specs.flatMap((spec) =>
    spec.tests.flatMap(({ status, annotations, results }) => {
      const name = `${title} › ${spec.title}`;
      if (status === 'expected') return [];
      if (status !== 'skipped') {
        const word = status === 'flaky' ? FLAKY : 'failed';
        return [`${word}: ${name}\n${quote(results.map(said).join('\n'))}`];
      }
      const reason = annotations.find(({ type }) => type === 'skip')?.description;
      return [`skipped: ${name}${reason === undefined ? '' : ` (${reason})`}`];
    }),
  );
  return [...own, ...suites.flatMap((suite) => describePageFailures(suite))];
}

function said({ error }: { error?: { message?: string } }): string {
  return error?.message ?? '';
}

function quote(text: string): string {
  const lines = stripVTControlCharacters(text).split('\n').slice(0, LINES);
  return lines.map((line) => `    ${line}`).join('\n');
}
