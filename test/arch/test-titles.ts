import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseSync, Visitor } from 'oxc-parser';

/** A test by file and title, as written in the source. */
export type Proof = readonly [file: string, title: string];

const root = fileURLToPath(new URL('../..', import.meta.url));
const SKIPPED = /\.(?:skip|skipIf|runIf|todo|fails)\b/;

/** Titles of the tests of a file, and names in its tables of cases. Skipped tests have none. */
export function readTitles(path: string, text: string): Set<string> {
  const titles = new Set<string>();
  const add = (node: unknown): void => {
    if (typeof node !== 'object' || node === null || !('type' in node)) return;
    if (node.type === 'Literal' && 'value' in node && typeof node.value === 'string') titles.add(node.value);
    else if (node.type === 'TemplateLiteral' && 'start' in node && 'end' in node)
      titles.add(text.slice(Number(node.start) + 1, Number(node.end) - 1));
  };
  new Visitor({
    CallExpression({ callee, arguments: [first] }) {
      const called = text.slice(callee.start, callee.end);
      if (/^(?:it|test)\b/.test(called) && !SKIPPED.test(called.split('(')[0] ?? '')) add(first);
    },
    Property({ key, value }) {
      if ('name' in key && key.name === 'name') add(value);
    },
  }).visit(parseSync(path, text).program);
  return titles;
}

const read = new Map<string, Set<string>>();

function titlesIn(file: string): Set<string> {
  const found = read.get(file);
  if (found) return found;
  const path = join(root, file);
  const titles = existsSync(path) ? readTitles(path, readFileSync(path, 'utf8')) : new Set<string>();
  read.set(file, titles);
  return titles;
}

/** Titles that don't match any existing test. */
export function missingProofs(proofs: readonly Proof[]): Proof[] {
  return proofs.filter(([file, title]) => !titlesIn(file).has(title));
}
