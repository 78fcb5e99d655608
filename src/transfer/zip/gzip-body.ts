import { joined } from './zip-records.ts';

const HEADER_BYTES = 10;
/** CRC-32 of the unpacked bytes, and their number. */
const TRAILER_BYTES = 8;

/** The platform packs into small pieces, and each write costs as much as packing some of them. */
const LEAST_PUT_BYTES = 256 * 1024;

/** Packs bytes as a zip has them, and returns their CRC-32. A gzip has both, and the platform's sum is the fastest. */
export async function gzipBody(
  bytes: AsyncIterator<Uint8Array>,
  put: (packed: Uint8Array) => Promise<void>,
): Promise<number> {
  let pieces: Uint8Array[] = [];
  let length = 0;
  let header = HEADER_BYTES;
  /** Puts all but the trailer, and returns that. */
  const flush = async (): Promise<Uint8Array<ArrayBuffer>> => {
    const all = joined(pieces);
    await put(all.subarray(header, -TRAILER_BYTES));
    header = 0;
    return all.slice(-TRAILER_BYTES);
  };
  for await (const piece of streamOf(bytes).pipeThrough(new CompressionStream('gzip'))) {
    pieces.push(piece);
    length += piece.length;
    if (length < LEAST_PUT_BYTES) continue;
    pieces = [await flush()];
    length = TRAILER_BYTES;
  }
  return new DataView((await flush()).buffer).getUint32(0, true);
}

function streamOf(pieces: AsyncIterator<Uint8Array>): ReadableStream<BufferSource> {
  return new ReadableStream<BufferSource>(
    {
      async pull(controller) {
        const { done, value } = await pieces.next();
        if (done === true) controller.close();
        else controller.enqueue(value as Uint8Array<ArrayBuffer>);
      },
      async cancel() {
        await pieces.return?.();
      },
    },
    { highWaterMark: 0 },
  );
}
