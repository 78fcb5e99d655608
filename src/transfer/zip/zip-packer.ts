import { zipFiles } from './zip-files.ts';
import { createZipSink } from './zip-sink.ts';

/** Files as one zip, both ways, for whoever must not know of zips. */
export const zipPacker = {
  sink: (to: WritableStream<Uint8Array>) => createZipSink(to, new Date()),
  files: (packed: Blob) => zipFiles(packed),
};
