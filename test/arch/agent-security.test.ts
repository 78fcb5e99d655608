import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseSync, Visitor } from 'oxc-parser';
import { describe, expect, it } from 'vitest';
import { type Proof, REQUIREMENTS, RUN_FAULTS } from './agent-security.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const SKIPPED = /\.(?:skip|skipIf|runIf|todo|fails)\b/;

/** Titles of the tests of a file, and names in its tables of cases; tests that do not run have none. */
function readTitles(path: string, text: string): Set<string> {
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

const missing = (proofs: readonly Proof[]) => proofs.filter(([file, title]) => !titlesIn(file).has(title));

describe('the tests that prove', () => {
  it('every requirement from S40 to S51 are there', () => {
    const numbers = Object.keys(REQUIREMENTS).map((name) => name.slice(0, 3));
    expect(numbers).toEqual(Array.from({ length: 12 }, (_, n) => `S${40 + n}`));
  });

  it.each(Object.entries({ ...REQUIREMENTS, ...RUN_FAULTS }))('%s', (_name, proofs) => {
    expect(proofs.length).toBeGreaterThan(0);
    expect(missing(proofs)).toEqual([]);
  });

  it('are missed when they are renamed, skipped or only spoken of', () => {
    const text = `
      // test('spoken of')
      test.skip('skipped', () => {});
      describe('a group', () => {});
      test.for([1])('%s each', () => {});
      it("plain", () => {});
      const CASES = [{ name: 'a case' }, { name: \`\${seat} templated\` }];`;
    expect([...readTitles('a.test.ts', text)].toSorted()).toEqual(['${seat} templated', '%s each', 'a case', 'plain']);
  });
});
