import { createHash } from 'node:crypto';
import { open, rm } from 'node:fs/promises';
import type { NewSnapshot } from '#contract/snapshot.ts';
import { isDiskFull } from '../base/private-file.ts';
import { HostError } from '../base/problem.ts';
import { createQueue } from '../base/serialize.ts';
import type { SnapshotDisk } from './snapshot-disk.ts';

/** A snapshot that is on its way. A part counts whole or not at all, so it can be sent again. */
export interface Upload {
  readonly id: string;
  readonly given: NewSnapshot;
  /** When something of it came last. */
  readonly touchedAt: number;
  /** How much there is then. `snapshot_mismatch` when something before it is missing. */
  add(at: number, bytes: Uint8Array): Promise<number>;
  /** Closes the file, which is on disk then; what was counted of it. */
  finish(): Promise<{ bytes: number; sha256: string }>;
  /** Leaves nothing behind. */
  abandon(): Promise<void>;
}

export interface UploadDeps {
  /** Where it grows. */
  path: string;
  disk: SnapshotDisk;
  now(): number;
  /** Throws when a file of this size may not be. */
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
        // Sent once more because the answer was lost.
        if (at + bytes.length <= received) return received;
        if (at !== received)
          throw new HostError('snapshot_mismatch', `${received} bytes are here, and these are ${at} on.`);
        await deps.mayHold(received + bytes.length);
        try {
          await deps.disk.write(file, bytes, received);
        } catch (error) {
          // What was written of the part is written over by the next one, or cut off at the end.
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
