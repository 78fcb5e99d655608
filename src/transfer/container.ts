import type { PackedFile } from '#archive/files.ts';
import { MANIFEST_FILE } from '#archive/manifest.ts';
import { inBatches } from '#core/in-batches.ts';
import type { PickedFile } from './transfer-messages.ts';
import { zipFiles } from './zip/zip-files.ts';

/** The chosen files: those in zips, those of a folder, or a single file. */
export interface Container {
  name: string;
  files: PackedFile[];
}

const ZIP = [0x50, 0x4b] as const;

/** Opening a file takes longer than reading its first bytes, and a folder may have a hundred thousand. */
const AT_ONCE = 64;

/** A zip is recognized by its first bytes. If there are several, each becomes its own folder. */
export async function openContainer(picked: readonly PickedFile[]): Promise<Container> {
  const [first] = picked;
  const name = first === undefined ? '' : picked.length === 1 ? first.file.name : rootOf(first.path);
  if (first && picked.length === 1 && (await isZip(first.file)))
    return { name, files: withoutRoot(await zipFiles(first.file)) };
  const files: PackedFile[] = [];
  const zips = await inBatches(picked, AT_ONCE, ({ file }) => isZip(file));
  for (const [index, { file, path }] of picked.entries()) {
    if (zips[index]) files.push(...(await zipFiles(file)).map((one) => ({ ...one, name: `${path}/${one.name}` })));
    else files.push(plainFile(file, path));
  }
  return { name, files: withoutRoot(files) };
}

async function isZip(file: Blob): Promise<boolean> {
  const start = new Uint8Array(await file.slice(0, 4).arrayBuffer());
  const [, , third = 0, fourth = 0] = start;
  // The first file of a zip, or the end record of an empty one.
  return (
    ZIP.every((byte, at) => start[at] === byte) && ((third === 3 && fourth === 4) || (third === 5 && fourth === 6))
  );
}

function plainFile(file: File, path: string): PackedFile {
  return { name: path, bytes: file.size, read: () => file.stream() };
}

const rootOf = (path: string): string => path.split('/')[0] ?? path;

/** Removes the root folder of an archive that was unpacked and chosen as a folder, or packed again with its folder. */
function withoutRoot(files: PackedFile[]): PackedFile[] {
  const [first] = files;
  if (!first || files.some(({ name }) => name === MANIFEST_FILE)) return files;
  const root = `${rootOf(first.name)}/`;
  const inRoot = files.every(({ name }) => name.startsWith(root));
  if (!inRoot || !files.some(({ name }) => name === `${root}${MANIFEST_FILE}`)) return files;
  return files.map((file) => ({ ...file, name: file.name.slice(root.length) }));
}

/** Wraps the files: the signal stops reading, and `onBytes` is called with the number of bytes read. */
export function watchedFiles(
  files: readonly PackedFile[],
  signal: AbortSignal,
  onBytes: (bytes: number) => void,
): PackedFile[] {
  return files.map((file) => ({
    ...file,
    async *read(options) {
      for await (const piece of file.read(options)) {
        signal.throwIfAborted();
        onBytes(piece.length);
        yield piece;
      }
    },
  }));
}

export function bytesOf(files: readonly PackedFile[]): number {
  return files.reduce((sum, { bytes }) => sum + bytes, 0);
}
