import { inBatches } from '#core/in-batches.ts';
import { ArchiveError } from '../archive-error.ts';
import type { PackedFile } from '../files.ts';
import type { Importer } from './base/importer.ts';
import { jsonValues } from './base/json-values.ts';
import type { SkipReason } from './base/receipt.ts';
import { isShape, type Shape } from './base/shape.ts';
import { IMPORTERS } from './importers.ts';

export interface PieceFiles {
  /** The pieces in the folders of this name, which count as used afterwards. */
  inFolder(folder: string): Promise<Shape[]>;
  /** Folders with pieces that nothing asked for. */
  unused(): string[];
}

type Skip = (where: string, reason: SkipReason, detail?: string) => void;

/** Opening a small file takes longer than reading it. */
const AT_ONCE = 16;

const rows = Object.values<Importer>(IMPORTERS);
const PIECES = rows.flatMap(({ pieces }) => pieces ?? []);
const ASIDE = rows.flatMap(({ aside }) => aside ?? []);

/** Whether a file is read with a conversation in another file, or not at all. */
export const isNoChat = (name: string): boolean => [...PIECES, ...ASIDE].some((named) => named.test(name));

/** Pieces are many and small. They are read when their conversation asks for them. */
export function pieceFiles(files: readonly PackedFile[], skip: Skip): PieceFiles {
  const folders = Map.groupBy(
    files.filter(({ name }) => PIECES.some((named) => named.test(name))),
    ({ name }) => folderOf(name),
  );
  const byName = Map.groupBy(folders.keys(), (path) => path.slice(path.lastIndexOf('/') + 1));
  const used = new Set<string>();
  return {
    async inFolder(folder) {
      const paths = (byName.get(folder) ?? []).toSorted();
      for (const path of paths) used.add(path);
      const inside = paths.flatMap((path) => (folders.get(path) ?? []).toSorted((a, b) => (a.name < b.name ? -1 : 1)));
      return (await inBatches(inside, AT_ONCE, (file) => valuesIn(file, skip))).flat();
    },
    unused: () => [...folders.keys()].filter((path) => !used.has(path)),
  };
}

const folderOf = (name: string): string => name.slice(0, Math.max(name.lastIndexOf('/'), 0));

async function valuesIn(file: PackedFile, skip: Skip): Promise<Shape[]> {
  const values: Shape[] = [];
  try {
    for await (const read of jsonValues(file.read())) {
      if (!read.ok) skip(file.name, read.isCutOff ? 'cut-off' : 'unreadable', read.isCutOff ? undefined : read.reason);
      else if (isShape(read.value)) values.push(read.value);
    }
  } catch (error) {
    if (!(error instanceof ArchiveError)) throw error;
    skip(file.name, error.code === 'too-large' ? 'too-large' : 'unreadable', error.detail);
  }
  return values;
}
