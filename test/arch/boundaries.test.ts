import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { checkBoundaries, LINE_BUDGET } from './boundaries.ts';
import { FORBIDDEN } from './forbidden.ts';
import { LAYERS } from './layers.ts';

const made: string[] = [];
afterAll(() => made.forEach((folder) => rmSync(folder, { recursive: true, force: true })));

function tree(files: Record<string, string>): string {
  const root = mkdtempSync(join(tmpdir(), 'baton-arch-'));
  made.push(root);
  const all = {
    'package.json': JSON.stringify({
      imports: { '#core/*': './src/core/*', '#ui/*': './src/ui/*', '#flows/*': './src/flows/*' },
    }),
    ...files,
  };
  for (const [path, text] of Object.entries(all)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  return root;
}

const rulesOf = (files: Record<string, string>) => checkBoundaries(tree(files)).map((one) => one.rule);

/** One tree per layer that must be refused. */
const OUTWARD: Record<string, Record<string, string>> = {
  diagrams: { 'src/diagrams/a.ts': `import 'react';` },
  core: {
    'src/core/a.ts': `import { b } from '#ui/kit/b.ts';\nexport const a = b;`,
    'src/ui/kit/b.ts': 'export const b = 1;',
  },
  contract: { 'src/contract/a.ts': `import 'react';` },
  catalog: { 'src/vendors/catalog/a.ts': `import 'openai';` },
  vendors: {
    'src/vendors/a.ts': `import { b } from '#ui/kit/b.ts';\nexport const a = b;`,
    'src/ui/kit/b.ts': 'export const b = 1;',
  },
  storage: { 'src/storage/a.ts': `import 'react';` },
  markdown: { 'src/markdown/a.ts': `import 'react';` },
  workers: { 'src/workers/a.ts': `import '#storage/b.ts';`, 'src/storage/b.ts': 'export const b = 1;' },
  archive: { 'src/archive/a.ts': `import 'dexie';` },
  search: { 'src/search/a.ts': `import 'react';` },
  snapshots: { 'src/snapshots/a.ts': `import '#state/b.ts';`, 'src/state/b.ts': 'export const b = 1;' },
  journal: { 'src/journal/a.ts': `import '#state/b.ts';`, 'src/state/b.ts': 'export const b = 1;' },
  transfer: { 'src/transfer/a.ts': `import 'react';` },
  documents: { 'src/documents/a.ts': `import 'react';` },
  'host-client': { 'src/host-client/a.ts': `import 'dexie';` },
  state: { 'src/state/a.ts': `import 'react';` },
  tools: { 'src/tools/a.ts': `import 'react';` },
  flows: { 'src/flows/a.ts': `import 'react';` },
  history: { 'src/history/a.ts': `import '#flows/b.ts';`, 'src/flows/b.ts': '' },
  texts: { 'src/texts/a.ts': `import '#ui/kit/b.ts';`, 'src/ui/kit/b.ts': '' },
  'ui kit': { 'src/ui/kit/a.ts': `import '#ui/data/b.ts';`, 'src/ui/data/b.ts': '' },
  'ui data': { 'src/ui/data/a.ts': `import '#ui/shared/b.ts';`, 'src/ui/shared/b.ts': '' },
  'ui shared': { 'src/ui/shared/a.ts': `import '#ui/features/b/b.ts';`, 'src/ui/features/b/b.ts': '' },
  'ui features': { 'src/ui/features/a/a.ts': `import '#ui/features/b/b.ts';`, 'src/ui/features/b/b.ts': '' },
  'ui shell': { 'src/ui/shell/a.ts': `import 'openai';` },
  'page composition': { 'src/compose/a.ts': `import '#ui/features/b/b.ts';`, 'src/ui/features/b/b.ts': '' },
  'page root': { 'src/main.tsx': `import '../electron/host/a.ts';`, 'electron/host/a.ts': '' },
  'page boot': { 'src/theme-boot.ts': `import 'react';` },
  'practice vendors': {
    'electron/practice/a.ts': `import '../host/base/vendor-table.ts';`,
    'electron/host/base/vendor-table.ts': '',
  },
  host: {
    'electron/host/a.ts': `import type { App } from 'electron';\nimport { app } from 'electron';\nexport const a: App = app;`,
  },
  'sync in the host': { 'electron/host/sync/a.ts': `import '@hono/node-server';` },
  'bundles of MCP servers': { 'electron/host/mcp/bundles/a.ts': `import '@modelcontextprotocol/client';` },
  'MCP in the host': { 'electron/host/mcp/a.ts': `import '@hono/node-server';` },
  shell: { 'electron/shell/a.ts': `import 'react';` },
  'electron roots': { 'electron/main.ts': `import 'hono';` },
  'development server': { 'electron/dev/a.ts': `import 'react';` },
  'launcher and browser mode': { 'electron/serve.ts': `import { app } from 'electron';\nexport const a = app;` },
};

/** One line per forbidden construct, keyed by rule, that must be refused. */
const CONSTRUCTS: Record<string, Record<string, string>> = {
  'pure-core': { 'src/core/a.ts': 'export const a = Date.now();', 'src/core/b.ts': 'export const b = Math.random();' },
  'no-html-sink': {
    'src/ui/kit/a.ts': `export const a = (e: { innerHTML: string }) => { e.innerHTML = 'x'; };`,
    'src/ui/kit/b.tsx': `export const B = () => <p dangerouslySetInnerHTML={{ __html: 'x' }} />;`,
  },
  'no-eval': {
    'src/ui/kit/a.ts': `export const a = eval('1');`,
    'src/ui/kit/b.ts': `export const b = new Function('1');`,
  },
  'one-opener': { 'electron/shell/a.ts': `import { shell } from 'electron';\nvoid shell.openExternal('https://a.b');` },
  'no-path-opener': { 'electron/shell/a.ts': `import { shell } from 'electron';\nvoid shell.openPath('/');` },
  'no-shell-string': { 'electron/launch/a.ts': 'export const a = { shell: true };' },
  'one-way-out': {
    'electron/host/a.ts': `export const a = () => fetch('https://a.b');`,
    'electron/host/b.ts': `export const b = () => globalThis.fetch('https://a.b');`,
    'electron/host/c.ts': `import { request } from 'node:https';\nexport const c = () => request('https://a.b');`,
    'electron/host/d.ts': `import { connect } from 'node:net';\nexport const d = () => connect(1);`,
    'electron/host/e.ts': `export const e = () => new WebSocket('wss://a.b');`,
  },
  'no-sync-io': {
    'electron/host/a.ts': `import { readFileSync } from 'node:fs';\nexport const a = readFileSync('a');`,
    'electron/host/b.ts': `import fs from 'node:fs';\nexport const b = fs.readFileSync('a');`,
  },
  'secure-window': {
    'electron/shell/a.ts': 'export const a = { nodeIntegration: true };',
    'electron/shell/b.ts': 'export const b = { sandbox: false };',
  },
  'no-practice-hosts': {
    'src/core/a.ts': `export const a = 'https://gemini.practice.invalid';`,
    'src/core/b.ts': 'export const b = /^https:..gemini.practice\\.invalid/;',
  },
  'vendors-are-data': {
    'src/core/a.ts': `export const a = (vendor: string) => { switch (vendor) { default: return 1; } };`,
  },
};

describe('boundaries', () => {
  it('names a refused tree for every layer', () => {
    expect(Object.keys(OUTWARD).toSorted()).toEqual(LAYERS.map((layer) => layer.name).toSorted());
  });

  it.each(Object.keys(OUTWARD))('refuses an outward import in %s', (name) => {
    expect(rulesOf(OUTWARD[name] ?? {})).toContain('layer');
  });

  it.each(['../dev.ts', '../dev/a.ts'])('keeps the development server (%s) out of what ships', (dev) => {
    const inFolder = ['launch', 'host', 'practice', 'serve', 'shell'].map((folder) => `electron/${folder}/a.ts`);
    for (const from of inFolder) expect(rulesOf({ [from]: `import '${dev}';` })).toContain('layer');
    for (const from of ['main', 'serve', 'start'])
      expect(rulesOf({ [`electron/${from}.ts`]: `import '${dev.slice(1)}';` })).toContain('layer');
  });

  it('refuses a file that belongs to no layer', () => {
    expect(rulesOf({ 'src/somewhere/a.ts': '' })).toEqual(['layer']);
  });

  it('accepts the same shapes when they point inwards', () => {
    expect(
      rulesOf({
        'src/core/a.ts': `import { b } from './b.ts';\nexport const a = b;`,
        'src/core/b.ts': 'export const b = 1;',
        'electron/launch/a.ts': `import type { App } from 'electron';\nexport type A = App;`,
      }),
    ).toEqual([]);
  });

  it('names refused lines for every forbidden construct', () => {
    expect(Object.keys(CONSTRUCTS).toSorted()).toEqual([...new Set(FORBIDDEN.map((row) => row.rule))].toSorted());
  });

  it.each(
    Object.entries(CONSTRUCTS).flatMap(([rule, files]) =>
      Object.entries(files).map(([path, text]) => ({ rule, path, text })),
    ),
  )('refuses $rule in $path', ({ rule, path, text }) => {
    expect(rulesOf({ [path]: text })).toContain(rule);
  });

  it('refuses parts of a folder that import each other in a cycle, by types too and across files', () => {
    const files = {
      'src/storage/one/a.ts': `import { b } from '../two/b.ts';\nexport const a = b;`,
      'src/storage/one/c.ts': 'export type C = string;',
      'src/storage/two/b.ts': 'export const b = 1;',
      'src/storage/two/d.ts': `import type { C } from '../one/c.ts';\nexport type D = C;`,
    };
    expect(rulesOf(files)).toEqual(['folder-cycle']);
    expect(rulesOf({ ...files, 'src/storage/two/d.ts': 'export type D = string;' })).toEqual([]);
  });

  it('counts the files of a folder as one part beside its folders', () => {
    expect(
      rulesOf({
        'src/storage/a.ts': `import { b } from './two/b.ts';\nexport const a = b;`,
        'src/storage/c.ts': 'export const c = 1;',
        'src/storage/two/b.ts': `import { c } from '../c.ts';\nexport const b = c;`,
      }),
    ).toEqual(['folder-cycle']);
  });

  it('refuses a run-time cycle and accepts a type-only one', () => {
    const importing = (kind: string, other: string) => `import ${kind}{ x${other} } from './${other}.ts';\n`;
    expect(
      rulesOf({
        'src/core/a.ts': `${importing('', 'b')}export const xa = () => xb;`,
        'src/core/b.ts': `${importing('', 'a')}export const xb = () => xa;`,
      }),
    ).toContain('cycle');
    expect(
      rulesOf({
        'src/core/a.ts': `${importing('type ', 'b')}export type xa = xb;`,
        'src/core/b.ts': `${importing('type ', 'a')}export type xb = xa[];`,
      }),
    ).toEqual([]);
  });

  it('refuses a file over the line budget', () => {
    expect(rulesOf({ 'src/core/a.ts': 'export {};\n'.repeat(LINE_BUDGET + 1) })).toContain('length');
    expect(rulesOf({ 'src/core/a.ts': 'export {};\n'.repeat(LINE_BUDGET) })).toEqual([]);
  });

  it('refuses to look at an empty tree', () => {
    expect(() => checkBoundaries(tree({}))).toThrow('no sources');
  });
});

const css = (text: string) => rulesOf({ 'src/core/a.ts': 'export const a = 1;', 'src/ui/a.module.css': text });

describe('selectors that restyle too much', () => {
  it.each([
    '.a > * + * { margin: 0; }',
    '.b,\n* ~ .a { margin: 0; }',
    '@media print {\n  .a > * + .b { margin: 0; }\n}',
  ])('are refused: %s', (text) => {
    expect(css(text)).toContain('no-any-sibling');
  });

  it.each([
    '.a > .b + * { margin: 0; }',
    '.a { width: calc(2px * +1); }',
    '/* * + * */ .a:where(:not(:first-child)) {}',
  ])('are fine where they name what comes before: %s', (text) => {
    expect(css(text)).not.toContain('no-any-sibling');
  });
});

describe('sides of the screen', () => {
  it.each([
    '.a { left: 0; }',
    '.a {\n  margin-left: auto;\n}',
    '.a { border-right-color: red; }',
    '.a { border-top-left-radius: 1px; }',
    '.a { text-align: right; }',
    '.a { float: left; }',
    '.a { padding: 0 1px 0 2px; }',
    '.a { margin: 0 calc(var(--b) * -1) 0 0; }',
  ])('are refused: %s', (text) => {
    expect(css(text)).toContain('no-physical-side');
  });

  it.each([
    '.a { inset-inline-start: 0; margin-inline: auto 0; text-align: end; padding: 0 1px 2px 1px; }',
    '/* left: 0; */ .left { top: 0; transition: left 1s; }',
  ])('are fine by start and end: %s', (text) => {
    expect(css(text)).not.toContain('no-physical-side');
  });
});
