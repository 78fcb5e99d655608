import { ArchiveError } from './archive-error.ts';

/*
 * The container of an archive or an export: a zip, a folder, or a single file. Each of them implements these two
 * interfaces.
 */

export interface FileReadOptions {
  /** The reader compares a hash of the bytes, so that the container need not compare its own sum of them. */
  isHashed?: boolean;
}

export interface PackedFile {
  /** With `/` between folders. */
  name: string;
  /** As declared by the container; not verified yet. */
  bytes: number;
  /** Compressed size in the container; absent if the file isn't compressed. */
  packedBytes?: number;
  /** A symbolic link: its bytes are a path. */
  link?: true;
  /** Packed as a program. */
  executable?: true;
  read(options?: FileReadOptions): AsyncIterable<Uint8Array>;
}

export interface FileSink {
  /** Files are added one at a time: call again only after the previous file is complete. */
  add(name: string, content: AsyncIterable<Uint8Array>): Promise<void>;
}

export interface FileLimits {
  files: number;
  /** Of one file, uncompressed. */
  fileBytes: number;
  /** Of all files together, uncompressed. */
  totalBytes: number;
  /** Maximum compression ratio of a file, and of all files together, once they are larger than `ratioFrom`. */
  ratio: number;
  ratioFrom: number;
}

const GIB = 1024 ** 3;

/**
 * Chat text compresses to a tenth, rarely to a fiftieth; a zip bomb to a thousandth. So does a tool output that repeats
 * one letter, and that must not keep a conversation from being restored. Nothing is held in memory as a whole, so only
 * large files are suspected.
 */
export const FILE_LIMITS: FileLimits = {
  files: 1_000_000,
  fileBytes: 8 * GIB,
  totalBytes: 64 * GIB,
  ratio: 200,
  ratioFrom: 256 * 1024 ** 2,
};

const NAME_LENGTH = 1_000;

/**
 * Returns the files by name. Each can be read only up to its declared size and the limits. Names are never used to
 * write anywhere, but a name that could escape the folder still refuses the entire container.
 */
export function guardFiles(
  files: readonly PackedFile[],
  limits: FileLimits = FILE_LIMITS,
): ReadonlyMap<string, PackedFile> {
  if (files.length > limits.files) throw new ArchiveError('too-large', `${files.length} files`);
  const guarded = new Map<string, PackedFile>();
  let total = 0;
  let packed = 0;
  for (const file of files) {
    const problem = problemOfName(file.name);
    if (problem) throw new ArchiveError('unsafe-name', `${problem}: ${JSON.stringify(file.name.slice(0, 200))}`);
    if (guarded.has(file.name)) throw new ArchiveError('unsafe-name', `twice: ${JSON.stringify(file.name)}`);
    total += file.bytes;
    packed += file.packedBytes ?? file.bytes;
    if (!(file.bytes >= 0 && file.bytes <= limits.fileBytes) || total > limits.totalBytes)
      throw new ArchiveError('too-large', `${file.name} has ${file.bytes} bytes`);
    if (file.packedBytes !== undefined && isBomb(file.bytes, file.packedBytes, limits))
      throw new ArchiveError('too-large', `${file.name} unpacks from ${file.packedBytes} to ${file.bytes} bytes`);
    guarded.set(file.name, { ...file, read: (options) => readDeclared(file, options) });
  }
  if (isBomb(total, packed, limits)) throw new ArchiveError('too-large', `${total} bytes out of ${packed}`);
  return guarded;
}

function isBomb(bytes: number, packed: number, limits: FileLimits): boolean {
  return bytes > limits.ratioFrom && bytes > packed * limits.ratio;
}

function problemOfName(name: string): string | null {
  if (name === '' || name.length > NAME_LENGTH) return 'length';
  if (name.startsWith('/') || /^[a-z]:/i.test(name)) return 'absolute';
  if (name.includes('\\')) return 'backslash';
  if (hasControl(name)) return 'control character';
  return name.split('/').some((step) => step === '..' || step === '.') ? 'leads elsewhere' : null;
}

function hasControl(name: string): boolean {
  return /\p{Cc}/u.test(name);
}

/** A container can declare less than it contains, so reading stops at the declared size. */
async function* readDeclared(file: PackedFile, options?: FileReadOptions): AsyncGenerator<Uint8Array> {
  let read = 0;
  for await (const piece of file.read(options)) {
    read += piece.length;
    if (read > file.bytes) throw new ArchiveError('too-large', `${file.name} is larger than its ${file.bytes} bytes`);
    yield piece;
  }
  if (read < file.bytes) throw new ArchiveError('damaged', `${file.name} has ${read} of ${file.bytes} bytes`);
}
