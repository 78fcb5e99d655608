import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { COMPILE_CACHE } from './compile-cache.ts';
import { makeMemoryFolder } from './memory-folder.ts';
import { describePageFailures, describeUnitFailures } from './tell-failures.ts';
import type { PageSuite, UnitFile } from './tell-failures.ts';

/**
 * `npm test`: every gate, then unit tests, then end-to-end tests. All of them run, and any failure fails the command.
 */

interface Count {
  passed: number;
  failed: number;
  skipped: number;
  /** Failures and skips by name and first words, repeated at the end, where a truncated log still shows them. */
  failures?: string[];
}

const root = fileURLToPath(new URL('..', import.meta.url));
const reports = join(root, 'test-results');
rmSync(reports, { recursive: true, force: true });
mkdirSync(reports, { recursive: true });

/** The programs of packages, run with this Node: the files in `.bin` are shell scripts on Windows. */
const PROGRAMS = { vite: 'vite/bin/vite.js', vitest: 'vitest/vitest.mjs', playwright: '@playwright/test/cli.js' };

const memory = makeMemoryFolder();
if (memory !== null) process.once('exit', () => rmSync(memory, { recursive: true, force: true, maxRetries: 20 }));
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

function run(
  program: keyof typeof PROGRAMS,
  args: readonly string[],
  env: Record<string, string> = {},
): Promise<number> {
  process.stdout.write(`\n> ${[program, ...args].join(' ')}\n`);
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [join(root, 'node_modules', PROGRAMS[program]), ...args], {
      cwd: root,
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, ...env },
    });
    child.once('error', reject);
    child.once('exit', (code, signal) => resolve(signal ? 1 : (code ?? 1)));
  });
}

function readReport(name: string): unknown {
  return JSON.parse(readFileSync(join(reports, name), 'utf8'));
}

/** A runner that failed without a failing test (a crash, a broken config, no tests) still counts as one failure. */
function settle(code: number, count: Count): Count {
  const empty = count.passed + count.failed === 0;
  return { ...count, failed: Math.max(count.failed, code !== 0 || empty ? 1 : 0) };
}

/** Runs a gate and prints what it said when it has ended. Returns its name if it failed. */
async function runGate(gate: string): Promise<string | null> {
  const npm = spawn(
    process.env['npm_execpath'] ? process.execPath : 'npm',
    [...(process.env['npm_execpath'] ? [process.env['npm_execpath']] : []), 'run', '--silent', gate],
    { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] },
  );
  const said: Buffer[] = [];
  for (const stream of [npm.stdout, npm.stderr]) stream.on('data', (chunk: Buffer) => said.push(chunk));
  const code = await new Promise<number>((resolve, reject) => {
    npm.once('error', reject);
    npm.once('close', (status) => resolve(status ?? 1));
  });
  process.stdout.write(`\n> ${gate}\n${Buffer.concat(said).toString()}`);
  return code === 0 ? null : gate;
}

/** One gate for each processor at a time: most of them use one. The longest, the types, comes first. */
async function runGates(): Promise<Count> {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>;
  };
  const gates = Object.keys(scripts).filter((name) => name.startsWith('check:'));
  const left = gates.toSorted((a, b) => Number(b === 'check:types') - Number(a === 'check:types')).values();
  const failed: string[] = [];
  const work = async () => {
    for (const gate of left) failed.push(...[await runGate(gate)].filter((name) => name !== null));
  };
  await Promise.all(Array.from({ length: availableParallelism() }, work));
  return settle(0, {
    passed: gates.length - failed.length,
    failed: failed.length,
    skipped: 0,
    failures: failed.map((gate) => `failed: ${gate}`),
  });
}

/**
 * The page as it ships, which the package and every page test need. What needs it builds it itself where that fails,
 * and says so.
 */
async function buildPage(): Promise<Record<string, string>> {
  const code = await run('vite', ['build', '--logLevel=warn']);
  return code === 0 ? { BATON_PAGE_BUILT: 'true' } : {};
}

async function runUnit(page: Record<string, string>): Promise<Count> {
  const code = await run(
    'vitest',
    [
      'run',
      '--config',
      'test/vitest.config.ts',
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${join(reports, 'unit.json')}`,
    ],
    // Compiled code stays where the next run finds it.
    memory === null ? page : { ...page, TMPDIR: memory, BATON_COMPILE_CACHE: COMPILE_CACHE },
  );
  const report = readReport('unit.json') as {
    numPassedTests: number;
    numFailedTests: number;
    numPendingTests: number;
    numTodoTests: number;
    testResults: UnitFile[];
  };
  return settle(code, {
    failures: report.testResults.flatMap((file) => describeUnitFailures(file)),
    passed: report.numPassedTests,
    failed: report.numFailedTests,
    skipped: report.numPendingTests + report.numTodoTests,
  });
}

async function runEndToEnd(page: Record<string, string>): Promise<Count> {
  const code = await run('playwright', ['test', '--config', 'test/e2e/playwright.config.ts'], {
    ...page,
    PLAYWRIGHT_JSON_OUTPUT_NAME: join(reports, 'e2e.json'),
  });
  const { stats, suites } = readReport('e2e.json') as {
    stats: { expected: number; unexpected: number; flaky: number; skipped: number };
    suites: PageSuite[];
  };
  return settle(code, {
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected,
    skipped: stats.skipped,
    failures: suites.flatMap((suite) => describePageFailures(suite)),
  });
}

/** A suite that dies before its report counts as one failure and doesn't stop the others. */
async function guard(name: string, suite: () => Promise<Count>): Promise<Count> {
  const from = performance.now();
  try {
    const count = await suite();
    const seconds = Math.round((performance.now() - from) / 1000);
    process.stdout.write(`\n${name}: ${describe(count)}, ${seconds} s\n`);
    return count;
  } catch (error) {
    const message = `${name} did not finish: ${error instanceof Error ? error.message : String(error)}`;
    process.stderr.write(`\n${message}\n`);
    return { passed: 0, failed: 1, skipped: 0, failures: [message] };
  }
}

function describe({ passed, failed, skipped }: Count): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}

const checks = await guard('checks', runGates);
const page = await buildPage();
const unit = await guard('unit', () => runUnit(page));
const endToEnd = await guard('end-to-end', () => runEndToEnd(page));
const counts = [checks, unit, endToEnd];
const total = counts.reduce((sum, one) => ({
  passed: sum.passed + one.passed,
  failed: sum.failed + one.failed,
  skipped: sum.skipped + one.skipped,
}));
for (const line of counts.flatMap(({ failures = [] }) => failures)) process.stdout.write(`\n${line}\n`);
process.stdout.write(`\n${describe(total)}\n`);
process.exitCode = total.failed > 0 ? 1 : 0;
