import type { IncomingMessage } from 'node:http';
import { type Readable, pipeline } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate, createZstdDecompress } from 'node:zlib';

/** With their defaults, decoders pass on each chunk as it arrives and fail on a body that ends too early. */
const DECODERS: Readonly<Record<string, () => NodeJS.ReadWriteStream & Readable>> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
  zstd: createZstdDecompress,
};

/** Returns the uncompressed body. Baton asks for no content coding, but some servers and gateways use one anyway. */
export function decoded(incoming: IncomingMessage): Readable {
  const decoder = DECODERS[(incoming.headers['content-encoding'] ?? '').trim().toLowerCase()]?.();
  // Some servers name a coding for nothing, too.
  if (!decoder || incoming.headers['content-length'] === '0') return incoming;
  // `pipeline` reports errors on the decoder and destroys decoder and source together.
  return pipeline(incoming, decoder, () => undefined);
}
