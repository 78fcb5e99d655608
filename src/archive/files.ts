import { ArchiveError } from './archive-error.ts';

/*
 * What holds the files of an archive or an export: a zip, a folder, or one file alone. Whatever packs them stands behind
 * these two interfaces.
 */

export interface PackedFile {
  /** With `/` between folders. */
  name: string;
  /** As the container declares it; nobody has counted yet. */
  bytes: number;
  /** What it takes in the container; absent where nothing is packed. */
  packedBytes?: number;
  read(): AsyncIterable<Uint8Array>;
}

export interface FileSink {
  /** One after the other: the next file is added when this one is whole. */
  add(name: string, content: AsyncIterable<Uint8Array>): Promise<void>;
}

export interface FileLimits {
  files: number;
  /** Of one file, unpacked. */
  fileBytes: number;
  /** Of all files together, unpacked. */
  totalBytes: number;
  /** How many times larger than packed a file, and all of them together, may be, once they are larger than `ratioFrom`. */
  ratio: number;
  ratioFrom: number;
}

const GIB = 1024 ** 3;

/**
 * Text of chats packs to a tenth, rarely to a fiftieth; a bomb to a thousandth. A tool's output of one letter does too, and
 * must not keep a conversation from coming back: nothing is held in memory whole, so only what is large is suspected.
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
 * The files by name, each of which can be read only as far as it was declared and allowed. Names are never used to write
 * anywhere; those that could lead out of a folder are refused all the same, with everything they came in.
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
    guarded.set(file.name, { ...file, read: () => readDeclared(file) });
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

/** A container can declare less than it holds: reading stops there instead of going on without end. */
async function* readDeclared(file: PackedFile): AsyncGenerator<Uint8Array> {
  let read = 0;
  for await (const piece of file.read()) {
    read += piece.length;
    if (read > file.bytes) throw new ArchiveError('too-large', `${file.name} is larger than its ${file.bytes} bytes`);
    yield piece;
  }
  if (read < file.bytes) throw new ArchiveError('damaged', `${file.name} has ${read} of ${file.bytes} bytes`);
}
