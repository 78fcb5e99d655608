import { createHash } from 'node:crypto';
import { open, rm } from 'node:fs/promises';
import type { NewSnapshot } from '#contract/snapshot.ts';
import { type ChunkSealer, newChunkSealer, takeChunks } from '../at-rest/sealed-stream.ts';
import type { DataKey } from '../base/at-rest-keys.ts';
import { isDiskFull } from '../base/private-file.ts';
import { HostError } from '../base/problem.ts';
import { createQueue } from '../base/serialize.ts';
import type { SnapshotDisk } from './snapshot-disk.ts';
import { sealedNameOf } from './snapshot-folder.ts';

/** A snapshot being uploaded. A part counts completely or not at all, so it can be sent again. */
export interface Upload {
  readonly id: string;
  readonly given: NewSnapshot;
  /** The file is encrypted. */
  readonly sealed: boolean;
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
  /** What it is encrypted under; `null` for a plain file. */
  key: DataKey | null;
  now(): number;
  /** Throws when a file of this size is not allowed. */
  mayHold(bytes: number): Promise<void>;
}

export async function openUpload(id: string, given: NewSnapshot, deps: UploadDeps): Promise<Upload> {
  const file = await open(deps.path, 'wx', 0o600);
  const hash = createHash('sha256');
  const enqueue = createQueue();
  const writer = deps.key ? sealedWriter(newChunkSealer(deps.key, sealedNameOf(id))) : plainWriter();
  let received = 0;
  let written = 0;
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
    sealed: deps.key !== null,
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
        const part = writer.take(bytes);
        try {
          await deps.disk.write(file, part.bytes, written);
        } catch (error) {
          // The next part overwrites what was written of this one, or it is cut off at the end.
          if (isDiskFull(error)) throw new HostError('disk_full', undefined, { cause: error });
          throw error;
        }
        part.commit();
        written += part.bytes.length;
        hash.update(bytes);
        received += bytes.length;
        return received;
      }),
    finish: () =>
      enqueue(async () => {
        touchedAt = deps.now();
        if (ended) throw new HostError('unknown_snapshot');
        try {
          const rest = writer.end();
          await deps.disk.write(file, rest, written);
          await file.truncate(written + rest.length);
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

interface Part {
  bytes: Uint8Array;
  /** The bytes are on the disk. Until then the same part may come again. */
  commit(): void;
}

interface PartWriter {
  /** What is written for this part. Throws `snapshot_mismatch` when it was sent before and has changed. */
  take(bytes: Uint8Array): Part;
  /** What is written last. */
  end(): Uint8Array;
}

const plainWriter = (): PartWriter => ({
  take: (bytes) => ({ bytes, commit: () => undefined }),
  end: () => new Uint8Array(),
});

function sealedWriter(sealer: ChunkSealer): PartWriter {
  let rest: Buffer = Buffer.alloc(0);
  let index = 0;
  let begun = false;
  /** A part that failed. Its nonces are used up for exactly these bytes. */
  let failed: string | null = null;
  return {
    take(bytes) {
      const hash = createHash('sha256').update(bytes).digest('hex');
      if (failed !== null && failed !== hash)
        throw new HostError('snapshot_mismatch', 'The part is not the one that could not be written before.');
      failed = hash;
      const taken = takeChunks(Buffer.concat([rest, bytes]));
      const sealed = taken.chunks.map((chunk, at) => sealer.seal(chunk, index + at, false));
      return {
        bytes: Buffer.concat([...(begun ? [] : [sealer.head]), ...sealed]),
        commit() {
          rest = taken.rest;
          index += sealed.length;
          begun = true;
          failed = null;
        },
      };
    },
    end: () => Buffer.concat([...(begun ? [] : [sealer.head]), sealer.seal(rest, index, true)]),
  };
}
