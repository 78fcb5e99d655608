import { type FileHandle, statfs } from 'node:fs/promises';

/** What of the disk can run out. */
export interface SnapshotDisk {
  /** Bytes that may still be written where this folder is. */
  free(folder: string): Promise<number>;
  /** All of the bytes, or it rejects. */
  write(file: FileHandle, bytes: Uint8Array, at: number): Promise<void>;
}

export const systemDisk: SnapshotDisk = {
  async free(folder) {
    const { bavail, bsize } = await statfs(folder);
    return bavail * bsize;
  },
  async write(file, bytes, at) {
    let written = 0;
    while (written < bytes.length)
      written += (await file.write(bytes, written, bytes.length - written, at + written)).bytesWritten;
  },
};
