import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * `node test/packaging/write-manifests.ts VERSION DOWNLOAD HOMEPAGE`: checksums of the installers, and the files of
 * package managers with their versions, addresses and checksums, in `dist/packages`. Without arguments, as in `npm run package`,
 * it leaves out those whose installers another system makes.
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

/** The folders of `packaging` that belong to package managers. */
const MANAGERS = ['aur', 'flatpak', 'homebrew', 'winget'];

/** The installers that these files name, which `installers` doesn't hold. */
function findMissing(files: readonly string[], values: Values, installers: string): string[] {
  const missing: string[] = [];
  for (const file of files)
    fillIn(readFileSync(file, 'utf8'), values, (name) => {
      if (!existsSync(join(installers, name))) missing.push(name);
      return '';
    });
  return missing;
}

/** Writes what can be written, and returns it. `all`: throws where an installer is missing. */
export function writeManifests(values: Values, installers: string, out: string, all = true): string[] {
  const templates = join(root, 'packaging');
  const names = readdirSync(installers).filter(
    (name) => name.includes(`-${values.version}-`) && /\.(AppImage|deb|dmg|exe|rpm|tar\.gz|zip)$/.test(name),
  );
  mkdirSync(out, { recursive: true });
  const sums = names.toSorted().map((name) => `${sha256(join(installers, name))}  ${name}\n`);
  writeFileSync(join(out, 'SHA256SUMS'), sums.join(''));
  const files = MANAGERS.flatMap((manager) => {
    const own = readdirSync(join(templates, manager)).map((name) => join(templates, manager, name));
    return all || findMissing(own, values, installers).length === 0 ? own : [];
  });
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
  const given = process.argv.slice(2);
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
  const project = process.env['BATON_HOMEPAGE'] ?? 'https://baton.invalid';
  const here = [manifest.version, `${project}/releases/download/v${manifest.version}`, project];
  const [version, download, homepage] = given.length === 0 ? here : given;
  if (!version || !download || !homepage) throw new Error('Which VERSION, DOWNLOAD and HOMEPAGE?');
  const values = { version: version.replace(/^v/, ''), download, homepage };
  const [installers, out] = [join(root, 'dist/installers'), join(root, 'dist/packages')];
  const written = writeManifests(values, installers, out, given.length > 0);
  process.stdout.write(`${written.length} files in dist/packages\n`);
}
