import type { PickedFile } from '#transfer/transfer-messages.ts';

/** Anything deeper or larger is a mistake, or made to keep the page busy. */
const MAX_DEPTH = 32;
const MAX_FILES = 200_000;

/**
 * Reads all dropped files, including those in folders. It starts at once, because the event's data is gone after the
 * event.
 */
export async function readDropped(
  transfer: Pick<DataTransfer, 'items' | 'files'>,
): Promise<readonly (File | PickedFile)[]> {
  const entries = [...transfer.items].flatMap((item) => {
    const entry = item.kind === 'file' ? item.webkitGetAsEntry() : null;
    return entry ? [entry] : [];
  });
  if (!entries.some(({ isDirectory }) => isDirectory)) return [...transfer.files];
  const found: PickedFile[] = [];
  await collect(entries, found, 0);
  return found;
}

async function collect(entries: readonly FileSystemEntry[], found: PickedFile[], depth: number): Promise<void> {
  for (const entry of entries) {
    if (depth > MAX_DEPTH || found.length >= MAX_FILES) throw new RangeError('too many files, or too deep a folder');
    if (isFile(entry)) found.push({ file: await fileOf(entry), path: entry.fullPath.replace(/^\//, '') });
    else if (isFolder(entry)) await collect(await entriesOf(entry), found, depth + 1);
  }
}

const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile;
const isFolder = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory;

const fileOf = (entry: FileSystemFileEntry): Promise<File> =>
  new Promise((resolve, reject) => {
    entry.file(resolve, reject);
  });

/** A reader returns about a hundred entries at a time, and none at the end. */
async function entriesOf(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader();
  const all: FileSystemEntry[] = [];
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) => {
      reader.readEntries(resolve, reject);
    });
    if (some.length === 0) return all;
    all.push(...some);
  }
}
