import { ArchiveError } from '#archive/archive-error.ts';
import { zipError } from './zip-error.ts';
import type { FileEntry } from './zip-library.ts';

const SIGNATURE = 0x04034b50;
const HEADER_BYTES = 30;
/** Flags that say how the bytes are to be read: locked, sizes behind them, names in UTF-8. */
const READING_FLAGS = 0b1000_0100_1001;
const DEFLATED = 8;

/**
 * The bytes of a file, for readers that compare a hash. As the library reads them, they pass a dozen streams and are
 * copied twice.
 */
export async function* readHashed(zip: Blob, entry: FileEntry): AsyncGenerator<Uint8Array> {
  try {
    const from = await startOf(zip, entry);
    const packed = zip.slice(from, from + entry.compressedSize).stream();
    yield* entry.compressionMethod === DEFLATED ? packed.pipeThrough(new DecompressionStream('deflate-raw')) : packed;
  } catch (error) {
    throw zipError(error, entry.filename);
  }
}

/** Behind the header in front of the bytes, which must say the same as the directory. */
async function startOf(zip: Blob, { offset, rawBitFlag = 0, compressionMethod, filename }: FileEntry): Promise<number> {
  const header = new DataView(await zip.slice(offset, offset + HEADER_BYTES).arrayBuffer());
  const sameFlags = (flags: number) => ((flags ^ rawBitFlag) & READING_FLAGS) === 0;
  if (
    header.byteLength < HEADER_BYTES ||
    header.getUint32(0, true) !== SIGNATURE ||
    !sameFlags(header.getUint16(6, true)) ||
    header.getUint16(8, true) !== compressionMethod
  )
    throw new ArchiveError('damaged', `header of ${filename}`);
  return offset + HEADER_BYTES + header.getUint16(26, true) + header.getUint16(28, true);
}
