import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { catalogs } from '#texts/en/catalogs.ts';

/** Names of controls of other programs. */
const ELSEWHERE = new Set(['Local API Server']);

const LABELS = new Set(Object.values(catalogs).flatMap((catalog) => Object.values<string>(catalog)));

/** What the guide sets in italics and begins with a capital names a control, or the way to it. */
const namedIn = (text: string): string[] =>
  [...text.replaceAll(/```[^]*?```|`[^`\n]*`/g, '').matchAll(/(?<![\w_])_([A-Z][^_\n]*)_(?![\w_])/g)]
    .flatMap(([, label = '']) => label.split(' > '))
    .map((label) => label.replace(/[.:,]$/, ''));

it.each(['README.md', ...globSync('docs/user/*.md')])('%s names controls as the screen does', (file) => {
  const unknown = namedIn(readFileSync(file, 'utf8')).filter((label) => !LABELS.has(label) && !ELSEWHERE.has(label));
  expect(unknown).toEqual([]);
});

it('finds labels and their ways', () => {
  expect(namedIn('Choose _Settings > Chat_, `_Code_` and _words_.')).toEqual(['Settings', 'Chat']);
});
