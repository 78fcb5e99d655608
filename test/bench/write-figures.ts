import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type Figure, withFigures } from './performance-table.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const PAGE = 'docs/performance.md';
/** What figures depend on. */
const CODE = ['src', 'electron', 'test/bench', 'package-lock.json'];

const run = (command: string, ...args: string[]): string =>
  execFileSync(command, args, { cwd: ROOT, encoding: 'utf8' }).trim();

/** Replaces the rows of a part in `docs/performance.md`, with today's date and the commit. */
export function writeFigures(part: string, figures: readonly Figure[]): void {
  const changed = run('git', 'status', '--porcelain', '--', ...CODE) !== '';
  const commit = run('git', 'rev-parse', '--short=8', 'HEAD') + (changed ? ' with changes' : '');
  const date = new Date().toISOString().slice(0, 10);
  writeFileSync(ROOT + PAGE, withFigures(readFileSync(ROOT + PAGE, 'utf8'), part, figures, { date, commit }));
  run('node_modules/.bin/oxfmt', PAGE);
}
