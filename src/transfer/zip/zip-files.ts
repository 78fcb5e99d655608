import { ArchiveError } from '#archive/archive-error.ts';
import { FILE_LIMITS, type FileLimits, type PackedFile } from '#archive/files.ts';
import { zipError } from './zip-error.ts';
import { BlobReader, ZipReader, type Entry, type FileEntry } from './zip-library.ts';

const STORED = 0;
const DEFLATED = 8;
/**
 * Length of the header before the bytes of a file, without its name. Extra fields after the name only make it longer.
 */
const HEADER_BYTES = 30;

/**
 * The files of a zip, read only from the directory at its end. Rejects files that would fail later (encrypted,
 * unsupported compression) and files that share bytes, which only zip bombs do.
 */
export async function zipFiles(zip: Blob, limits: FileLimits = FILE_LIMITS): Promise<PackedFile[]> {
  const reader = new ZipReader(new BlobReader(zip), {
    // Names are not used as paths here. `guardFiles` checks them, whatever packed them.
    filenameValidation: 'tolerant',
    // Some programs on Windows write backslashes, which the format does not allow.
    normalizeFilename: (name) => name.replaceAll('\\', '/'),
  });
  const files: FileEntry[] = [];
  try {
    for await (const entry of reader.getEntriesGenerator()) {
      if (isOurs(entry)) files.push(entry);
      if (files.length > limits.files) throw new ArchiveError('too-large', `more than ${limits.files} files`);
    }
  } catch (error) {
    throw zipError(error, 'directory');
  }
  refuseShared(files, zip.size);
  return files.map((entry) => ({
    name: entry.filename,
    bytes: entry.uncompressedSize,
    packedBytes: entry.compressedSize,
    ...(entry.symlink && { link: true }),
    ...(entry.executable && { executable: true }),
    read: ({ isHashed = false } = {}) => readEntry(entry, !isHashed),
  }));
}

/** Folders have no bytes. The extra files that macOS adds are not the user's. */
function isOurs(entry: Entry): entry is FileEntry {
  if (entry.directory || /(^|\/)(__MACOSX\/|\.DS_Store$)/.test(entry.filename)) return false;
  if (entry.encrypted) throw new ArchiveError('encrypted', entry.filename);
  if (entry.compressionMethod !== STORED && entry.compressionMethod !== DEFLATED)
    throw new ArchiveError('compression', `${entry.filename}: method ${entry.compressionMethod}`);
  return true;
}

function refuseShared(files: readonly FileEntry[], size: number): void {
  let free = 0;
  for (const { offset, rawFilename, compressedSize, filename } of files.toSorted((a, b) => a.offset - b.offset)) {
    if (offset < free) throw new ArchiveError('damaged', `${filename} shares bytes with another file`);
    free = offset + HEADER_BYTES + rawFilename.length + compressedSize;
    if (free > size) throw new ArchiveError('damaged', `${filename} goes on after the end`);
  }
}

/** Unpacks the bytes of a file. When the reader stops, unpacking stops. */
async function* readEntry(entry: FileEntry, checkCrc32: boolean): AsyncGenerator<Uint8Array> {
  const stop = new AbortController();
  let resume = () => undefined as void;
  yield* new ReadableStream<Uint8Array>({
    start(controller) {
      const writable = new WritableStream<Uint8Array>({
        write(piece) {
          controller.enqueue(piece);
          if ((controller.desiredSize ?? 0) > 0) return undefined;
          return new Promise<void>((resolve) => {
            resume = resolve;
          });
        },
      });
      entry.getData(writable, { checkCrc32, signal: stop.signal }).then(
        () => controller.close(),
        (error: unknown) => controller.error(zipError(error, entry.filename)),
      );
    },
    pull: () => resume(),
    cancel() {
      stop.abort();
      resume();
    },
  });
}
