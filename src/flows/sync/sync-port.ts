import type { SyncHost } from '#host-client/host-api.ts';

/** The remote as the page reaches it: through its host, which encrypts and decrypts. */
export interface SyncPort {
  /** The numbers of each device's objects, in order; for devices in `after`, only later numbers. */
  list(after: Readonly<Record<string, number>>): Promise<Record<string, number[]>>;
  read(device: string, counter: number): Promise<string>;
  /** `false` when an object with that number exists. */
  write(device: string, counter: number, text: string): Promise<boolean>;
  /** How many parts a complete attachment has there; 0 when it isn't complete. */
  blobParts(hash: string): Promise<number>;
  readBlob(hash: string, part: number, of: number): Promise<Blob>;
  writeBlob(hash: string, part: number, of: number, bytes: Blob): Promise<void>;
}

export function toSyncPort(host: SyncHost): SyncPort {
  return {
    ...host,
    write: (device, counter, text) => host.write(device, counter, { text }),
    async writeBlob(hash, part, of, blob) {
      await host.writeBlob(hash, part, of, new Uint8Array(await blob.arrayBuffer()));
    },
  };
}
