import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { parse } from 'yaml';

const root = join(import.meta.dirname, '../..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');

/** Titles in the table of docs/desktop.md, and what each case proves. */
function listed(): [title: string, proves: string][] {
  const [, section = ''] = read('docs/desktop.md').split('## The suite with a real Electron');
  const rows = section.split('\n').filter((line) => line.startsWith('| '));
  return rows.slice(2).map((line) => {
    const [, title = '', proves = ''] = line.split('|').map((cell) => cell.trim());
    return [title, proves];
  });
}

it('the list of the suite with a real Electron names every case, in order, with what it proves', () => {
  const titles = [...read('test/e2e/electron.spec.ts').matchAll(/^test\('(.*)', async /gm)].map(([, title]) => title);
  expect(titles.length).toBeGreaterThan(10);
  expect(listed().map(([title]) => title)).toEqual(titles);
  for (const [title, proves] of listed()) expect([title, proves.endsWith('.')]).toEqual([title, true]);
});

it('the suite cannot be skipped where it is run for its own sake, on all three systems', () => {
  const { jobs } = parse(read('.github/workflows/test.yml')) as {
    jobs: Record<string, { env?: Record<string, string>; strategy?: { matrix: { os: string[] } } }>;
  };
  const { electron } = jobs;
  expect(electron?.env).toMatchObject({ BATON_ELECTRON: 'required' });
  expect(electron?.strategy?.matrix.os.map((os) => os.split('-')[0])).toEqual(['ubuntu', 'macos', 'windows']);
});
