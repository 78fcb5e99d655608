import type { IncomingMessage } from 'node:http';
import { type Readable, pipeline } from 'node:stream';
import { constants, createBrotliDecompress, createGunzip, createInflate, createZstdDecompress } from 'node:zlib';

/** Whatever has arrived is handed on at once: a stream of events must not wait for a full block. */
const AT_ONCE = { flush: constants.Z_SYNC_FLUSH, finishFlush: constants.Z_SYNC_FLUSH };
const BROTLI_AT_ONCE = { flush: constants.BROTLI_OPERATION_FLUSH, finishFlush: constants.BROTLI_OPERATION_FLUSH };

const DECODERS: Readonly<Record<string, () => NodeJS.ReadWriteStream & Readable>> = {
  gzip: () => createGunzip(AT_ONCE),
  'x-gzip': () => createGunzip(AT_ONCE),
  deflate: () => createInflate(AT_ONCE),
  br: () => createBrotliDecompress(BROTLI_AT_ONCE),
  zstd: () => createZstdDecompress(),
};

/** The body as it was before it was compressed. Baton asks for no coding; some servers and gateways use one all the same. */
export function decoded(incoming: IncomingMessage): Readable {
  const decoder = DECODERS[(incoming.headers['content-encoding'] ?? '').trim().toLowerCase()]?.();
  if (!decoder) return incoming;
  // Failures come out of the decoder, which is destroyed with its source, and the other way round.
  return pipeline(incoming, decoder, () => undefined);
}
