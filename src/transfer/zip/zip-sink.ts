import type { FileSink } from '#archive/files.ts';
import { ZipWriter } from './zip-library.ts';

export interface ZipSink extends FileSink {
  /** Writes the directory; the stream stays open. */
  end(): Promise<void>;
}

/** Writes files into a zip as they arrive. Buffers nothing. */
export function createZipSink(to: WritableStream<Uint8Array>, at: Date): ZipSink {
  const zip = new ZipWriter(to, { lastModDate: at, extendedTimestamp: false });
  return {
    async add(name, content) {
      const pieces = content[Symbol.asyncIterator]();
      const first = await pieces.next();
      const packs = first.done !== true && (await shrinks(first.value));
      const stream = streamOf(first, pieces);
      await zip.add(name, stream, packs ? {} : { level: 0 });
    },
    async end() {
      await zip.close(undefined, { preventClose: true });
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

function streamOf(first: IteratorResult<Uint8Array>, rest: AsyncIterator<Uint8Array>): ReadableStream<Uint8Array> {
  let next: IteratorResult<Uint8Array> | null = first;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = next ?? (await rest.next());
        next = null;
        if (done === true) controller.close();
        else controller.enqueue(value);
      },
      async cancel() {
        await rest.return?.();
      },
    },
    { highWaterMark: 0 },
  );
}
