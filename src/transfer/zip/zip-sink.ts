import type { FileSink } from '#archive/files.ts';
import { crc32 } from './crc32.ts';
import { gzipBody } from './gzip-body.ts';
import { dataDescriptor, DEFLATED, directory, localHeader, STORED, type ZipEntry } from './zip-records.ts';

export interface ZipSink extends FileSink {
  /** Writes the directory; the stream stays open. */
  end(): Promise<void>;
}

/** Writes files into a zip as they arrive. Buffers nothing. */
export function createZipSink(to: WritableStream<Uint8Array>, at: Date): ZipSink {
  const writer = to.getWriter();
  const entries: ZipEntry[] = [];
  let offset = 0;
  let written = Promise.resolve();
  /** Returns when what was put before is written, so that the next piece is made meanwhile. */
  const put = async (bytes: Uint8Array): Promise<void> => {
    await written;
    offset += bytes.length;
    written = writer.write(bytes);
    written.catch(() => undefined);
  };
  return {
    async add(name, content) {
      const pieces = content[Symbol.asyncIterator]();
      const first = await pieces.next();
      const packs = first.done !== true && (await shrinks(first.value));
      const method = packs ? DEFLATED : STORED;
      const entry: ZipEntry = {
        name: new TextEncoder().encode(name),
        method,
        crc: 0,
        packedBytes: 0,
        bytes: 0,
        offset,
      };
      await put(localHeader(entry, at));
      const from = offset;
      const bytes = counted(first, pieces, entry);
      if (packs) entry.crc = await gzipBody(bytes, put);
      else
        for await (const piece of bytes) {
          entry.crc = crc32(piece, entry.crc);
          await put(piece);
        }
      entry.packedBytes = offset - from;
      await put(dataDescriptor(entry));
      await written;
      entries.push(entry);
    },
    async end() {
      await put(directory(entries, offset, at));
      await written;
      writer.releaseLock();
    },
  };
}

/** Pictures and PDFs are already compressed. Compressing them again costs most of the time and gains nothing. */
async function shrinks(piece: Uint8Array): Promise<boolean> {
  const sample = piece.slice(0, 64 * 1024);
  const packed = new Blob([sample]).stream().pipeThrough(new CompressionStream('deflate-raw'));
  const { byteLength } = await new Response(packed).arrayBuffer();
  return byteLength < sample.length * 0.95;
}

async function* counted(
  first: IteratorResult<Uint8Array>,
  rest: AsyncIterator<Uint8Array>,
  entry: ZipEntry,
): AsyncGenerator<Uint8Array> {
  try {
    for (let next = first; next.done !== true; next = await rest.next()) {
      entry.bytes += next.value.length;
      yield next.value;
    }
  } finally {
    await rest.return?.();
  }
}
