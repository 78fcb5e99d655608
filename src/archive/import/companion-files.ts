import { ArchiveError } from '../archive-error.ts';
import type { PackedFile } from '../files.ts';
import type { CompanionFile, Importer } from './base/importer.ts';
import { IMPORTERS } from './importers.ts';
import { jsonValues } from './base/json-values.ts';
import { isShape, type Shape } from './base/shape.ts';

export interface CompanionFiles {
  /** Names of the companion files. */
  names: ReadonlySet<string>;
  /** What they say about an id, which counts as used afterwards. */
  get(id: string): Shape | null;
  unused(): { file: string; name: string }[];
}

const KINDS: readonly CompanionFile[] = Object.values<Importer>(IMPORTERS).flatMap(({ beside }) =>
  beside ? [beside] : [],
);

/** Companion files are small, and read before all others. */
export async function readCompanions(files: readonly PackedFile[]): Promise<CompanionFiles> {
  const names = new Set<string>();
  const found = new Map<string, { value: Shape; file: string; name: string; isOptional: boolean }>();
  const used = new Set<string>();
  for (const file of files) {
    const kinds = KINDS.filter(({ named }) => named.test(file.name));
    if (kinds.length === 0) continue;
    try {
      let kind: CompanionFile | undefined;
      for await (const read of jsonValues(file.read())) {
        if (!read.ok || !isShape(read.value)) continue;
        const { value } = read;
        kind ??= kinds.find((one) => one.matches(value));
        if (!kind) break;
        names.add(file.name);
        const id = kind.idOf(value);
        if (id !== '')
          found.set(id, { value, file: file.name, name: kind.nameOf(value), isOptional: kind.isOptional ?? false });
      }
    } catch (error) {
      // It's read again with the other files, which reports the problem.
      if (!(error instanceof ArchiveError)) throw error;
      names.delete(file.name);
    }
  }
  return {
    names,
    get(id) {
      used.add(id);
      return found.get(id)?.value ?? null;
    },
    unused: () =>
      [...found].flatMap(([id, { file, name, isOptional }]) => (isOptional || used.has(id) ? [] : [{ file, name }])),
  };
}
