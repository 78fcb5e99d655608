import type { IncomingMessage } from 'node:http';
import { type Readable, pipeline } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate, createZstdDecompress } from 'node:zlib';

/** With their defaults they hand on what has arrived, and fail on a body that ends too early. */
const DECODERS: Readonly<Record<string, () => NodeJS.ReadWriteStream & Readable>> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
  zstd: createZstdDecompress,
};

/** The body as it was before it was compressed. Baton asks for no coding; some servers and gateways use one all the same. */
export function decoded(incoming: IncomingMessage): Readable {
  const decoder = DECODERS[(incoming.headers['content-encoding'] ?? '').trim().toLowerCase()]?.();
  if (!decoder) return incoming;
  // Failures come out of the decoder, which is destroyed with its source, and the other way round.
  return pipeline(incoming, decoder, () => undefined);
}
