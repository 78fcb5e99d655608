import type { FileSink, PackedFile } from '#archive/files.ts';

const load = async () => (await import('./zip-packer.ts')).zipPacker;

/** Zips for who hardly ever needs one: the library comes with the first. */
export const lazyZipPacker = {
  sink: async (to: WritableStream<Uint8Array>): Promise<FileSink & { end(): Promise<void> }> => (await load()).sink(to),
  files: async (packed: Blob): Promise<PackedFile[]> => (await load()).files(packed),
};
