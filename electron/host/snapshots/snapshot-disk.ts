import { type FileHandle, statfs } from 'node:fs/promises';

/** Disk operations that can run out of space. */
export interface SnapshotDisk {
  /** Free bytes on the disk of this folder. */
  free(folder: string): Promise<number>;
  /** Writes all bytes, or rejects. */
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
