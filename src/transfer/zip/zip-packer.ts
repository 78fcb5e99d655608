import { zipFiles } from './zip-files.ts';
import { createZipSink } from './zip-sink.ts';

/** Packs and unpacks files as one zip, for modules that must not depend on zips. */
export const zipPacker = {
  sink: (to: WritableStream<Uint8Array>) => createZipSink(to, new Date()),
  files: (packed: Blob) => zipFiles(packed),
};
