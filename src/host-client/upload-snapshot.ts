import { createSha256 } from '#core/sha256.ts';
import type { NewSnapshot, Snapshot, SnapshotCounts } from '#contract/snapshot.ts';
import { HostProblemError, HostUnreachableError } from './host-error.ts';
import type { SnapshotHost } from './host-api.ts';

/** An upload of a snapshot to the host. What is written is counted and hashed here and at the host. */
export interface SnapshotUploading {
  readonly writable: WritableStream<Uint8Array>;
  /** Call it after the stream is closed. Rejects, and the host stores nothing, if the host received something else. */
  finish(counts: SnapshotCounts): Promise<Snapshot>;
  /** The host keeps nothing of the upload. */
  abandon(): Promise<void>;
}

export interface UploadOptions {
  signal?: AbortSignal;
  /** Waits before a part is sent again. */
  pause: (ms: number) => Promise<void>;
  onProgress?: (bytes: number) => void;
}

const TRIES = 5;
const FIRST_PAUSE_MS = 250;

/**
 * Only one part is in memory. A part whose response was lost is sent again; the host knows whether it already has it.
 */
export async function uploadSnapshot(
  host: SnapshotHost,
  given: NewSnapshot,
  options: UploadOptions,
): Promise<SnapshotUploading> {
  const { signal, pause, onProgress } = options;
  signal?.throwIfAborted();
  const { id, partBytes } = await host.begin(given);
  const hash = createSha256();
  let part = new Uint8Array(partBytes);
  let filled = 0;
  let sent = 0;
  let sha256: string | null = null;

  async function again<T>(work: () => Promise<T>): Promise<T> {
    for (let tries = 1; ; tries++) {
      signal?.throwIfAborted();
      try {
        return await work();
      } catch (error) {
        signal?.throwIfAborted();
        if (!mayPass(error) || tries === TRIES) throw error;
        await pause(FIRST_PAUSE_MS * 2 ** (tries - 1));
      }
    }
  }

  async function flush(): Promise<void> {
    const bytes = part.subarray(0, filled);
    await again(() => host.put(id, sent, bytes, { signal }));
    hash.update(bytes);
    sent += filled;
    filled = 0;
    onProgress?.(sent);
  }

  const abandon = () => host.remove(id).catch(() => undefined);

  return {
    writable: new WritableStream<Uint8Array>({
      async write(piece) {
        for (let at = 0; at < piece.length;) {
          const taken = piece.subarray(at, at + partBytes - filled);
          part.set(taken, filled);
          filled += taken.length;
          at += taken.length;
          if (filled === partBytes) await flush();
        }
      },
      async close() {
        if (filled > 0) await flush();
        sha256 = hash.hex();
        part = new Uint8Array(0);
      },
      async abort() {
        await abandon();
      },
    }),
    async finish(counts) {
      if (sha256 === null) throw new Error('the stream is still open');
      const sentFile = { bytes: sent, sha256, counts };
      return again(() => host.finish(id, sentFile));
    },
    abandon,
  };
}

/** The host did not respond, or failed without a reason. A refusal is final. */
function mayPass(error: unknown): boolean {
  return error instanceof HostUnreachableError || (error instanceof HostProblemError && error.code === 'internal');
}
