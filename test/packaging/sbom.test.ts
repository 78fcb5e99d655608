import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type Bom, importsOf, scopeBom } from './sbom.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/**
 * CycloneDX 1.5 as far as npm writes it: cyclonedx.org/schema/bom-1.5.schema.json, read on 2026-11-27. Nothing else may stand
 * there, as in that schema.
 */
const License = z.union([
  z.strictObject({ license: z.strictObject({ id: z.string().min(1) }) }),
  z.strictObject({ license: z.strictObject({ name: z.string().min(1) }) }),
  z.strictObject({ expression: z.string().min(1) }),
]);
const ComponentFields = {
  'bom-ref': z.string().min(1),
  type: z.enum(['application', 'library']),
  name: z.string().min(1),
  version: z.string().min(1),
  author: z.string().optional(),
  description: z.string().optional(),
  purl: z.string().regex(/^pkg:npm\/(?:%40[\w.-]+\/)?[\w.-]+@[\w.+-]+/),
  licenses: z.array(License).optional(),
  externalReferences: z
    .array(z.strictObject({ type: z.enum(['distribution', 'vcs', 'website', 'issue-tracker']), url: z.string() }))
    .optional(),
  properties: z.array(z.strictObject({ name: z.string(), value: z.string() })).optional(),
};
const Component = z.strictObject({
  ...ComponentFields,
  scope: z.enum(['required', 'excluded']),
  hashes: z
    .array(
      z
        .strictObject({ alg: z.enum(['SHA-1', 'SHA-256', 'SHA-512']), content: z.string() })
        .refine(({ alg, content }) => {
          const digits = { 'SHA-1': 40, 'SHA-256': 64, 'SHA-512': 128 }[alg];
          return content.length === digits && /^[\da-f]+$/i.test(content);
        }),
    )
    .min(1),
});
const CycloneDx = z.strictObject({
  $schema: z.literal('http://cyclonedx.org/schema/bom-1.5.schema.json'),
  bomFormat: z.literal('CycloneDX'),
  specVersion: z.literal('1.5'),
  serialNumber: z.string().regex(/^urn:uuid:[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/),
  version: z.literal(1),
  metadata: z.strictObject({
    timestamp: z.iso.datetime(),
    lifecycles: z.array(z.strictObject({ phase: z.literal('pre-build') })),
    tools: z.array(z.strictObject({ vendor: z.string(), name: z.string(), version: z.string() })),
    component: z.strictObject({ ...ComponentFields, scope: z.literal('required') }),
  }),
  components: z.array(Component).min(1),
  dependencies: z.array(z.strictObject({ ref: z.string(), dependsOn: z.array(z.string()).optional() })),
});

describe('what `npm run sbom` writes', () => {
  const folder = mkdtempSync(join(tmpdir(), 'baton-sbom-'));
  const file = join(folder, 'baton.cdx.json');
  let bom: z.infer<typeof CycloneDx>;

  beforeAll(() => {
    execFileSync(process.execPath, ['test/packaging/write-sbom.ts', file], { cwd: root, stdio: 'pipe' });
    bom = CycloneDx.parse(JSON.parse(readFileSync(file, 'utf8')));
  }, 60_000);
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('is of this version of Baton, wherever its checkout stands', () => {
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
    expect(bom.metadata.component).toMatchObject({ name: 'baton', version, type: 'application' });
  });

  it('names each package of the lockfile once, with its hash, and what depends on what', () => {
    const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
      packages: Record<string, { version?: string; name?: string }>;
    };
    const locked = Object.entries(lock.packages).flatMap(([path, one]) =>
      path === '' ? [] : [`${one.name ?? path.slice(path.lastIndexOf('node_modules/') + 13)}@${one.version}`],
    );
    const refs = bom.components.map((one) => one['bom-ref']);
    expect(refs.filter((ref, at) => refs.indexOf(ref) !== at)).toEqual([]);
    expect(new Set(refs)).toEqual(new Set(locked));
    const known = new Set([...refs, bom.metadata.component['bom-ref']]);
    const dependsOn = bom.dependencies.flatMap(({ ref, dependsOn: on = [] }) => [ref, ...on]);
    expect(dependsOn.filter((ref) => !known.has(ref))).toEqual([]);
    expect(new Set(bom.dependencies.map(({ ref }) => ref))).toEqual(known);
  });

  it('tells what ships from what builds and tests it', () => {
    const scopeOf = (name: string) => bom.components.find((one) => one.name === name)?.scope;
    for (const name of [
      'react',
      'react-dom',
      'scheduler',
      'electron',
      'hono',
      'dexie',
      'openai',
      'pdfjs-dist',
      'mermaid',
    ])
      expect([name, scopeOf(name)]).toEqual([name, 'required']);
    for (const name of [
      'vitest',
      'vite',
      'typescript',
      'electron-builder',
      '@playwright/test',
      'jsdom',
      'knip',
      's3rver',
    ])
      expect([name, scopeOf(name)]).toEqual([name, 'excluded']);
  });
});

describe('what ships', () => {
  const bom: Bom = {
    metadata: { component: { 'bom-ref': 'app@1', name: 'checkout', version: '1' } },
    components: ['used', 'deep', 'tool', 'both'].map((name) => ({
      'bom-ref': `${name}@1`,
      name,
      version: '1',
      scope: 'optional',
      properties: [{ name: 'cdx:npm:package:development', value: 'true' }],
    })),
    dependencies: [
      { ref: 'app@1', dependsOn: ['used@1', 'tool@1'] },
      { ref: 'used@1', dependsOn: ['deep@1'] },
      { ref: 'deep@1', dependsOn: ['both@1', 'used@1'] },
      { ref: 'tool@1', dependsOn: ['both@1'] },
      { ref: 'both@1' },
    ],
  };

  it('is what the code imports, with all that it depends on, whoever needs that beside it', () => {
    const { components, metadata } = scopeBom(bom, 'baton', new Set(['used', 'deep-down']));
    expect(components.map(({ name, scope, properties }) => [name, scope, properties])).toEqual([
      ['used', 'required', undefined],
      ['deep', 'required', undefined],
      ['tool', 'excluded', undefined],
      ['both', 'required', undefined],
    ]);
    expect(metadata.component.name).toBe('baton');
  });

  it('is found in every form of an import', () => {
    const source = `
      import { a } from 'one/part.js';
      import type { b } from "@scope/two/deep";
      import 'three';
      const c = await import('four');
      import { d } from './own.ts';
      import { e } from '#core/own.ts';
      import { f } from 'node:fs';
      @import 'five/style.css';`;
    expect(importsOf(source)).toEqual(['one', '@scope/two', 'three', 'four', 'five']);
  });
});
