import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** `npm run sbom`: the components of the app, from the lockfile, as CycloneDX in `dist/baton.cdx.json`. */
const root = fileURLToPath(new URL('../..', import.meta.url));
const npm = process.env['npm_execpath'];
const args = ['sbom', '--sbom-format', 'cyclonedx', '--sbom-type', 'application', '--package-lock-only'];
const text = execFileSync(npm ? process.execPath : 'npm', [...(npm ? [npm] : []), ...args], {
  cwd: root,
  encoding: 'utf8',
  maxBuffer: 64 * 1024 ** 2,
});
const { components } = JSON.parse(text) as { components: unknown[] };
const file = join(root, 'dist', 'baton.cdx.json');
mkdirSync(join(root, 'dist'), { recursive: true });
writeFileSync(file, text);
process.stdout.write(`${components.length} packages in ${file}\n`);
