import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { HOOKS } from '#core/reliability/hook-table.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const text = readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8');
const paths = [...text.matchAll(/`((?:\.?[\w-]+\/)+[\w.-]*)`/g)].map(([, path = '']) => path);
const isThere = (path: string) => ['', 'src'].some((from) => existsSync(join(root, from, path)));

describe('the page on architecture', () => {
  it('names only what is there', () => {
    expect(paths.length).toBeGreaterThan(20);
    expect(paths.filter((path) => !isThere(path))).toEqual([]);
  });

  it('has a place for every part of the reliability documents', () => {
    const [, map = ''] = text.split('Where the parts of the reliability documents are:');
    const rows = map.split('\n').filter((line) => line.startsWith('| '));
    const parts = [
      'thinking-block-validator',
      'empty-message-sanitizer',
      'non-interactive-env',
      'session-recovery',
      'window limit recovery',
      'todo-continuation-enforcer',
      'context-window-monitor',
      'preemptive-compaction',
      'tool-output-truncator',
      'dynamic-truncator',
      'hook names',
      'JSON schema',
      'session state',
      'logger',
    ];
    for (const part of parts) {
      const row = rows.find((line) => line.includes(part));
      expect([part, /`[\w/.-]+`/.test(row ?? '')]).toEqual([part, true]);
    }
    expect(HOOKS.map(({ id }) => id)).toEqual(
      expect.arrayContaining(parts.filter((part) => /^\w+-\w+-\w+$/.test(part))),
    );
  });
});
