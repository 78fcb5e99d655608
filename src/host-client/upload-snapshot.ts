import { createSha256 } from '#core/sha256.ts';
import type { NewSnapshot, Snapshot, SnapshotCounts } from '#contract/snapshot.ts';
import { HostProblemError, HostUnreachableError } from './host-error.ts';
import type { SnapshotHost } from './snapshot-host.ts';

/** A snapshot on its way to the host: what is written into it, counted and hashed here as well as there. */
export interface SnapshotUploading {
  readonly writable: WritableStream<Uint8Array>;
  /** When the stream was closed. Rejects, and the host keeps nothing, when something else arrived there. */
  finish(counts: SnapshotCounts): Promise<Snapshot>;
  /** The host keeps nothing of it. */
  abandon(): Promise<void>;
}

export interface UploadOptions {
  signal?: AbortSignal;
  /** Before a part is sent again. */
  pause: (ms: number) => Promise<void>;
  onProgress?: (bytes: number) => void;
}

const TRIES = 5;
const FIRST_PAUSE_MS = 250;

/** In memory is one part. A part whose answer was lost is sent again; the host knows whether it has it already. */
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
    await again(() => host.put(id, sent, bytes, signal));
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
      const whole = { bytes: sent, sha256, counts };
      return again(() => host.finish(id, whole));
    },
    abandon,
  };
}

/** The host did not answer, or failed without saying why. A refusal stays one. */
function mayPass(error: unknown): boolean {
  return error instanceof HostUnreachableError || (error instanceof HostProblemError && error.code === 'internal');
}
