import { execFileSync } from 'node:child_process';
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Bom, importsOf, scopeBom } from './sbom.ts';

/** `npm run sbom`: the components of the app, from the lockfile, as CycloneDX in `dist/baton.cdx.json`, or in the given file. */
const root = fileURLToPath(new URL('../..', import.meta.url));
const npm = process.env['npm_execpath'];
const args = ['sbom', '--sbom-format', 'cyclonedx', '--sbom-type', 'application', '--package-lock-only'];
const text = execFileSync(npm ? process.execPath : 'npm', [...(npm ? [npm] : []), ...args], {
  cwd: root,
  encoding: 'utf8',
  maxBuffer: 64 * 1024 ** 2,
});
const { name } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { name: string };
/** What runs while developing, and what opens Baton from its sources, is in no package. */
const sources = globSync(['src/**/*.{ts,tsx,css}', 'electron/**/*.ts'], { cwd: root }).filter(
  (path) => !/^electron[\\/](?:dev|launch)\b/.test(path),
);
const imported = new Set(sources.flatMap((path) => importsOf(readFileSync(join(root, path), 'utf8'))));
const bom = scopeBom(JSON.parse(text) as Bom, name, imported);
const file = process.argv[2] ?? join(root, 'dist', 'baton.cdx.json');
mkdirSync(join(file, '..'), { recursive: true });
writeFileSync(file, `${JSON.stringify(bom, null, 2)}\n`);
const shipped = bom.components.filter(({ scope }) => scope === 'required').length;
process.stdout.write(`${bom.components.length} packages in ${file}, ${shipped} of them in what ships\n`);
