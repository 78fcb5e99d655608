import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

/**
 * Electron supports its newest three majors, eight weeks apart (S55). Update with every upgrade: the newest patch of
 * each supported major on `asOf`, and the source of the list.
 */
const SUPPORTED = {
  asOf: '2026-11-21',
  source: 'electronjs.org/docs/latest/tutorial/electron-timelines, npm view electron dist-tags',
  newest: { 45: '45.4.1', 44: '44.11.4', 43: '43.8.11' } as Readonly<Record<string, string>>,
};

const root = fileURLToPath(new URL('../..', import.meta.url));
const read = (path: string) => JSON.parse(readFileSync(`${root}${path}`, 'utf8')) as Record<string, unknown>;

describe('Electron', () => {
  const installed = String(read('node_modules/electron/package.json')['version']);

  it('is a supported major at its newest patch', () => {
    expect(installed).toBe(SUPPORTED.newest[installed.split('.')[0] ?? '']);
  });

  it('is the newest major', () => {
    expect(installed.split('.')[0]).toBe(Object.keys(SUPPORTED.newest).toSorted().at(-1));
  });

  it('is the one that is asked for, not a range', () => {
    expect((read('package.json')['devDependencies'] as Record<string, string>)['electron']).toBe(installed);
  });
});
