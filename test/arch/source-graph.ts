import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, posix, relative, sep } from 'node:path';
import { type Program, parseSync } from 'oxc-parser';

export interface Import {
  /** As written in the import. */
  specifier: string;
  /** Path inside the tree for own modules; `null` for packages and node builtins. */
  target: string | null;
  typeOnly: boolean;
  dynamic: boolean;
}

export interface SourceFile {
  /** Path inside the tree, with forward slashes. */
  path: string;
  text: string;
  program: Program;
  imports: Import[];
}

const SOURCE = /\.(ts|tsx|mts|cts)$/;

function listFiles(root: string, folder: string): string[] {
  const at = join(root, folder);
  if (!existsSync(at)) return [];
  return readdirSync(at, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && SOURCE.test(entry.name))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .toSorted();
}

/** Resolves `#core/x.ts` and relative addresses to a path inside the tree; `null` for anything outside. */
function resolve(importer: string, specifier: string, aliases: ReadonlyMap<string, string>): string | null {
  if (specifier.startsWith('.')) return posix.normalize(posix.join(dirname(importer), specifier));
  for (const [prefix, folder] of aliases)
    if (specifier.startsWith(prefix)) return folder + specifier.slice(prefix.length);
  return null;
}

function readAliases(root: string): Map<string, string> {
  const text = readFileSync(join(root, 'package.json'), 'utf8');
  const { imports = {} } = JSON.parse(text) as { imports?: Record<string, string> };
  return new Map(
    Object.entries(imports).map(([key, value]) => [
      key.replace(/\*$/, ''),
      value.replace(/^\.\//, '').replace(/\*$/, ''),
    ]),
  );
}

/** Reads and parses every TypeScript file below the given folders of a tree that has a package.json. */
export function readSources(root: string, folders: readonly string[]): SourceFile[] {
  const aliases = readAliases(root);
  return folders
    .flatMap((folder) => listFiles(root, folder))
    .map((path) => {
      const text = readFileSync(join(root, path), 'utf8');
      const parsed = parseSync(path, text);
      if (parsed.errors.length > 0) throw new Error(`${path} does not parse: ${parsed.errors[0]?.message ?? ''}`);
      const imports: Import[] = [];
      const add = (specifier: string, typeOnly: boolean, dynamic: boolean) =>
        imports.push({ specifier, target: resolve(path, specifier, aliases), typeOnly, dynamic });
      for (const entry of parsed.module.staticImports)
        add(entry.moduleRequest.value, entry.entries.length > 0 && entry.entries.every((one) => one.isType), false);
      for (const entry of parsed.module.staticExports)
        for (const one of entry.entries) if (one.moduleRequest) add(one.moduleRequest.value, one.isType, false);
      for (const entry of parsed.module.dynamicImports) {
        const literal = text.slice(entry.moduleRequest.start, entry.moduleRequest.end);
        if (/^(['"]).*\1$/.test(literal)) add(literal.slice(1, -1), false, true);
      }
      return { path, text, program: parsed.program, imports };
    });
}
