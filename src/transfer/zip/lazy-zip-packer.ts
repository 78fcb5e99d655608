import type { FileSink, PackedFile } from '#archive/files.ts';

const load = async () => (await import('./zip-packer.ts')).zipPacker;

/** Loads the zip library on first use, since it is rarely needed. */
export const lazyZipPacker = {
  sink: async (to: WritableStream<Uint8Array>): Promise<FileSink & { end(): Promise<void> }> => (await load()).sink(to),
  files: async (packed: Blob): Promise<PackedFile[]> => (await load()).files(packed),
};
