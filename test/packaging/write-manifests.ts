import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * `node test/packaging/write-manifests.ts VERSION DOWNLOAD HOMEPAGE`: checksums of the installers, and the files of
 * package managers with their versions, addresses and checksums, in `dist/packages`.
 */
const root = fileURLToPath(new URL('../..', import.meta.url));

interface Values {
  version: string;
  /** Folder of the installers on the web. */
  download: string;
  homepage: string;
}

const sha256 = (file: string) => createHash('sha256').update(readFileSync(file)).digest('hex');

/** `{{sha256 FILE}}` is the checksum of an installer. Throws when a file is missing or a place stays open. */
export function fillIn(text: string, values: Values, checksumOf: (name: string) => string): string {
  const named = text
    .replaceAll('{{version}}', values.version)
    .replaceAll('{{download}}', values.download)
    .replaceAll('{{homepage}}', values.homepage);
  const filled = named.replaceAll(/\{\{sha256 ([\w.-]+)\}\}/g, (_, name: string) => checksumOf(name));
  const open = /\{\{[^}]*\}\}/.exec(filled);
  if (open) throw new Error(`no value for ${open[0]}`);
  return filled;
}

export function writeManifests(values: Values, installers: string, out: string): string[] {
  const templates = join(root, 'packaging');
  const names = readdirSync(installers).filter((name) => /\.(AppImage|deb|dmg|exe|rpm|tar\.gz|zip)$/.test(name));
  mkdirSync(out, { recursive: true });
  const sums = names.toSorted().map((name) => `${sha256(join(installers, name))}  ${name}\n`);
  writeFileSync(join(out, 'SHA256SUMS'), sums.join(''));
  const files = readdirSync(templates, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.endsWith('.plist'))
    .map((entry) => join(entry.parentPath, entry.name));
  return files.map((file) => {
    const target = join(out, relative(templates, file));
    mkdirSync(dirname(target), { recursive: true });
    const text = readFileSync(file, 'utf8');
    writeFileSync(
      target,
      fillIn(text, values, (name) => sha256(join(installers, name))),
    );
    return target;
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [version, download, homepage] = process.argv.slice(2);
  if (!version || !download || !homepage) throw new Error('Which VERSION, DOWNLOAD and HOMEPAGE?');
  const values = { version: version.replace(/^v/, ''), download, homepage };
  const written = writeManifests(values, join(root, 'dist/installers'), join(root, 'dist/packages'));
  process.stdout.write(`${written.length} files in dist/packages\n`);
}
