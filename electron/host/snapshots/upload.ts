import { createHash } from 'node:crypto';
import { open, rm } from 'node:fs/promises';
import type { NewSnapshot } from '#contract/snapshot.ts';
import { isDiskFull } from '../base/private-file.ts';
import { HostError } from '../base/problem.ts';
import { createQueue } from '../base/serialize.ts';
import type { SnapshotDisk } from './snapshot-disk.ts';

/** A snapshot being uploaded. A part counts completely or not at all, so it can be sent again. */
export interface Upload {
  readonly id: string;
  readonly given: NewSnapshot;
  /** When data last arrived. */
  readonly touchedAt: number;
  /** Returns the number of bytes received. Throws `snapshot_mismatch` when earlier bytes are missing. */
  add(at: number, bytes: Uint8Array): Promise<number>;
  /** Flushes the file to disk, closes it, and returns the size and hash of what was received. */
  finish(): Promise<{ bytes: number; sha256: string }>;
  /** Removes the file. */
  abandon(): Promise<void>;
}

export interface UploadDeps {
  /** Path of the growing file. */
  path: string;
  disk: SnapshotDisk;
  now(): number;
  /** Throws when a file of this size is not allowed. */
  mayHold(bytes: number): Promise<void>;
}

export async function openUpload(id: string, given: NewSnapshot, deps: UploadDeps): Promise<Upload> {
  const file = await open(deps.path, 'wx', 0o600);
  const hash = createHash('sha256');
  const enqueue = createQueue();
  let received = 0;
  let touchedAt = deps.now();
  let ended = false;

  async function close(): Promise<void> {
    if (ended) return;
    ended = true;
    await file.close();
  }

  return {
    id,
    given,
    get touchedAt() {
      return touchedAt;
    },
    add: (at, bytes) =>
      enqueue(async () => {
        touchedAt = deps.now();
        if (ended) throw new HostError('unknown_snapshot');
        // The part was sent again because the answer was lost.
        if (at + bytes.length <= received) return received;
        if (at !== received)
          throw new HostError('snapshot_mismatch', `${received} bytes are here, and these are ${at} on.`);
        await deps.mayHold(received + bytes.length);
        try {
          await deps.disk.write(file, bytes, received);
        } catch (error) {
          // The next part overwrites what was written of this one, or it is cut off at the end.
          if (isDiskFull(error)) throw new HostError('disk_full', undefined, { cause: error });
          throw error;
        }
        hash.update(bytes);
        received += bytes.length;
        return received;
      }),
    finish: () =>
      enqueue(async () => {
        touchedAt = deps.now();
        if (ended) throw new HostError('unknown_snapshot');
        try {
          await file.truncate(received);
          await file.sync();
        } finally {
          await close();
        }
        return { bytes: received, sha256: hash.digest('hex') };
      }),
    abandon: () =>
      enqueue(async () => {
        await close();
        await rm(deps.path, { force: true });
      }),
  };
}
