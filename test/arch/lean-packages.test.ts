import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeLean } from '../../electron/dev/lean-packages.ts';

const ROOT = join(import.meta.dirname, '../..');
const PACKAGES = ['react-dom/cjs/react-dom-client.production.js', 'react-dom/cjs/react-dom.production.js'];
const DEXIE = 'dexie/dist/modern/dexie.mjs';
/** What the page is made of. Icons are only drawn. */
const SOURCES = [
  'src/**/*.{ts,tsx}',
  'node_modules/@base-ui/{react,utils}/**/*.js',
  'node_modules/@tanstack/*/dist/esm/*.js',
];

const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');

test.each([...PACKAGES, DEXIE])('what is left out of %s is there', (name) => {
  const path = `node_modules/${name}`;
  expect(makeLean(read(path), path)?.length).toBeLessThan(read(path).length);
});

test('nothing of the page uses what is left out of its packages', () => {
  const files = SOURCES.flatMap((pattern) => globSync(pattern, { cwd: ROOT }));
  expect(files.length).toBeGreaterThan(500);
  const uses = files.flatMap((file) => {
    const code = read(file).replaceAll(/^\s*(?:\/\/|\/?\*).*$/gm, '');
    const imported = [...code.matchAll(/import (?:type )?\{([^}]*)\} from ['"]react(?:-dom(?:\/client)?)?['"]/g)]
      .flatMap(([, names = '']) => names.split(','))
      .map((name) => name.replace('type ', '').trim().split(' ')[0] ?? '');
    const reached = [...code.matchAll(/\bReact(?:DOM)?\.(\w+)/g)].map(([, name = '']) => name);
    const left =
      /^(?:unstable_)?(?:ViewTransition|Activity|useActionState|useForm\w+|requestFormReset|hydrateRoot|pre[cfl]\w+|preinit\w*)$/;
    const fragment = /<Fragment[^>]*\sref=|jsxs?\((?:\w+\.)?Fragment, \{[^}]*\bref\b/.exec(code) ?? [];
    const dexie = file.startsWith('src') ? (/\.hook\(['"]|\b\w+IgnoreCase\(/.exec(code) ?? []) : [];
    return [...[...imported, ...reached].filter((name) => left.test(name)), ...fragment, ...dexie].map(
      (use) => `${file}: ${use}`,
    );
  });
  expect(uses).toEqual([]);
  const cached = globSync('src/**/*.ts', { cwd: ROOT }).filter((file) => {
    const code = read(file);
    return code.includes('new BatonDatabase(') && !code.includes("cache: 'disabled'");
  });
  expect(cached).toEqual([]);
});
