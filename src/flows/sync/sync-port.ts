/** The place as the page reaches it: through its host, which seals what goes and opens what comes. */
export interface SyncPort {
  /** Of each machine the numbers of its objects, in order; of those in `after` only what is behind. */
  list(after: Readonly<Record<string, number>>): Promise<Record<string, number[]>>;
  read(device: string, counter: number): Promise<string>;
  /** false when there is one of that number already. */
  write(device: string, counter: number, text: string): Promise<boolean>;
  /** In how many parts an attachment is there whole; 0 when it is not. */
  blobParts(hash: string): Promise<number>;
  readBlob(hash: string, part: number, of: number): Promise<Uint8Array<ArrayBuffer>>;
  writeBlob(hash: string, part: number, of: number, bytes: Blob): Promise<void>;
}
